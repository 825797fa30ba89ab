import { api, orMissing, viewer } from '../../../../../_server/reader.ts';
import { noList, signInFirst } from '../../../../../_server/take.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ id: string }> };

/** The requests of a key or a connection of the reader as a CSV file; with `?status=` those of one status. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { id } = await params;
  if (!(await viewer())) return signInFirst();
  const status = new URL(request.url).searchParams.get('status');
  const { settings } = await api();
  const file = await orMissing(settings.callsFile({ id, ...(status ? { status: Number(status) } : {}) }));
  if (!file) return noList();
  return new Response(file.csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="earmark-requests.csv"',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}

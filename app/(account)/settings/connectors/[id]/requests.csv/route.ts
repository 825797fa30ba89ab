import { serverSide } from '../../../../../_server/load.ts';
import { api, orMissing, viewer } from '../../../../../_server/reader.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ id: string }> };

/** The requests of one of the reader's keys or connections as a CSV file, of one status where `status` names one. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { id } = await params;
  if (!(await viewer())) {
    const { env } = await (await serverSide()).services();
    return Response.redirect(
      `${env.webUrl}/sign-in?next=/settings/connectors/${encodeURIComponent(id)}`,
      303,
    );
  }
  const status = new URL(request.url).searchParams.get('status');
  const { settings } = await api();
  const file = await orMissing(settings.callsFile({ id, ...(status ? { status: Number(status) } : {}) }));
  if (!file) return new Response('There is no such list.\n', { status: 404 });
  return new Response(file.csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="earmark-requests.csv"',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}

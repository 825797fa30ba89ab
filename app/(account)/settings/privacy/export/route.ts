import { api, viewer } from '../../../../_server/reader.ts';
import { signInFirst } from '../../../../_server/take.ts';

/** The reader's data as one JSON file. */
export async function GET(): Promise<Response> {
  if (!(await viewer())) return signInFirst();
  const data = await (await api()).settings.exportData();
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="earmark-data.json"',
      'Cache-Control': 'private, no-store',
    },
  });
}

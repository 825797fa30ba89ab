import { serverSide } from '../../../../_server/load.ts';
import { api, viewer } from '../../../../_server/reader.ts';

/** The reader's data as one JSON file. */
export async function GET(): Promise<Response> {
  if (!(await viewer())) {
    const { env } = await (await serverSide()).services();
    return Response.redirect(`${env.webUrl}/sign-in?next=/settings/privacy`, 303);
  }
  const data = await (await api()).settings.exportData();
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="earmark-data.json"',
      'Cache-Control': 'private, no-store',
    },
  });
}

import { handlers } from '../../../../_server/load.ts';

export const dynamic = 'force-dynamic';

/** Every route of this server as a collection for Postman, Bruno and others. */
export async function GET(): Promise<Response> {
  return (await handlers()).collectionRoute();
}

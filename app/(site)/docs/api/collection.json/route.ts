import { handlers } from '../../../../_server/load.ts';

export const dynamic = 'force-dynamic';

/** Every route as a collection for Postman, Bruno and others, at this address. */
export async function GET(): Promise<Response> {
  return (await handlers()).collectionRoute();
}

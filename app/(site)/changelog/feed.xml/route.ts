import { handlers } from '../../../_server/load.ts';

export const dynamic = 'force-dynamic';

/** The changelog as a feed. */
export async function GET(): Promise<Response> {
  return (await handlers()).changelogRoute();
}

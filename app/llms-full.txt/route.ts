import { handlers } from '../_server/load.ts';

export const dynamic = 'force-dynamic';

/** The same as `llms.txt`, with every tool and route in full. */
export async function GET(): Promise<Response> {
  return (await handlers()).llmsRoute('llms-full');
}

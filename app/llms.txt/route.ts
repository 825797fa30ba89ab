import { handlers } from '../_server/load.ts';

export const dynamic = 'force-dynamic';

/** What a language model needs to find its way here (llmstxt.org). */
export async function GET(): Promise<Response> {
  return (await handlers()).llmsRoute('llms');
}

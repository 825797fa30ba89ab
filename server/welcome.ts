import { figuresOnRecord, percentOf } from '#server/features/pages/engines/figures.ts';
import { olderAnalyses } from '#server/ingest/engine/store.ts';
import { olderThanOurs } from '#server/ingest/engine/version.ts';
import { corpusCounts } from '#server/ingest/stats/store.ts';
import type { Services } from '#server/platform/services.ts';
import { encoderInstalled } from '#server/reader/installed.ts';

/** What `npm start` prints: the address, how to sign in, how to mint a key, a ready curl and an MCP snippet. */
export async function welcome(services: Services, firstKey: string | null): Promise<string> {
  const { webUrl } = services.env;
  const counts = await corpusCounts(services.db);
  const older = await olderAnalyses(services.db, olderThanOurs(services.env));
  const unasked = older.episodes - older.waiting;
  const key = firstKey ?? 'YOUR_KEY';
  const mcp = {
    mcpServers: {
      earmark: { type: 'http', url: `${webUrl}/v1/mcp`, headers: { Authorization: `Bearer ${key}` } },
    },
  };
  return `
Earmark is running at ${webUrl}
  ${counts.shows} shows, ${counts.episodes} episodes, ${counts.ideas} ideas${firstKey ? ' (fictional sample shows included)' : ''}

Read by:     ${readBy(services.env, encoderInstalled())}

Sign in:     ${webUrl}/sign-in  (${services.env.EARMARK_SMTP_URL ? 'a link comes by e-mail' : `the link lands in ${webUrl}/outbox`})
${
  unasked === 0
    ? ''
    : `Read again:  npx earmark corpus reanalyse --older --background  (older engines read ${unasked} episodes; workers do it meanwhile)
`
}Mint a key:  npx earmark key create --email you@example.org
Add a show:  npx earmark feeds add https://example.org/feed.xml

First call:
  curl -s -H 'Authorization: Bearer ${key}' '${webUrl}/v1/agent/ideas?limit=3'

MCP client:
  ${JSON.stringify(mcp)}

`;
}

/** One line: which engine reads the record, how well, and how to use a model. */
export function readBy(
  { EARMARK_EXTRACT, EARMARK_MODEL, EARMARK_ENCODER }: Services['env'],
  installed: boolean,
): string {
  if (EARMARK_EXTRACT === 'model')
    return `${EARMARK_MODEL}, each field proven against the transcript; how well, only you can measure: npx earmark eval ideas FOLDER --engine model --served --out FOLDER`;
  const { precision, recall } = figuresOnRecord().engines[0]!;
  const figures = `${percentOf(precision)} of the ideas it serves readers listed too, ${percentOf(recall)} of theirs it serves`;
  const more = 'EARMARK_EXTRACT=model reads more (README, "Reading with a language model")';
  if (EARMARK_ENCODER && installed) return `the built-in reader: ${figures}; ${more}`;
  const why = EARMARK_ENCODER ? 'not installed' : 'off';
  return `the built-in reader by words alone; with its encoder, which is ${why}, ${figures}; ${more}`;
}

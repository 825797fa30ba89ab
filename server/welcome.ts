import { corpusCounts } from '#server/ingest/stats/store.ts';
import type { Services } from '#server/platform/services.ts';

/** What `npm start` prints: the address, how to sign in, how to mint a key, a ready curl and an MCP snippet. */
export async function welcome(services: Services, firstKey: string | null): Promise<string> {
  const { webUrl } = services.env;
  const counts = await corpusCounts(services.db);
  const key = firstKey ?? 'YOUR_KEY';
  const mcp = {
    mcpServers: {
      earmark: { type: 'http', url: `${webUrl}/v1/mcp`, headers: { Authorization: `Bearer ${key}` } },
    },
  };
  return `
Earmark is running at ${webUrl}
  ${counts.shows} shows, ${counts.episodes} episodes, ${counts.ideas} ideas${firstKey ? ' (fictional sample shows included)' : ''}

Sign in:     ${webUrl}/sign-in  (${services.env.EARMARK_SMTP_URL ? 'a link comes by e-mail' : `the link lands in ${webUrl}/outbox`})
Mint a key:  npx earmark key create --email you@example.org
Add a show:  npx earmark feeds add https://example.org/feed.xml

First call:
  curl -s -H 'Authorization: Bearer ${key}' '${webUrl}/v1/agent/ideas?limit=3'

MCP client:
  ${JSON.stringify(mcp)}

`;
}

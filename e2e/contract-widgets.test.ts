import { beforeAll, describe, expect, it } from 'vitest';
import { contractCaller } from '#e2e/contract-calls.ts';
import { ways } from '#e2e/contract-ways.ts';
import { earmark, operatorKey } from '#e2e/operator.ts';

// The forms of the widget on the built service (docs/contract.md, Public embed data and widgets).

const base = ways[0][1];
const leaning = /\b(bullish|bearish)\b|[▲▼↑↓]|\$\d/i;

let addresses: Record<'show' | 'episode' | 'ticker', string>;
let slug: string;

beforeAll(async () => {
  const { call } = await contractCaller(base);
  const { key } = await operatorKey();
  const { ideas } = (await call('GET', '/v1/agent/ideas?limit=50', { key })).body;
  const named = ideas.find((idea: { tickers: string[] }) => idea.tickers.length > 0);
  slug = named.show.slug;
  addresses = { show: slug, episode: named.episode.id, ticker: named.tickers[0] };
  await earmark('show', 'rights', slug, '--embeds', 'on');
}, 60_000);

describe('the widget', () => {
  it('is an iframe page and an image, alike by both ways, gone once the show opts out', async () => {
    const forms = [
      ...Object.entries(addresses).map(([kind, id]) => `/embed/${kind}/${id}`),
      `/embed/show/${slug}/image`,
    ];
    for (const [, url] of ways) {
      for (const path of forms) {
        const answered = await fetch(new URL(path, url));
        expect([path, answered.status]).toEqual([path, 200]);
        const type = answered.headers.get('content-type');
        expect(type).toMatch(path.endsWith('image') ? /^image\// : /^text\/html/);
        expect(answered.headers.get('content-security-policy') ?? '').not.toMatch(
          /frame-ancestors '(none|self)'/,
        );
        await answered.arrayBuffer();
      }
    }
    await earmark('show', 'rights', slug, '--embeds', 'off');
    for (const [, url] of ways) {
      for (const path of forms) {
        const open = path.includes('/ticker/');
        expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, open ? 200 : 404]);
      }
    }
    await earmark('show', 'rights', slug, '--embeds', 'on');
  });

  it('shows headlines, dates and attribution, and no stance, price or arrow', async () => {
    for (const [kind, id] of Object.entries(addresses)) {
      const html = await (await fetch(new URL(`/embed/${kind}/${id}`, base))).text();
      const text = html.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]+>/g, ' ');
      expect(text, kind).not.toMatch(leaning);
      expect(html, kind).toMatch(/<time/);
    }
  });
});

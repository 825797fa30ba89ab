import { parseFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { csvOf, isTakenForm, jsonFeedOf, markdownOf, rssOf } from '#server/features/pages/take/rules.ts';
import { aCard } from '#server/testing/cards.ts';

const idea = aCard({
  headline: '=HYPERLINK("x"), or so',
  thesis: 'Ana Ruiz says “packaging” [not demand]\nlimits it.',
  show: { id: '1', slug: 'alpha', name: 'The Alpha Hour' },
  episode: { id: '2', title: 'Chips & power', publishedAt: '2026-09-05T23:30:00.000Z', guest: null },
  timestampSeconds: 65,
});
const taken = {
  title: 'Ideas on NVDA',
  pageUrl: 'https://earmark.example/tickers/NVDA',
  selfUrl: 'https://earmark.example/tickers/NVDA/feed.xml',
  ideas: [idea],
};

describe('a list to take along', () => {
  it('is CSV in which quotes, line ends and formulas are text', () => {
    const [header, ...rest] = csvOf(taken).split('\r\n');
    expect(header).toBe('Highlight,Title,Author,URL,Note,Location,Date,Stance,Depth,Tickers');
    expect(rest.join('\r\n')).toBe(
      '"Ana Ruiz says “packaging” [not demand]\nlimits it.",Chips & power,The Alpha Hour,https://earmark.example/ideas/9b66e264,"\'=HYPERLINK(""x""), or so",65,2026-09-05T23:30:00.000Z,not told,3,NVDA\r\n',
    );
  });

  it('is Markdown in which a title is no markup, and a stance that is not told is said so', () => {
    const text = markdownOf(taken);
    expect(
      text.startsWith('---\ntitle: "Ideas on NVDA"\nsource: https://earmark.example/tickers/NVDA\n'),
    ).toBe(true);
    expect(text).toContain('> Ana Ruiz says “packaging” \\[not demand\\] limits it.');
    expect(text).toContain(
      'The Alpha Hour, “Chips & power”, aired 5 September 2026, at 01:05, stance not told, argued with evidence, depth 3 of 5, NVDA',
    );
    expect(text).toContain('descriptive record');
  });

  it('is a feed that an independent reader understands, in both forms', () => {
    const rss = parseFeed(rssOf(taken));
    const json = parseFeed(jsonFeedOf(taken));
    expect([rss.format, json.format]).toEqual(['rss', 'json']);
    expect(rss.feed.title).toBe('Earmark: Ideas on NVDA');
    expect(JSON.stringify(rss.feed)).toContain('urn:uuid:9b66e264');
    expect(JSON.stringify(json.feed)).toContain('urn:uuid:9b66e264');
  });

  it('is a feed that is as new as its newest item, wherever that stands', () => {
    const older = { ...idea, episode: { ...idea.episode, publishedAt: '2026-09-01T00:00:00.000Z' } };
    expect(rssOf({ ...taken, ideas: [older, idea] })).toContain(
      '<lastBuildDate>Sat, 05 Sep 2026 23:30:00 GMT</lastBuildDate>',
    );
  });

  it('names the show of an idea as its author in both forms, gives the moment to hear it, and orders nobody', () => {
    const listenUrl = 'https://audio.example/a.mp3#t=65';
    const heard = { ...taken, ideas: [{ ...idea, tickers: [], listenUrl }] };
    const [item] = (parseFeed(rssOf(heard)).feed as { items: { dc: object; description: string }[] }).items;
    expect(item).toMatchObject({ dc: { creators: ['The Alpha Hour'] } });
    const [jsonItem] = JSON.parse(jsonFeedOf(heard)).items;
    expect(jsonItem).toMatchObject({ authors: [{ name: 'The Alpha Hour' }], external_url: listenUrl });
    expect(jsonItem).not.toHaveProperty('tags');
    for (const text of [rssOf(heard), jsonFeedOf(heard), markdownOf(heard)]) {
      expect(text).toContain('not investment advice');
      expect(text).not.toContain('Attribute each statement');
    }
  });

  it('is a feed in which no word of a show or a search is markup to a reader that shows HTML', () => {
    const hostile = aCard({
      headline: 'It owns S&P 500 funds <img src=x onerror=alert(1)> &lt;b&gt;',
      thesis: 'So said <script>alert(2)</script>.',
    });
    const rss = parseFeed(rssOf({ ...taken, title: 'Ideas on <img src=x>', ideas: [hostile] }));
    const { title, items } = rss.feed as { title: string; items: { title: string; description: string }[] };
    expect(title).toBe('Earmark: Ideas on &lt;img src=x>');
    expect(items[0]!.title).toBe('It owns S&P 500 funds &lt;img src=x onerror=alert(1)> &amp;lt;b&amp;gt;');
    expect(items[0]!.description).toContain('&lt;script>alert(2)&lt;/script>');
  });

  it('is CSV in which a formula of full-width signs is text', () => {
    for (const sign of ['＝', '＋', '－', '＠'])
      expect(csvOf({ ...taken, ideas: [aCard({ headline: `${sign}1` })] })).toContain(`,'${sign}1,`);
  });

  it('says of an idea in a feed that its stance is not told, in both forms', () => {
    const words = 'Argued with evidence, stance not told (depth 3 of 5).';
    expect(rssOf(taken)).toContain(words);
    expect(jsonFeedOf(taken)).toContain(words);
  });

  it('is a JSON feed without ideas, too', () => {
    expect(JSON.parse(jsonFeedOf({ ...taken, ideas: [] })).items).toEqual([]);
  });

  it('has four forms and no others', () => {
    expect(['feed.xml', 'feed.json', 'ideas.csv', 'ideas.md'].every(isTakenForm)).toBe(true);
    expect(['toString', 'feed.atom', ''].some(isTakenForm)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { parseOpml } from './opml.ts';

const read = (text: string) => parseOpml(new TextEncoder().encode(text), null);

describe('a subscription list', () => {
  it('gives every feed once, in order, out of any folder', () => {
    const result = read(`<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
      <outline text="Finance"><outline text="All &amp; Everything" type="rss" xmlUrl="https://a.example/feed?x=1&amp;y=2"/>
      <outline text="Deeper"><outline title="B" text="b" xmlUrl="http://b.example/feed"/></outline></outline>
      <outline text="again" xmlUrl="http://b.example/feed"/>
      <outline text="a link" type="link" url="http://c.example/"/></body></opml>`);
    expect(result).toEqual({
      ok: true,
      skipped: 0,
      subscriptions: [
        { url: 'https://a.example/feed?x=1&y=2', title: 'All & Everything' },
        { url: 'http://b.example/feed', title: 'B' },
      ],
    });
  });

  it('survives what exporters do: bare ampersands, feed: addresses, unclosed outlines, no title', () => {
    const result = read(`<opml><body><outline text="A&B" XMLURL="https://a.example/feed?x=1&y=2">
      <outline xmlUrl="feed://b.example/feed"/><outline xmlUrl="feed:https://c.example/"/></body></opml>`);
    expect(result.ok && result.subscriptions).toEqual([
      { url: 'https://a.example/feed?x=1&y=2', title: 'A&B' },
      { url: 'http://b.example/feed', title: null },
      { url: 'https://c.example/', title: null },
    ]);
  });

  it('counts the feeds it cannot use', () => {
    const result = read(
      `<opml><body><outline xmlUrl="file:///etc/passwd"/><outline xmlUrl="/relative"/>
        <outline xmlUrl="https://a.example/${'x'.repeat(2_000)}"/></body></opml>`,
    );
    expect(result).toEqual({ ok: true, skipped: 3, subscriptions: [] });
  });

  it('says what a document is when it is no list', () => {
    expect(read('<rss version="2.0"/>')).toEqual({
      ok: false,
      reason: 'The document is <rss>, not an OPML list.',
    });
    expect(read('hello')).toEqual({ ok: false, reason: 'The document holds no XML element.' });
  });
});

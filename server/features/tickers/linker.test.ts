import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/ingest/types.ts';
import { createLinker, SERVE_CONFIDENCE } from './linker.ts';
import { loadUniverse } from './universe.ts';

const linker = createLinker(loadUniverse());

/** Keys of what may be served from a text. */
function served(text: string): string[] {
  return linker.link(text).flatMap((link) => (link.confidence >= SERVE_CONFIDENCE ? [link.subject.key] : []));
}

function cuesOf(...texts: string[]): Cue[] {
  return texts.map((text, i) => ({ start: i * 5, end: i * 5 + 5, speaker: null, text }));
}

describe('names that are also words', () => {
  it.each([
    ['I ate an apple pie and an apple.', []],
    ['Then Apple raised prices again.', ['AAPL']],
    ['Our target audience is founders, and the target is growth.', []],
    ['We had to target the market of small businesses.', []],
    ['That is a meta question, kind of meta.', []],
    ['I think Meta will outspend them on capex.', ['META']],
    ['He got a visa application through, on a work visa.', []],
    ['Swipe fees are where Visa and Mastercard make their margin.', ['V', 'MA']],
    ['The delta between price and value is large.', []],
    ['Buffett, the Oracle of Omaha, disagrees.', []],
    ['The debt that Oracle took on worries bond investors.', ['ORCL']],
    ['Open the door and close the gap.', []],
    ['Gerald Ford pardoned Nixon.', []],
    ['The Ford Foundation gave a grant.', []],
    ['We were lost in the Amazon rainforest.', []],
    ['There is some intel that the key is under the mat.', []],
    ['It is ALL about how WELL we do it NOW.', []],
  ])('%s', (text, keys) => {
    expect(served(text)).toEqual(keys);
  });
});

describe('symbols', () => {
  it.each([
    ['I bought $TSLA and $BRK.B today.', ['TSLA', 'BRK.B']],
    ['The ticker is N-O-W.', ['NOW']],
    ['It trades under the ticker symbol C-R-W-V.', ['CRWV']],
    ['Their ticker symbol is NOW.', ['NOW']],
    ['NVDA reports on Wednesday.', ['NVDA']],
    ['We need it NOW and WELL.', []],
    ['The CEO said AI and IT budgets grow.', []],
  ])('%s', (text, keys) => {
    expect(served(text)).toEqual(keys);
  });
});

describe('renames and class shares', () => {
  it('links an old name to the symbol of today', () => {
    expect(served('When Facebook bought Instagram')[0]).toBe('META');
    expect(served('MicroStrategy keeps buying Bitcoin.')).toEqual(['MSTR', 'BTC']);
    expect(loadUniverse().bySymbol('SQ')?.symbol).toBe('XYZ');
  });

  it('tells the classes of a share apart', () => {
    expect(served('I own $BRK.A, you own $BRK-B.')).toEqual(['BRK.A', 'BRK.B']);
    expect(served('Berkshire Hathaway sits on cash.')).toEqual(['BRK.B']);
    expect(served('Google is cheap.')).toEqual(['GOOGL']);
  });
});

describe('transcripts without capitals', () => {
  it('asks for context before it links a word', () => {
    expect(served('i ate an apple and hit my target on the way')).toEqual([]);
    expect(served('nvidia and apple both raised guidance and their margins beat')).toEqual(['NVDA', 'AAPL']);
  });
});

describe('episodes', () => {
  it('reads a name broken over two cues and places it in one', () => {
    const links = linker.linkEpisode(cuesOf('I spoke to Morgan', 'Stanley about it.'));
    expect(links).toHaveLength(1);
    expect(links[0]?.subject.key).toBe('MS');
    expect(links[0]?.surface).toBe('Stanley');
    expect(links[0]?.cue).toBe(1);
  });

  it('gives offsets within the cue', () => {
    const cues = cuesOf('Nothing here.', 'We like Nvidia here.');
    const [link] = linker.linkEpisode(cues);
    expect(cues[link?.cue ?? 0]?.text.slice(link?.start, link?.end)).toBe('Nvidia');
  });

  it('takes a company for private before its listing', () => {
    const cues = cuesOf('SpaceX launches again.');
    expect(linker.linkEpisode(cues, new Date('2025-05-01'))[0]).toMatchObject({
      subject: { kind: 'company', key: 'spacex' },
      tickers: [],
    });
    expect(linker.linkEpisode(cues, new Date('2026-11-01'))[0]).toMatchObject({
      subject: { key: 'SPCX' },
      tickers: ['SPCX'],
    });
  });
});

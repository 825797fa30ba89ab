import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { cueText } from '#server/language/cues/text.ts';
import { createLinker, LEAST_LINK_CONFIDENCE } from './linker.ts';
import { loadUniverse } from './universe.ts';

const linker = createLinker(loadUniverse());

/** Keys of what may be served from a text. */
function served(text: string): string[] {
  return linker
    .link(text)
    .flatMap((link) => (link.confidence >= LEAST_LINK_CONFIDENCE ? [link.subject.key] : []));
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
    ["She'll see that we'll be fine.", []],
    ['Michael Dell took it private.', []],
    ['Dell and HP ship servers.', ['DELL', 'HPQ']],
    ['There are many bites at the apple.', []],
    ['We took a bite of the Big Apple.', []],
    ['It runs on an Oracle database, sold with an Apple computer.', ['ORCL', 'AAPL']],
    ['The ups and downs of start-ups.', []],
    ['We keep on running the model.', []],
    ['A universal platform that you snap together, block by block.', []],
    ['I bought Target shares and Visa stock.', ['TGT', 'V']],
    ['Square, now Block stock, trades near Toast shares.', ['XYZ', 'TOST']],
    ['The unity of the gap, and a match made by delta.', []],
    ['They wrote about Unity Software and Match Group.', ['U', 'MTCH']],
    ['We are ramping up; the ramp is steep.', []],
    ['The strategy for founders is a strategy.', []],
    ['MicroStrategy became Strategy; Strategy stock follows Bitcoin.', ['MSTR', 'MSTR', 'MSTR', 'BTC']],
  ])('%s', (text, keys) => {
    expect(served(text)).toEqual(keys);
  });
});

describe('names as people and machines say them', () => {
  it.each([
    ['Berkshire and J.P. Morgan own Coca-Cola and Moody’s.', ['BRK.B', 'JPM', 'KO', 'MCO']],
    ['Taiwan Semi makes chips for Nvidia’s rivals.', ['TSM', 'NVDA']],
    ['I eat at Mickey D’s, then McDonald’s.', ['MCD', 'MCD']],
    ['AT&T, Procter & Gamble, J&J and the Google guys.', ['T', 'PG', 'JNJ', 'GOOGL']],
    ['Invidia buys memory from SK Hinex and Anthropik buys both.', ['NVDA', 'SKHY', 'anthropic']],
    ['core weaves are neoclouds', ['CRWV']],
    ['Samsung and Foxconn are not listed here.', ['samsung', 'foxconn']],
    ['OpenAI, Stripe and Databricks stay private.', ['openai', 'stripe', 'databricks']],
    ['Estée Lauder and L’Oréal and Nestlé', ['EL', 'LRLCY', 'NSRGY']],
    ['Uber wuchs, wir sprachen über Lyft.', ['UBER', 'LYFT']],
    ['Über Nvidia sprachen alle.', ['NVDA']],
  ])('%s', (text, keys) => {
    expect(served(text)).toEqual(keys);
  });
});

describe('products', () => {
  it('stand for their owner only where money is talked of, and never surely', () => {
    const [idle] = linker.link('I took it with my iPhone.');
    const [money] = linker.link('AWS revenue grew, and margins of the cloud business rose.');
    expect(idle).toMatchObject({ product: true, subject: { key: 'AAPL' } });
    expect(idle?.confidence).toBeLessThan(LEAST_LINK_CONFIDENCE);
    expect(money).toMatchObject({ product: true, subject: { key: 'AMZN' } });
    expect(money?.confidence).toBeGreaterThanOrEqual(LEAST_LINK_CONFIDENCE);
    expect(money?.confidence).toBeLessThanOrEqual(0.7);
  });
});

describe('divisions and owned companies', () => {
  it('link a division to its owner whatever is talked of', () => {
    const [link] = linker.link('We moved it all to AWS last year.');
    expect(link).toMatchObject({ product: true, tickers: ['AMZN'] });
    expect(link?.confidence).toBeGreaterThanOrEqual(LEAST_LINK_CONFIDENCE);
  });

  it('take a passing word of such a one for no company that is argued about', () => {
    const [link] = linker.link('Follow me on LinkedIn.');
    expect(link?.confidence ?? 0).toBeLessThan(LEAST_LINK_CONFIDENCE);
  });

  it.each([
    ['waymo', 'Waymo', 'GOOGL'],
    ['linkedin', 'LinkedIn', 'MSFT'],
    ['netsuite', 'NetSuite', 'ORCL'],
  ])('keep a company that another owns apart from its owner: %s', (key, name, owner) => {
    const [link] = linker.link(`${name} takes share from its rivals.`);
    expect(link).toMatchObject({
      subject: { kind: 'company', key, name },
      tickers: [],
      ownerTickers: [owner],
    });
  });
});

describe('names in small letters where capitals mean something', () => {
  const TALK = 'Yesterday we spoke with Sam about the deal, and with Kim about the price of it.';

  it.each([
    ['And meta is overspending, and their revenue and margins shrink.', ['META']],
    ['I think it is very meta, and a meta point.', []],
    ['We burned the toast, and toast is what I eat.', []],
    ['So cursor is growing revenue, and OpenAI sees it.', ['cursor', 'openai']],
    ['Move the cursor to the top, and the cursor blinks.', []],
  ])('%s', (text, keys) => {
    expect(served(`${TALK} ${text}`)).toEqual(keys);
  });

  it('are surer where the notes of the episode name the company', () => {
    const cues = cuesOf(TALK, 'And toast is growing its revenue, and its stock is cheap.');
    const sure = (expected: readonly string[]) =>
      linker
        .linkEpisode(cues, undefined, expected)
        .filter((link) => link.confidence >= LEAST_LINK_CONFIDENCE);
    expect(sure([])).toEqual([]);
    expect(sure(['toast'])).toMatchObject([{ surface: 'toast', tickers: ['TOST'] }]);
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
    ['Memory makers raised prices as DRAM ran short.', []],
    ['I bought $DRAM today.', ['DRAM']],
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
  it('takes two plain words for a spelling of a name only where the talk is of it', () => {
    expect(served('There are hyper liquid periods in the market.')).toEqual([]);
    expect(served('Hyper liquid is the biggest exchange in crypto by volume.')).toEqual(['HYPE']);
  });

  it('asks for context before it links a word', () => {
    expect(served('i ate an apple and hit my target on the way')).toEqual([]);
    expect(served('nvidia and apple both raised guidance and their margins beat')).toEqual(['NVDA', 'AAPL']);
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    ...'Apple apple META $TSLA Nvidia’s AT&T J.P. Morgan Stanley target N-O-W ticker the a shares , . ? ( é 株 😀 BRK.B C R W V Disney+'.split(
      ' ',
    ),
  );
  const texts = fc
    .array(fc.oneof(words, fc.string({ maxLength: 6 })), { maxLength: 30 })
    .map((parts) => parts.join(' '));

  it('yields ordered links that do not overlap, each with its own words and a confidence', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0;
        for (const link of linker.link(text)) {
          expect(link.start).toBeGreaterThanOrEqual(end);
          expect(link.end).toBeGreaterThan(link.start);
          expect(text.slice(link.start, link.end)).toBe(link.surface);
          expect(link.confidence).toBeGreaterThan(0);
          expect(link.confidence).toBeLessThanOrEqual(1);
          end = link.end;
        }
      }),
    );
  });

  it('links a cue as it links its text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const [cue] = cuesOf(text);
        const links = linker.link(cueText(cue!)).map((link) => ({ ...link, cue: 0 }));
        expect(linker.linkEpisode([cue!])).toEqual(links);
      }),
    );
  });

  it('reads a cue as often for many names as for one', () => {
    const readsOf = (names: number) => {
      let reads = 0;
      const cue = {
        ...cuesOf('')[0]!,
        get text() {
          reads += 1;
          return 'We like Nvidia here. '.repeat(names);
        },
      };
      expect(linker.linkEpisode([cue])).toHaveLength(names);
      return reads;
    };
    expect(readsOf(50)).toBe(readsOf(1));
  });

  it('places every link of an episode inside its cue', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 6 }), (parts) => {
        const cues = cuesOf(...parts);
        for (const link of linker.linkEpisode(cues)) {
          expect(cueText(cues[link.cue]!).slice(link.start, link.end)).toBe(link.surface);
          expect(link.surface).not.toBe('');
        }
      }),
    );
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

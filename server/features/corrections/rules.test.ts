import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  againstMoment,
  amend,
  type Change,
  changedOf,
  outcomeMail,
  sentencesGiven,
  speakerNamed,
} from '#server/features/corrections/rules.ts';
import type { Amendable } from '#server/features/corrections/schema.ts';

const idea: Amendable = {
  headline: 'Target pays for its stores',
  thesis: 'Ada Byron argues that Target earns its rent.',
  statement: 'Ada Byron argues that Target earns its rent.',
  context: null,
  riskFlags: [],
  validationSignals: [],
  stance: 'BULLISH',
  direction: 'bullish',
  tickers: ['TGT'],
  entities: ['target'],
  subjectKind: 'ticker',
  subjectKey: 'TGT',
  subjectName: 'Target',
  themes: ['retail'],
  participationEtfs: [],
  participationTheme: null,
  speakerName: 'Ada Byron',
  speakerTitle: 'Analyst',
  speakerRole: 'guest',
  timestampSeconds: 100,
  endSeconds: 160,
  quote: 'It earns its rent.',
  quoteStartSeconds: 100,
  quoteEndSeconds: 104,
  hidden: false,
};
const gold = { slug: 'gold', name: 'Gold', etfs: [{ symbol: 'GLD', name: 'Gold Fund' }] };
const bhp = { symbol: 'BHP', name: 'BHP Group', slug: 'bhp' };

function amended(change: Change) {
  const result = amend(idea, change);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

describe('a new moment', () => {
  it('is compared with a transcript of however many lines', () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => ({ start: i / 10, end: i / 10 + 1 }));
    const against = (timestampSeconds: number) =>
      againstMoment(idea, { timestampSeconds, dropQuote: true }, lines);
    expect(against(20_000)).toBeNull();
    expect(against(20_001)).toBe('The transcript of this episode ends at 5:33:20.');
  });
});

describe('putting an idea right', () => {
  it('keeps what each changed field said, and nothing else', () => {
    const { after, before } = amended({ stance: 'BALANCED' });
    expect(after).toEqual({ ...idea, stance: 'BALANCED', direction: 'neutral' });
    expect(before).toEqual({ stance: 'BULLISH', direction: 'bullish' });
    expect(changedOf(before)).toEqual(['stance']);
  });

  it('withholds a wrong stance, and its direction with it', () => {
    const { after, before } = amended({ stance: null });
    expect(after).toEqual({ ...idea, stance: null, direction: null });
    expect(changedOf(before)).toEqual(['stance']);
  });

  it('leaves a relative trade relative whatever its stance, until that is put right', () => {
    const trade: Amendable = { ...idea, stance: 'MIXED', direction: 'relative' };
    const put = (change: Change) => amend(trade, change);
    for (const stance of ['BULLISH', 'BEARISH', 'BALANCED', null] as const)
      expect(put({ stance })).toEqual({ ok: true, after: { ...trade, stance }, before: { stance: 'MIXED' } });
    expect(put({ notRelative: true })).toMatchObject({ after: { stance: 'MIXED', direction: 'neutral' } });
    expect(put({ stance: 'BULLISH', notRelative: true })).toMatchObject({ after: { direction: 'bullish' } });
    expect(put({ stance: 'MIXED' }).ok).toBe(false);
  });

  it.each([
    ['another speaker', { speaker: { name: 'Cy Dale', title: null, role: 'guest' } }, []],
    ['nobody as speaker', { speaker: { name: null, title: null, role: 'unclear' } }, ['Rents rise.']],
    ['another company', { tickers: [bhp] }, []],
    [
      'a further ticker',
      { tickers: [bhp, { symbol: 'TGT', name: 'Target', slug: 'target' }] },
      ['Rents rise.'],
    ],
    ['risks that are given', { riskFlags: ['Sales fall.'] }, ['Sales fall.']],
    ['none as risks', { riskFlags: [] }, []],
  ])('with %s leaves the risks that are still its own', (_what, change, riskFlags) => {
    const result = amend({ ...idea, riskFlags: ['Rents rise.'] }, { ...change, keepWords: true });
    expect(result).toMatchObject({ ok: true, after: { riskFlags } });
  });

  it('refuses a given signal that names the former company', () => {
    const words = { headline: 'BHP pays', thesis: 'Ada Byron argues that BHP earns its rent.' };
    expect(
      amend(idea, { tickers: [bhp], ...words, validationSignals: ['Target opens stores.'] }),
    ).toMatchObject({
      ok: false,
      reason: expect.stringContaining('Target'),
    });
  });

  it('reads sentences that are given, or none', () => {
    expect(sentencesGiven(undefined)).toBeUndefined();
    expect(sentencesGiven([' ', ''])).toBeUndefined();
    expect(sentencesGiven(['none'])).toEqual([]);
    expect(sentencesGiven([' Rents rise. ', ''])).toEqual(['Rents rise.']);
  });

  it('can be undone from what is kept, whatever is changed', () => {
    const changes = fc.record(
      {
        headline: fc.string({ minLength: 1 }),
        thesis: fc.string({ minLength: 1 }),
        context: fc.option(fc.string()),
        stance: fc.constantFrom(
          'BULLISH' as const,
          'BEARISH' as const,
          'BALANCED' as const,
          'MIXED' as const,
          null,
        ),
        tickers: fc.constantFrom([bhp], [bhp, { symbol: 'TGT', name: 'Target', slug: 'target' }]),
        timestampSeconds: fc.nat(7200),
        dropQuote: fc.boolean(),
        hide: fc.boolean(),
        keepWords: fc.constant(true),
      },
      { requiredKeys: ['keepWords'] },
    );
    fc.assert(
      fc.property(changes, (change) => {
        const result = amend(idea, change);
        if (!result.ok) return;
        expect({ ...result.after, ...result.before }).toEqual(idea);
        expect(changedOf(result.before).length).toBeGreaterThan(0);
      }),
    );
  });

  it('moves the subject with the tickers, and keeps it while it is among them', () => {
    const words = { headline: 'BHP pays', thesis: 'Ada Byron argues that BHP earns its rent.' };
    expect(amended({ tickers: [bhp], ...words }).after).toMatchObject({
      tickers: ['BHP'],
      entities: ['bhp'],
      subjectKey: 'BHP',
      subjectName: 'BHP Group',
      statement: words.thesis,
    });
    const both = [bhp, { symbol: 'TGT', name: 'Target', slug: 'target' }];
    expect(amended({ tickers: both }).after).toMatchObject({ tickers: ['BHP', 'TGT'], subjectKey: 'TGT' });
    const company = { slug: 'cargill', name: 'Cargill' };
    expect(amended({ company, keepWords: true }).after).toMatchObject({
      tickers: [],
      subjectKind: 'company',
    });
  });

  it.each([
    ['another company', { tickers: [bhp] }, ['commodities'], null],
    ['an unlisted company', { company: { slug: 'cargill', name: 'Cargill' } }, ['commodities'], null],
    ['another theme', { theme: gold }, ['gold', 'commodities'], 'Gold'],
    ['themes that are given', { themes: [gold] }, ['copper', 'gold'], 'Copper'],
    ['no themes beside it', { themes: [] }, ['copper'], 'Copper'],
    ['another stance', { stance: null }, ['copper', 'commodities'], 'Copper'],
  ])(
    'with %s leaves an idea on a theme the themes and vehicles of its subject',
    (_what, change, themes, vehicles) => {
      const funds = [{ symbol: 'CPER', name: 'Copper Fund' }];
      const onCopper: Amendable = {
        ...idea,
        ...{ tickers: [], entities: [], subjectKind: 'theme', subjectKey: 'copper', subjectName: 'Copper' },
        ...{ themes: ['copper', 'commodities'], participationEtfs: funds, participationTheme: 'Copper' },
      };
      expect(amend(onCopper, { ...change, keepWords: true })).toMatchObject({
        ok: true,
        after: {
          themes,
          participationTheme: vehicles,
          participationEtfs: vehicles === null ? [] : vehicles === 'Gold' ? gold.etfs : funds,
        },
      });
    },
  );

  it('refuses to leave a wrong name standing in the texts', () => {
    const speaker = { name: 'Grace Hopper', title: null, role: 'guest' };
    expect(amend(idea, { speaker })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('Ada Byron'),
    });
    expect(amend(idea, { tickers: [bhp] })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('Target'),
    });
    expect(amend(idea, { speaker, thesis: 'Grace Hopper argues that Target earns its rent.' }).ok).toBe(true);
  });

  it.each([
    [' Ada Byron ', 'Ada Byron'],
    ['none', null],
    ['', undefined],
    [' ', undefined],
    [undefined, undefined],
  ])('knows whom an operator means by %j', (given, name) => {
    expect(speakerNamed(given)).toBe(name);
  });

  it('refuses what changes nothing', () => {
    expect(amend(idea, {}).ok).toBe(false);
    expect(amend(idea, { stance: 'BULLISH' }).ok).toBe(false);
  });

  it('takes a quote away whole', () => {
    expect(amended({ dropQuote: true }).after).toMatchObject({
      quote: null,
      quoteStartSeconds: null,
      quoteEndSeconds: null,
    });
  });
});

describe('the mail to a reporter', () => {
  const report = { ideaId: 'x', headline: 'Target pays', text: 'It was BHP.' };
  it('says what came of it, and links a withdrawn idea to nowhere', () => {
    expect(outcomeMail(report, 'accepted', 'It was BHP.', 'x', 'https://e.example').text).toContain(
      '/ideas/x',
    );
    expect(outcomeMail(report, 'accepted', '', null, 'https://e.example').text).not.toContain('/ideas/x');
    expect(
      outcomeMail(report, 'declined', 'The tape says Target.', null, 'https://e.example').text,
    ).toContain('The tape says Target.');
  });
});

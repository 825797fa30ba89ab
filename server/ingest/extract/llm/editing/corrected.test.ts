import { describe, expect, it } from 'vitest';
import { applyChecks, asLeft, toReadAgain } from '#server/ingest/extract/llm/editing/corrected.ts';
import { checkPromptOf, namesToResolveIn, readChecks } from '#server/ingest/extract/llm/editing/question.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import { type Held, proveIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import { nameKey } from '#server/ingest/extract/llm/proof/subject.ts';
import { createLinker } from '#server/linking/linker.ts';
import { subjectNamed } from '#server/linking/named.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { ARGUED, claimedIn, lineOf, SOUND } from '#server/testing/reading/argued-talk.ts';

const UNIVERSE = loadUniverse();
const window = readEpisode(ARGUED, createLinker(UNIVERSE)).windows[0]!;

function proven(n: number): Held {
  const source = { input: ARGUED, window, names: new Map() };
  const result = proveIdea(source, claimedIn(window, SOUND[n]!));
  if (result.is !== 'proven') throw new Error(JSON.stringify(result));
  return { source, idea: result.idea, stances: [result.idea.claimed.stance], unsigned: [] };
}

const HELD = [proven(0), proven(1)];
const IDEAS = HELD.map(({ idea }) => idea);
const TALK = { input: ARGUED, window };
const SAME = {
  number: 1,
  quoteAlone: 'Nvidia is strong because of its software',
  quoteLeaves: [],
  claim: 'its software keeps customers',
  gains: 'Nvidia, a listed company',
  stepsRead: [],
  marks: [],
  holds: true,
  stance: 'BULLISH',
  speaker: 'as labelled',
  carriedBy: [],
  betterSubject: null,
  leaveOut: [],
  leaveOutNotes: [],
  betterSteps: [],
  signs: true,
  betterHeadline: null,
  betterArgument: null,
  betterQuote: null,
};
const applied = (held: readonly Held[], answer: string, readBefore = false) => {
  const checks = readChecks(answer, held.length).checks;
  const names = new Map(
    namesToResolveIn(checks).map((one) => [nameKey(one), subjectNamed(UNIVERSE, one)!] as const),
  );
  return applyChecks(held, checks, names, readBefore);
};
/** The second idea is signed, unless a check says otherwise. */
const left = (...checks: Readonly<Record<string, unknown>>[]) => {
  const second = { ...SAME, number: 2, stance: 'BEARISH' };
  const others = checks.some(({ number }) => number === 2) ? [] : [second];
  return applied(HELD, JSON.stringify({ checks: [...others, ...checks] }));
};
const read = (...checks: Readonly<Record<string, unknown>>[]) => left(...checks).map(({ idea }) => idea);

describe('the question of a second reading', () => {
  const prompt = checkPromptOf(TALK, HELD);

  it('shows each statement with its quote, and the lines that both rest on, once', () => {
    expect(prompt).toContain('STATEMENT 1, on Nvidia');
    expect(prompt).toContain(`The speaker argues that ${IDEAS[0]!.claimed.argument}`);
    expect(prompt).toContain(`Quote, from line ${IDEAS[1]!.found.line}: ${IDEAS[1]!.found.quote.text}`);
    expect(prompt.split('$90 billion of long-term contracts.')).toHaveLength(2);
  });

  it('shows what stands on either side of a quote', () => {
    const { before, after } = IDEAS[1]!.found;
    expect(prompt).toContain(
      `Just before it: ${before.split(' ').slice(-10).join(' ') || '(another voice)'} /`,
    );
    expect(prompt).toContain(
      `Just after it: ${after.split(' ').slice(0, 10).join(' ') || '(another voice)'}`,
    );
  });

  it('leaves out talk that no statement rests on', () => {
    expect(checkPromptOf(TALK, HELD.slice(0, 1))).not.toContain('Lexora');
  });

  it('shows the lines that steps rest on, and says where a headline is wanting', () => {
    const [idea] = IDEAS;
    const context = [{ line: lineOf(window, 14), verb: 'says', clause: 'it is so' }] as const;
    const bare = { ...idea!, claimed: { ...idea!.claimed, headline: '', context: [...context] } };
    const shown = checkPromptOf(TALK, [{ ...HELD[0]!, idea: bare }]);
    expect(shown).toContain(`${lineOf(window, 14)}| `);
    expect(shown).toContain('Headline: (none yet)');
  });

  it('does not tell which stance was found', () => {
    const turned = HELD.map((held) => ({
      ...held,
      idea: { ...held.idea, claimed: { ...held.idea.claimed, stance: null } },
    }));
    expect(checkPromptOf(TALK, turned)).toBe(prompt);
  });
});

describe('what a second reading answers', () => {
  it('drops what it denies, and nothing beside it', () => {
    expect(read({ ...SAME, holds: false }, { ...SAME, number: 2, stance: 'BEARISH' })).toEqual([IDEAS[1]]);
  });

  it.each(['BEARISH', 'MIXED', null])('leaves no stance told where it finds %s instead', (stance) => {
    expect(read({ ...SAME, stance })[0]?.claimed.stance).toBeNull();
  });

  it.each(['another', 'cannot tell'])('names no speaker where it says "%s"', (speaker) => {
    expect(read({ ...SAME, speaker })[0]?.claimed.speakerDoubtful).toBe(true);
  });

  it('takes away the risks and signals that are not told of the subject', () => {
    const [held] = HELD;
    const claimed = { ...held!.idea.claimed, risks: ['a ban', 'a slump'], signals: ['orders'] };
    const noted = { ...held!, idea: { ...held!.idea, claimed } };
    expect(checkPromptOf(TALK, [noted])).toContain('Note 2, a risk: a slump\nNote 3, a signal: orders');
    const [one] = applied([noted], JSON.stringify({ checks: [{ ...SAME, leaveOutNotes: [2, 3] }] }));
    expect(one!.idea.claimed).toMatchObject({ risks: ['a ban'], signals: [] });
  });

  it('is read where it leaves out what it finds nothing wrong with', () => {
    const { number, holds, stance, speaker } = SAME;
    expect(read({ number, holds, stance, speaker }, { ...SAME, number: 2, holds: false })).toEqual([
      IDEAS[0],
    ]);
  });

  it('is heard on words, not on whether they hold, once two readings have found that', () => {
    const betterHeadline = 'Software locks Nvidia customers in';
    const denied = (better: object) =>
      applied(
        HELD.slice(0, 1),
        JSON.stringify({ checks: [{ ...SAME, holds: false, betterHeadline, ...better }] }),
        true,
      )[0]?.idea.claimed;
    expect(denied({})).toMatchObject({ headline: betterHeadline, weak: false });
    expect(denied({ betterQuote: '' })).toMatchObject({ headline: betterHeadline, weak: false });
  });

  it('leaves out the steps that it names', () => {
    const context = [
      { line: lineOf(window, 3), verb: 'says', clause: 'Nvidia grew revenue 60% last year' },
      { line: lineOf(window, 3), verb: 'adds', clause: 'it has $90 billion of long-term contracts' },
    ] as const;
    const [held] = HELD;
    const told = {
      ...held!,
      idea: { ...held!.idea, claimed: { ...held!.idea.claimed, context: [...context] } },
    };
    const [one] = applied([told], JSON.stringify({ checks: [{ ...SAME, leaveOut: [1] }] }));
    expect(one?.idea.claimed.context).toEqual([context[1]]);
  });

  it('is to be read again where other words stand in it that are served', () => {
    const better = { ...SAME, betterHeadline: 'Software locks Nvidia customers in' };
    const changed = left(better);
    expect(toReadAgain(HELD, changed)).toEqual([changed[0]]);
    expect(toReadAgain(HELD, left(SAME))).toEqual([]);
  });

  it('is to be read again where it finds another stance, and tells the one that two of three readings find', () => {
    const doubted = left({ ...SAME, stance: 'MIXED' });
    expect(doubted[0]?.idea.claimed.stance).toBeNull();
    expect(toReadAgain(HELD, doubted)).toEqual([doubted[0]]);
    const again = (stance: string | null) =>
      applied(doubted.slice(0, 1), JSON.stringify({ checks: [{ ...SAME, stance }] }), true)[0]?.idea.claimed
        .stance;
    expect([again('BULLISH'), again('MIXED'), again('BEARISH'), again(null)]).toEqual([
      'BULLISH',
      'MIXED',
      null,
      null,
    ]);
  });

  it('files an idea under the subject that is put right', () => {
    const betterSubject = { name: 'Intel', said: 'Intel', kind: 'company' };
    const argument = 'Intel is not worth owning, since its debt is four times its earnings';
    const betterHeadline = 'Debt at four times earnings rules Intel out';
    const betterQuote = ARGUED.cues[6]!.text;
    const [intel] = read({ ...SAME, betterSubject, betterHeadline, betterArgument: argument, betterQuote });
    expect(intel).toMatchObject({ subject: { subject: { key: 'INTC' } }, claimed: { weak: false } });
  });

  it('files an idea under the one of several subjects that is given again', () => {
    const [held] = HELD;
    const both = { ...held!, idea: { ...held!.idea, alsoAbout: [HELD[1]!.idea.subject] } };
    expect(checkPromptOf(TALK, [both])).toContain('STATEMENT 1, on Nvidia and Intel, by lines');
    const betterSubject = { name: 'Nvidia', said: 'Nvidia', kind: 'company' };
    const [one] = applied([both], JSON.stringify({ checks: [{ ...SAME, betterSubject }] }));
    expect(one?.idea).toMatchObject({ subject: { subject: { key: 'NVDA' } }, alsoAbout: [] });
  });

  it('leaves an idea unsigned whose subject is put to one that nobody named', () => {
    const betterSubject = { name: 'Salesforce', said: 'Salesforce', kind: 'company' };
    const [one] = left({ ...SAME, betterSubject });
    expect(one?.idea).toMatchObject({ subject: { subject: { key: 'NVDA' } } });
    expect(one?.unsigned).toEqual([expect.stringMatching(/^"Salesforce" did not hold: subject/)]);
  });

  it('puts right a step that is proven, and leaves out one that is not', () => {
    const steps = [
      { line: lineOf(window, 3), verb: 'says', clause: 'it grew 60%' },
      { line: lineOf(window, 3), verb: 'adds', clause: 'they have a lot' },
    ] as const;
    const [held] = HELD;
    const told = {
      ...held!,
      idea: { ...held!.idea, claimed: { ...held!.idea.claimed, context: [...steps] } },
    };
    const betterSteps = [
      { step: 1, clause: 'Nvidia grew its revenue by 60% last year' },
      { step: 2, clause: 'Nvidia has $95 billion of long-term contracts' },
    ];
    const [one] = applied([told], JSON.stringify({ checks: [{ ...SAME, betterSteps }] }));
    expect(one?.idea.claimed.context).toEqual([{ ...steps[0], clause: betterSteps[0]!.clause }]);
  });

  it.each([
    ['that no words carry', { words: '', open: '' }],
    ['that leaves something to ask', { words: 'revenue grew 60%', open: 'whose revenue?' }],
  ])('leaves out a step %s, unless it is put right', (_name, amiss) => {
    const [held] = HELD;
    const step = { line: held!.idea.found.line, verb: 'says', clause: 'it grew' } as const;
    const told = { ...held!, idea: { ...held!.idea, claimed: { ...held!.idea.claimed, context: [step] } } };
    const check = { ...SAME, stepsRead: [{ step: 1, ...amiss }] };
    const betterSteps = [{ step: 1, clause: 'Nvidia grew its revenue by 60% last year' }];
    const contextOf = (...checks: object[]) =>
      applied([told], JSON.stringify({ checks }))[0]?.idea.claimed.context;
    expect(contextOf(check)).toEqual([]);
    expect(contextOf({ ...check, betterSteps })).toEqual([{ ...step, clause: betterSteps[0]!.clause }]);
  });

  it.each([
    ['tells nothing by itself', { quoteAlone: 'nothing' }, 'quote: read alone it tells nothing.'],
    [
      'holds words that nobody makes out',
      { quoteLeaves: ['that'] },
      'quote: read alone it leaves "that" open.',
    ],
  ])('leaves an idea unsigned whose quote %s', (_name, amiss, open) => {
    expect(left({ ...SAME, ...amiss })[0]?.unsigned).toEqual([open]);
  });

  it('puts right the verb of a step, and the line that it rests on', () => {
    const [held] = HELD;
    const step = {
      line: lineOf(window, 4),
      verb: 'warns',
      clause: 'Nvidia grew its revenue by 60% last year',
    } as const;
    const told = { ...held!, idea: { ...held!.idea, claimed: { ...held!.idea.claimed, context: [step] } } };
    const betterSteps = [{ step: 1, line: lineOf(window, 3), verb: 'says', clause: step.clause }];
    const [one] = applied([told], JSON.stringify({ checks: [{ ...SAME, betterSteps }] }));
    expect(one?.idea.claimed.context).toEqual([{ ...step, line: lineOf(window, 3), verb: 'says' }]);
  });

  it('leaves open what is marked on an unsigned idea, which is read again, and is weak where that was the last reading', () => {
    const [one] = left({ ...SAME, signs: false, marks: ['quote: whose sales?'] });
    expect(one?.unsigned).toEqual(['quote: whose sales?']);
    expect(toReadAgain(HELD, [one!])).toEqual([one]);
    expect(checkPromptOf(TALK, [one!])).toContain('Left open: quote: whose sales?');
    expect(one?.idea.claimed.weak).toBe(false);
    expect(asLeft(one!).idea.claimed.weak).toBe(true);
  });

  it('signs what a reading before left open, or denies it', () => {
    const open = left({ ...SAME, signs: false }).slice(0, 1);
    const again = (check: object) => applied(open, JSON.stringify({ checks: [{ ...SAME, ...check }] }), true);
    expect(again({}).map(asLeft)[0]).toMatchObject({ unsigned: [], idea: { claimed: { weak: false } } });
    expect(again({ holds: false })).toEqual([]);
    expect(again({ betterQuote: '' })[0]?.unsigned).toHaveLength(1);
  });

  it('takes a better headline and sentence that are proven', () => {
    const [idea] = read({
      ...SAME,
      betterHeadline: 'Software locks Nvidia customers in',
      betterArgument:
        'Nvidia, which grew its revenue by 60% last year, is the strongest business in its industry because software locks customers in',
    });
    expect(idea?.claimed).toMatchObject({ headline: 'Software locks Nvidia customers in', weak: false });
    expect(idea?.claimed.argument).toContain('by 60%');
  });

  it('leaves to the reading after which way things go in what is put right', () => {
    const betterHeadline = 'Software does not lock Nvidia customers in';
    const [held] = HELD;
    const claimed = { ...held!.idea.claimed, headline: betterHeadline };
    expect(proveIdea(held!.source, claimed)).toMatchObject({ idea: { claimed: { headline: '' } } });
    const changed = left({ ...SAME, betterHeadline });
    expect(changed[0]?.idea.claimed).toMatchObject({ headline: betterHeadline, weak: false });
    expect(toReadAgain(HELD, changed)).toEqual([changed[0]]);
  });

  it.each([
    { betterHeadline: 'Nvidia sells 900 chips to Tesla' },
    {
      betterArgument:
        'Nvidia grew its revenue by 80% last year, more than Tesla and every other business in its industry',
    },
  ])('leaves an idea unsigned and as it was where %j is not borne out', (better) => {
    const [one] = left({ ...SAME, ...better });
    expect(one?.idea.claimed).toEqual(IDEAS[0]!.claimed);
    expect(one?.unsigned).toEqual([expect.stringContaining(' did not hold: ')]);
  });

  it('takes a better quote of the same voice where the quote does not stand alone', () => {
    const better = 'Nvidia grew revenue 60% last year and it has $90 billion of long-term contracts.';
    const [idea] = read({ ...SAME, betterQuote: better });
    expect(idea?.found.quote.text).toBe(better);
    expect(idea?.claimed.weak).toBe(false);
  });

  it('stays less sure where its first reader was, whatever is put right', () => {
    const doubted = { ...HELD[0]!, idea: { ...HELD[0]!.idea, wasInDoubt: true as const } };
    const better = 'Nvidia grew revenue 60% last year and it has $90 billion of long-term contracts.';
    const checks = readChecks(JSON.stringify({ checks: [{ ...SAME, betterQuote: better }] }), 1).checks;
    expect(applyChecks([doubted], checks, new Map())[0]!.idea).toMatchObject({
      wasInDoubt: true,
      found: { quote: { text: better } },
    });
  });

  it.each([
    ['there is no better one', ''],
    ['the better one was not said', 'Nvidia will rule the world for a hundred years.'],
    [
      'somebody else said it',
      ARGUED.cues.find(({ speaker }) => speaker !== ARGUED.cues[SOUND[0]!.quoted]!.speaker)!.text,
    ],
  ])('leaves an idea unsigned whose quote does not stand alone where %s', (_name, betterQuote) => {
    const [one] = left({ ...SAME, betterQuote });
    expect(one?.unsigned).toEqual([expect.stringContaining('quote')]);
    expect(one?.idea.found).toEqual(IDEAS[0]!.found);
  });

  it.each([
    ['is no JSON', 'I would rather not.'],
    ['is of another form', '{"ideas": []}'],
    ['holds nothing that can be read', '{"checks": [{"number": 1}, 7]}'],
    [
      'speaks of other statements',
      JSON.stringify({
        checks: [
          { ...SAME, number: 2 },
          { ...SAME, number: 3 },
        ],
      }),
    ],
    ['counts from nought', JSON.stringify({ checks: [{ ...SAME, number: 0 }, SAME] })],
  ])('tells nothing where it %s', (_name, text) => {
    expect(readChecks(text, 2).checks.size).toBe(0);
  });

  it('leaves a statement open of which it tells nothing: it is read again, and withheld where nothing comes back', () => {
    const [told, untold] = applied(HELD, JSON.stringify({ checks: [SAME] }));
    expect(told?.unsigned).toEqual([]);
    expect(untold).toEqual({ ...HELD[1], unsigned: ['no check of it came back.'] });
    expect(toReadAgain(HELD, [told!, untold!])).toEqual([untold]);
    expect(asLeft(untold!).idea.claimed.weak).toBe(true);
  });

  it('is heard on whether a statement holds that the reading before told nothing of', () => {
    const untold = applied(HELD, JSON.stringify({ checks: [{ ...SAME, number: 2 }] })).slice(0, 1);
    expect(applied(untold, JSON.stringify({ checks: [{ ...SAME, holds: false }] }), true)).toEqual([]);
  });

  it('is heard on what it was asked of, whatever else it numbers', () => {
    const answer = JSON.stringify({ checks: [SAME, { ...SAME, number: 2 }, { ...SAME, number: 99 }] });
    expect([...readChecks(answer, 2).checks.keys()]).toEqual([1, 2]);
  });

  it('tells nothing of a statement that it checks twice', () => {
    const answer = JSON.stringify({ checks: [SAME, { ...SAME, stance: 'BEARISH' }, { ...SAME, number: 2 }] });
    expect([...readChecks(answer, 2).checks.keys()]).toEqual([2]);
    expect(readChecks(answer, 2).faults).toEqual(['check 1: it is there twice.']);
  });

  it('is read in whatever case and spelling its choices come, with null for left out and fields of its own', () => {
    const loose = { ...SAME, speaker: 'As labeled', stance: 'Bullish', marks: null, signs: null, sure: 0.9 };
    expect(readChecks(JSON.stringify({ checks: [loose] }), 1).checks.get(1)).toMatchObject({
      speaker: 'as labelled',
      stance: 'BULLISH',
      marks: [],
      signs: true,
    });
  });

  it('loses only the statement of which a field cannot be read, and says which', () => {
    const answer = JSON.stringify({
      checks: [
        { ...SAME, stance: 'SIDEWAYS' },
        { ...SAME, number: 2 },
      ],
    });
    expect([...readChecks(answer, 2).checks.keys()]).toEqual([2]);
    expect(readChecks(answer, 2).faults).toEqual(['check 1, stance: "SIDEWAYS" is not what was asked for.']);
  });

  it('takes a number that is told as a word', () => {
    expect([...readChecks(JSON.stringify({ checks: [{ ...SAME, number: '1' }] }), 1).checks.keys()]).toEqual([
      1,
    ]);
  });

  it('takes away the note that it names, not another of the same words', () => {
    const [held] = HELD;
    const claimed = { ...held!.idea.claimed, risks: ['a ban'], signals: ['a ban'] };
    const noted = { ...held!, idea: { ...held!.idea, claimed } };
    const [one] = applied([noted], JSON.stringify({ checks: [{ ...SAME, leaveOutNotes: [2] }] }));
    expect(one!.idea.claimed).toMatchObject({ risks: ['a ban'], signals: [] });
  });
});

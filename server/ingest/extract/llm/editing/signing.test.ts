import { describe, expect, it } from 'vitest';
import { applyChecks } from '#server/ingest/extract/llm/editing/corrected.ts';
import { readChecks } from '#server/ingest/extract/llm/editing/question.ts';
import {
  isInDoubt,
  readObjections,
  signed,
  signingPromptOf,
} from '#server/ingest/extract/llm/editing/signing.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import { type Held, proveIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import { writeProven } from '#server/ingest/extract/llm/write.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { ARGUED, claimedIn, lineOf, SOUND } from '#server/testing/reading/argued-talk.ts';

const window = readEpisode(ARGUED, createLinker(loadUniverse())).windows[0]!;
const source = { input: ARGUED, window, names: new Map() };

function card(n: number): Held {
  const claimed = {
    ...claimedIn(window, SOUND[n]!),
    risks: ['three customers are half of its sales'],
    signals: ['Its revenue grew 60%'],
  };
  const result = proveIdea(source, claimed);
  if (result.is !== 'proven') throw new Error(JSON.stringify(result));
  const context = [
    { line: lineOf(window, 3), verb: 'says', clause: 'Nvidia grew revenue 60% last year' },
    { line: lineOf(window, 4), verb: 'warns', clause: 'three customers are half of its sales' },
  ] as const;
  const idea = { ...result.idea, claimed: { ...result.idea.claimed, context: [...context] } };
  return { source, idea, stances: ['BULLISH'], unsigned: [] };
}

const CARD = card(0);
const answered = (...cards: object[]) =>
  signed([CARD], readObjections(JSON.stringify({ cards }), 1))[0]!.held;
const left = (...objections: object[]) => answered({ number: 1, quoteAlone: 'it is strong', objections });
const SIGNED = JSON.stringify({
  checks: [{ number: 1, holds: true, stance: 'BULLISH', speaker: 'as labelled' }],
});
const objection = (part: string, number: number | null = null) => ({ part, number, what: 'amiss' });

describe('the question whether a card is signed', () => {
  const prompt = signingPromptOf({ input: ARGUED, window }, [CARD]);

  it('shows it as it will be served', () => {
    const { headline, thesis, quote } = writeProven(source, CARD.idea);
    expect(prompt).toContain(`Headline: ${headline}\nLine: ${thesis}`);
    expect(prompt).toContain(`: ${quote.text}\n`);
    expect(prompt).toContain('Speaker: Mara Lindqvist\nStance: BULLISH');
    expect(prompt).toContain('Filed under: Nvidia, NVDA');
    expect(prompt).toMatch(/Step 2: .*Lindqvist warns that three customers are half of its sales \(1:02\)\./);
  });

  it('tells that nobody is named, and that no stance is told', () => {
    const claimed = { ...CARD.idea.claimed, speakerDoubtful: true, stance: null };
    const shown = signingPromptOf({ input: ARGUED, window }, [{ ...CARD, idea: { ...CARD.idea, claimed } }]);
    expect(shown).toContain('Speaker: (not named)\nStance: (not told)');
    expect(shown).not.toMatch(/Line: Mara/);
  });
});

describe('a card', () => {
  it('stays as it is where nothing is objected to', () => {
    expect(left()).toBe(CARD);
  });

  it.each([
    ['cannot be read', 'I would sign all of them.'],
    ['is no list', '{"cards": [{"number": 1, "objections": "none"}]}'],
    ['leaves it out', '{"cards": []}'],
    ['counts from nought', '{"cards": [{"number": 0, "objections": []}, {"number": 1, "objections": []}]}'],
  ])('is not signed where the answer %s', (_, answer) => {
    const [one] = signed([CARD], readObjections(answer, 1));
    expect(one!.held).toEqual({ ...CARD, unsigned: ['card: it was not signed.'] });
  });

  it.each([
    ['of a part that there is not', [{ part: 'headline', number: null, what: 'amiss' }], ['card: amiss']],
    ['without a number', [{ part: 'quote', what: 'amiss' }], ['quote: amiss']],
    ['that is a word', ['amiss'], ['card: ']],
    ['to a step that it has not', [{ part: 'step', number: 3, what: 'amiss' }], ['step: amiss']],
    ['to a note that it has not', [{ part: 'note', number: 0, what: 'amiss' }], ['note: amiss']],
  ])('is left open by an objection %s', (_, objections, unsigned) => {
    expect(left(...(objections as object[])).unsigned).toEqual(unsigned);
  });

  it('is read where a number is told as a word, and where it is answered twice', () => {
    expect(answered({ number: '1', signs: true, objections: [] })).toBe(CARD);
    const twice = [
      { number: 1, objections: [objection('quote')] },
      { number: 1, objections: [] },
    ];
    expect(answered(...twice).unsigned).toEqual(['quote: amiss']);
    expect(left({ ...objection('step'), number: '1' }).idea.claimed.context).toHaveLength(1);
  });

  it('tells no stance where that is objected to, and names no speaker', () => {
    const { idea, unsigned } = left(objection('stance'), objection('speaker'));
    expect(idea.claimed).toMatchObject({ stance: null, speakerDoubtful: true });
    expect(unsigned).toEqual([]);
  });

  it('is told no stance again by a reading after one that was objected to', () => {
    const [again] = applyChecks(
      [left(objection('stance'), objection('line'))],
      readChecks(SIGNED, 1).checks,
      new Map(),
    );
    expect(again!.idea.claimed.stance).toBeNull();
  });

  it('loses the steps and the notes that are objected to', () => {
    const { idea, unsigned } = left(objection('step', 1), objection('note', 2));
    expect(idea.claimed.context).toEqual([CARD.idea.claimed.context[1]]);
    expect(idea.claimed).toMatchObject({ risks: CARD.idea.claimed.risks, signals: [] });
    expect(unsigned).toEqual([]);
  });

  it('loses the note that is objected to, not another of the same words', () => {
    const claimed = { ...CARD.idea.claimed, risks: ['a ban'], signals: ['a ban'] };
    const twice = { ...CARD, idea: { ...CARD.idea, claimed } };
    const objections = new Map([[1, [{ part: 'note' as const, number: 1, what: 'amiss' }]]]);
    expect(signed([twice], objections)[0]!.held.idea.claimed).toMatchObject({
      risks: [],
      signals: ['a ban'],
    });
  });

  it.each(['said', 'subject', 'line', 'quote'])('is left open where its %s is objected to', (part) => {
    expect(left(objection(part))).toEqual({ ...CARD, unsigned: [`${part}: amiss`] });
  });

  it('is left open by an objection to a step that does not say which', () => {
    expect(left(objection('step')).unsigned).toEqual(['step: amiss']);
  });
});

/** Read by an editor, who left nothing open. */
const DOUBTED: Held = {
  ...CARD,
  stances: ['BULLISH', 'BULLISH'],
  idea: { ...CARD.idea, claimed: { ...CARD.idea.claimed, weak: true } },
};
const LISTED: Held = {
  ...DOUBTED,
  idea: { ...DOUBTED.idea, claimed: CARD.idea.claimed, wasInDoubt: true },
};

describe('a card in doubt', () => {
  const answeredSo = (answer: object) => signed([DOUBTED], readObjections(JSON.stringify(answer), 1))[0]!;
  const signedAs = (...objections: object[]) => answeredSo({ cards: [{ number: 1, objections }] });

  it('is marked so, and whether it should be listed is asked of no other', () => {
    const both = signingPromptOf({ input: ARGUED, window }, [CARD, DOUBTED]);
    expect(both).toMatch(/CARD 1, by lines \d+ to \d+\n/);
    expect(both).toMatch(/CARD 2, by lines \d+ to \d+, in doubt\n/);
    expect(both).toContain('"idea": would a careful reader list it?');
    expect(signingPromptOf({ input: ARGUED, window }, [CARD])).not.toContain('"idea": ');
  });

  it.each([
    ['no editor read', { ...DOUBTED, stances: ['BULLISH' as const] }],
    ['an editor left open', { ...DOUBTED, unsigned: ['line: it is cut'] }],
  ])('is none that %s', (_, held) => {
    expect(isInDoubt(held)).toBe(false);
  });

  it('is in doubt no longer where it is signed as it was shown, and less sure than others', () => {
    const { held, ...rest } = signedAs();
    expect({ held, ...rest }).toEqual({ held: LISTED, open: [], isAsShown: true });
    const confidence = (one: Held) => writeProven(source, one.idea).confidence;
    expect(confidence(held)).toBeGreaterThan(0.5);
    expect(confidence(held)).toBeLessThan(confidence(CARD));
  });

  it('stays in doubt, with nothing left open, where its idea is objected to', () => {
    expect(signedAs(objection('idea'), objection('quote'))).toEqual({
      held: DOUBTED,
      open: [],
      isAsShown: true,
    });
  });

  it.each([
    ['nothing is said of it', { cards: [] }],
    ['no part of it is named', { cards: [{ number: 1, objections: [{ part: 'headline', what: 'amiss' }] }] }],
  ])('is left open, and in doubt still, where %s', (_, answer) => {
    const { held, open } = answeredSo(answer);
    expect(open).toHaveLength(1);
    expect({ ...held, unsigned: [] }).toEqual(DOUBTED);
  });

  it('is put right as any other where something else is objected to', () => {
    expect(signedAs(objection('quote')).held).toEqual({ ...LISTED, unsigned: ['quote: amiss'] });
  });
});

describe('a card that is in no doubt', () => {
  it('is left open by an objection to its idea', () => {
    expect(left(objection('idea')).unsigned).toEqual(['idea: amiss']);
  });
});

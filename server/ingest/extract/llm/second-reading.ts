import { z } from 'zod';
import type { EpisodeInput } from '#server/domain.ts';
import { type ClaimedIdea, readListed } from '#server/ingest/extract/llm/answer.ts';
import { headIfNew, promptHead } from '#server/ingest/extract/llm/prompt.ts';
import { type Held, type ProvenIdea, proveIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Window } from '#server/ingest/extract/llm/windows.ts';

/** Lines shown before a passage, where what it speaks of is named, and after it. */
const BEFORE = 10;
const AFTER = 4;
/** A better quote may stand so many lines outside the passage. */
const AROUND = 4;

const check = z.strictObject({
  number: z.number().describe('number of the statement'),
  quoteAlone: z
    .string()
    .describe('what somebody who reads nothing but the name of the subject and the quote learns from it'),
  marks: z
    .array(z.string())
    .describe(
      'what an editor beside the transcript would mark in headline, sentence and quote, each in a few words',
    ),
  holds: z.boolean().describe('false where the lines do not carry the statement as it is written'),
  stance: z
    .enum(['BULLISH', 'BEARISH', 'BALANCED', 'MIXED'])
    .nullable()
    .describe('of the speaker towards the subject, by the lines alone; null where no side can be told'),
  speaker: z
    .enum(['as labelled', 'another', 'cannot tell'])
    .describe('whether the quote is said by whom the label names, by all that the lines show'),
  leaveOut: z.array(z.number()).describe('numbers of the steps that an editor would not print'),
  betterHeadline: z
    .string()
    .nullable()
    .describe('null where an editor would sign the headline; else one that an editor would'),
  betterArgument: z
    .string()
    .nullable()
    .describe('null where an editor would sign the sentence; else the clause after "that", put right'),
  betterQuote: z
    .string()
    .nullable()
    .describe(
      'null where the quote, read alone, makes the claim; else sentences that do, or "" where none does',
    ),
});
type Check = z.infer<typeof check>;

/** A check as it is taken where a model leaves out what it finds nothing wrong with. */
const takenCheck = z.object({
  ...check.shape,
  quoteAlone: check.shape.quoteAlone.default(''),
  marks: check.shape.marks.default([]),
  leaveOut: check.shape.leaveOut.default([]),
  betterHeadline: check.shape.betterHeadline.default(null),
  betterArgument: check.shape.betterArgument.default(null),
  betterQuote: check.shape.betterQuote.default(null),
});

/** The JSON schema that the answer to a second reading must have. */
export const checksSchema = z.toJSONSchema(z.strictObject({ checks: z.array(check) }));

const TASK = `Do not list ideas this time: check. Each statement below was drawn from these lines by somebody else and will be printed as a card: headline, sentence, quote, steps. Some are wrong: another company, a direction turned round, a number or a hedge changed, a joke, a question, or what the speaker only reports of others told as the speaker's own view. Many want a correction. You are the editor whose name stands under the card: read the lines first, then the statement word by word, and print nothing that somebody with the transcript in hand could take exception to. Answer with one JSON object {"checks": [...]} that holds for each statement, in this order:
- number: its number.
- quoteAlone: what somebody who reads nothing but the name of the subject and the quote, as it stands, learns from it about the subject, in one short sentence; "nothing" where it is only a set-up, an example, a half sentence, or about "it" and "they" that could be anything.
- marks: what you would mark in headline, sentence and quote, each in a few words ("headline: drops 'if rates fall'", "sentence: 200 of what?", "sentence: the second reason is the host's", "quote: begins in mid-sentence"). Look at each number and what it measures, each name, who says which part, time and tense, hedges and conditions, what is stronger than was said, words that point at nothing. [] only where you would change nothing.
- holds: false where the lines do not carry it, true where they do, though it want the corrections asked for below. False, too, where it is no view of the speaker's own about an investment: history, praise, a joke, advice on how to run a company, what somebody did with a product, an abstract remark, the counter-argument or reported reasoning of others.
- stance: of the speaker towards the subject, by the lines alone: "BULLISH", "BEARISH", "BALANCED", "MIXED", or null where no side can be told or two careful readers would tell it differently. MIXED where the speaker finds it good in one respect and bad in another, each with a reason; a mere caveat leaves the lean as it is. BALANCED where both sides are weighed without a lean.
- speaker: "as labelled", "another" where the words show that somebody else than the label says the quote (they are addressed or introduced by another name, they ask what they then answer, the label changes in the middle of a sentence), or "cannot tell" where that is in doubt.
- leaveOut: the numbers of the steps that you would not print: no finished English, not carried by their line, another voice's than the one they are told of, an objection that the speaker seems to make to himself, words that point at nothing, a number without its unit, raw or misheard speech; [] when all are sound.
- betterHeadline: null where you marked nothing in it; else the claim as a short clause of 4 to 14 words, without a stance word. Put right: an empty one, a topic for a claim, a dropped "if", "highly" or "may", a forecast told as a fact, a claim that is not the one of the quote and the sentence, a name in small letters.
- betterArgument: null where you marked nothing in it; else the clause that follows "that", 12 to 45 words, put right. It holds only what this speaker says. Put right: broken or stitched English, a name in small letters, a number without its unit, currency or what it measures, words that point at nothing in the sentence ("the second category", "the same flywheel"), a hedge or condition that was dropped, reasons of others told as the speaker's own. Take a doubtful detail out rather than keep it.
- betterQuote: null where quoteAlone is the claim of the headline, or most of it. Else one to three whole sentences that stand next to each other in the lines of the statement, said under the same label, at most 280 characters, that make the claim and name or plainly mean the subject, copied letter for letter; where the transcript has no full stops, from the beginning of a clause to the end of one. "" where there are none: an idea is better left out than shown with a quote that is garbled, cut, or does not tell what it speaks of.`;

/** The question by which ideas are read a second time, by somebody who has not seen how they were found. */
export function checkPromptOf(input: EpisodeInput, window: Window, ideas: readonly ProvenIdea[]): string {
  const restsOn = new Set(ideas.flatMap(({ claimed }) => claimed.context.map(({ line }) => line)));
  const isAround = (number: number) =>
    ideas.some((idea) => number >= idea.firstLine - BEFORE && number <= idea.lastLine + AFTER);
  const shown = window.lines.flatMap((line, i) =>
    isAround(i + 1) || restsOn.has(i + 1) ? [{ line, number: i + 1 }] : [],
  );
  return [
    ...promptHead(input, window),
    '',
    TASK,
    '',
    'Transcript:',
    ...shown.flatMap(({ line, number }, i) => [
      ...headIfNew(line, shown[i - 1]?.line),
      `${number}| ${line.text}`,
    ]),
    ...ideas.flatMap((idea, i) => statement(idea, i + 1)),
  ].join('\n');
}

function statement({ claimed, subject, firstLine, lastLine, found }: ProvenIdea, number: number): string[] {
  const steps = claimed.context.map(
    ({ line, verb, clause }, i) => `Step ${i + 1}, by line ${line}: ${verb} that ${clause}`,
  );
  return [
    '',
    `STATEMENT ${number}, on ${subject.subject.name}, by lines ${firstLine} to ${lastLine}`,
    `Headline: ${claimed.headline || '(none yet)'}`,
    `The speaker ${claimed.verb} that ${claimed.argument}`,
    `Quote: ${found.quote.text}`,
    ...steps,
  ];
}

/**
 * The ideas that the answer of a second reading leaves. Where the two readings differ on the stance none is told; where the second
 * doubts the speaker none is named; a headline, sentence or quote that an editor would not sign gives way to a better one that is
 * proven, else the idea is weak. Of `settled` ideas two readings found that they hold: a third is heard on words, stance and speaker alone. An idea of which it says nothing, and all of them where the answer cannot be read, stay what the proof made of them.
 */
export function applyChecks(held: readonly Held[], answer: string, settled = false): Held[] {
  const checks = new Map(
    (readListed(answer, 'checks') ?? []).flatMap((raw) => {
      const read = takenCheck.safeParse(raw);
      return read.success ? [[read.data.number, read.data] as const] : [];
    }),
  );
  return held.flatMap((one, i) => {
    const its = checks.get(i + 1);
    if (its === undefined) return [one];
    return its.holds || settled ? [{ ...one, idea: withCheck(one, its, settled) }] : [];
  });
}

/** Of the ideas that a second reading left, those that it put other words to and that are to be served: nobody has read these yet. */
export function putRight(before: readonly Held[], after: readonly Held[]): Held[] {
  const wordsOf = ({ idea: { claimed, found } }: Held) =>
    [claimed.headline, claimed.argument, found.quote.text].join('\n');
  const read = new Set(before.map(wordsOf));
  return after.filter((one) => !one.idea.claimed.weak && !read.has(wordsOf(one)));
}

function withCheck(
  held: Held,
  { stance, speaker, leaveOut, ...better }: Check,
  settled: boolean,
): ProvenIdea {
  const { source, idea: shown } = held;
  const context = shown.claimed.context.filter((_, i) => !leaveOut.includes(i + 1));
  const { idea, isSound } = corrected(
    { source, idea: { ...shown, claimed: { ...shown.claimed, context } } },
    better,
  );
  const { claimed } = idea;
  return {
    ...idea,
    claimed: {
      ...claimed,
      stance: claimed.stance === stance ? stance : null,
      speakerDoubtful: claimed.speakerDoubtful || speaker !== 'as labelled',
      weak: claimed.weak || (!isSound && !settled),
    },
  };
}

type Better = Pick<Check, 'betterHeadline' | 'betterArgument' | 'betterQuote'>;

/** The idea with what is put right and proven; it is not sound where something is left that an editor would not sign. */
function corrected(
  { source, idea }: Held,
  { betterHeadline, betterArgument, betterQuote }: Better,
): { readonly idea: ProvenIdea; readonly isSound: boolean } {
  const corrections: Partial<ClaimedIdea>[] = [
    ...(betterHeadline === null ? [] : [{ headline: betterHeadline }]),
    ...(betterArgument === null ? [] : [{ argument: betterArgument }]),
    ...(betterQuote === null ? [] : [{ quote: betterQuote, quoteLine: idea.found.line }]),
  ];
  let now = idea;
  let isSound = true;
  for (const correction of corrections) {
    const next = provenWith({ source, idea: now }, correction);
    isSound &&= next !== null;
    now = next ?? now;
  }
  return { idea: now, isSound };
}

/** The idea with a correction, as it is proven, of the same voice and place; null where it is not. */
function provenWith({ source, idea }: Held, correction: Partial<ClaimedIdea>): ProvenIdea | null {
  const result = proveIdea(source, { ...idea.claimed, ...correction });
  if (result.is !== 'proven') return null;
  const labelOf = ({ found }: ProvenIdea) => source.input.cues[found.quote.firstCue]?.speaker;
  const isWhole = correction.headline === undefined || result.idea.claimed.headline !== '';
  return isWhole && labelOf(result.idea) === labelOf(idea) && isNear(result.idea, idea) ? result.idea : null;
}

/** The passage with its new quote is the old one, or begins or ends in the lines shown around it. */
function isNear(now: ProvenIdea, before: ProvenIdea): boolean {
  return now.firstLine >= before.firstLine - AROUND && now.lastLine <= before.lastLine + AROUND;
}

import { z } from 'zod';
import {
  oneOf,
  readListed,
  STANCES,
  SUBJECT_KINDS,
  TELLING_VERBS,
  withoutNulls,
} from '#server/ingest/extract/llm/answer.ts';
import { askedFor } from '#server/ingest/extract/llm/editing/numbered.ts';
import { promptAbout } from '#server/ingest/extract/llm/editing/prompt.ts';
import type { Held, ProvenIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import type { WindowTalk } from '#server/ingest/extract/llm/windows.ts';
import { QUOTE_AIM } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import type { GivenName } from '#server/linking/named.ts';

/** Lines shown before a passage, where its subject is named, and after it. */
const AROUND = { before: 14, after: 6 };

const SPEAKERS = ['as labelled', 'another', 'cannot tell'] as const;

const check = z.strictObject({
  number: z.number().describe('number of the statement'),
  quoteAlone: z
    .string()
    .describe('what somebody who reads nothing but the name of the subject and the quote learns from it'),
  quoteLeaves: z
    .array(z.string())
    .describe('words of the quote that its reader cannot make out, or that are misheard; [] for none'),
  claim: z
    .string()
    .describe(
      'what this speaker says becomes of the subject and why, by the lines; "nothing" where they tell none',
    ),
  gains: z
    .string()
    .describe('what gains or loses if that claim holds, by its name, and whether somebody can own it'),
  carriedBy: z
    .array(z.strictObject({ words: z.string(), line: z.number() }))
    .describe(
      'each thing that headline and sentence claim, in their words, and the line that says it; 0 for none',
    ),
  stepsRead: z
    .array(z.strictObject({ step: z.number(), words: z.string(), open: z.string() }))
    .describe(
      'for each step the words of its line that carry it, "" for none; and what it leaves to ask, "" for nothing',
    ),
  marks: z.array(z.string()).describe('what an editor beside the transcript would mark, each in a few words'),
  holds: z.boolean().describe('false where the lines do not carry the statement as it is written'),
  stance: z
    .enum(STANCES)
    .nullable()
    .describe('of the speaker towards the subject, by the lines alone; null where no side can be told'),
  speaker: z
    .enum(SPEAKERS)
    .describe('whether the quote is said by whom the label names, by all that the lines show'),
  betterSubject: z
    .strictObject({ name: z.string(), said: z.string(), kind: z.enum(SUBJECT_KINDS) })
    .nullable()
    .describe(
      'null where the statement is filed under what is argued about; else its usual name, and the words said for it',
    ),
  leaveOut: z
    .array(z.number())
    .describe('numbers of the steps that an editor would not print, even put right'),
  leaveOutNotes: z
    .array(z.number())
    .describe('numbers of the risks and signals that this speaker does not tell of the subject'),
  betterSteps: z
    .array(
      z.strictObject({
        step: z.number(),
        line: z.number().nullable(),
        verb: z.enum(TELLING_VERBS).nullable(),
        clause: z.string(),
      }),
    )
    .describe('steps put right, each by its number with its clause; line and verb where they change too'),
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
  signs: z.boolean().describe('true where an editor signs the card with these corrections'),
});

/** A second reading's check of one statement. Missing fields mean that nothing is wrong: models leave those out, or give null. */
const takenFields = z.object({
  ...check.shape,
  number: z.coerce.number(),
  stance: z.preprocess((given) => oneOf(STANCES, given), check.shape.stance.default(null)),
  speaker: z.preprocess(
    (given) => (oneOf(['as labeled'], given) === 'as labeled' ? 'as labelled' : oneOf(SPEAKERS, given)),
    check.shape.speaker,
  ),
  quoteAlone: check.shape.quoteAlone.default(''),
  quoteLeaves: check.shape.quoteLeaves.default([]),
  claim: z.unknown().optional(),
  gains: z.unknown().optional(),
  carriedBy: z.unknown().optional(),
  stepsRead: z.array(z.object({ step: z.number(), words: z.string(), open: z.string() })).default([]),
  marks: check.shape.marks.default([]),
  betterSubject: z
    .object({
      name: z.string(),
      said: z.string(),
      kind: z.preprocess((given) => oneOf(SUBJECT_KINDS, given), z.enum(SUBJECT_KINDS)),
    })
    .nullable()
    .default(null),
  leaveOut: check.shape.leaveOut.default([]),
  leaveOutNotes: check.shape.leaveOutNotes.default([]),
  betterSteps: z
    .array(
      z.object({
        step: z.number(),
        line: z.number().nullable().default(null),
        verb: z.preprocess(
          (given) => oneOf(TELLING_VERBS, given),
          z.enum(TELLING_VERBS).nullable().catch(null),
        ),
        clause: z.string(),
      }),
    )
    .default([]),
  betterHeadline: check.shape.betterHeadline.default(null),
  betterArgument: check.shape.betterArgument.default(null),
  betterQuote: check.shape.betterQuote.default(null),
  signs: check.shape.signs.default(true),
});
const takenCheck = z.preprocess((raw) => {
  const read = z.record(z.string(), z.unknown()).safeParse(raw);
  return read.success ? Object.fromEntries(withoutNulls(read.data)) : raw;
}, takenFields);
export type Check = z.infer<typeof takenFields>;

/** JSON schema of the answer to a second reading. */
export const checksSchema = z.toJSONSchema(z.strictObject({ checks: z.array(check) }));

const TASK = `Do not list ideas this time: check. Each statement below was drawn from these lines by somebody else and will be printed as a card: subject, headline, sentence, quote, steps. Some are wrong: another company, a direction turned round, a number or a hedge changed, a joke, a question, or what the speaker only reports of others told as the speaker's own view. Many want a correction. You are the editor whose name stands under the card: read the lines first, then the statement word by word, and print nothing that somebody with the transcript in hand could take exception to. Answer with one JSON object {"checks": [...]} that holds for each statement, in this order:
- number: its number.
- quoteAlone: what somebody who reads nothing but the name of the subject and the quote, as it stands, learns from it about the subject, in one short sentence; "nothing" where it is only a set-up, an example, a half sentence, or about "it" and "they" that could be anything. Look at the words just before and just after it, too: where they belong to the same clause or take it back, it is cut.
- quoteLeaves: the words of the quote, each copied, that somebody who reads the name of the subject and the quote alone cannot make out: "that", "it", "they" or "this product" for what only the lines before name, the name of the subject or of whom it is compared with misheard beyond recognition ("the Propics" for Anthropic), a misheard word in the claim or its figure ("billion dollars of error" for ARR), the second part of a comparison that is left out. Not fillers, not "it" for the subject itself, not a slip that everybody reads rightly ("open AI"). [] where there are none; else a better quote is wanted (betterQuote): without them, or with the sentence that names what they mean.
- claim: what this speaker says of the subject's merit, prospects, valuation, risk or competitive position, and the reason given for it, in your own words and by these lines alone; "nothing" where the lines hold no such claim of the speaker's own (then holds is false).
- gains: what gains or loses if that claim holds, by its usual name, and whether it can be owned. Where that is another than the subject, put the subject right (betterSubject).
- carriedBy: headline and sentence taken apart into all that they claim (each reason, number, comparison, time, condition, who does what): the words, and the number of the line in which this speaker says just that; 0 where no line does, or only another speaker's.
- stepsRead: for each step, in order, "words": the words of its line, or of one next to it under the same label, copied, that say just what it tells, "" where none do; "open": what somebody who reads this card alone would have to ask of it ("who are 'they'?", "40% of what?", "does that follow from the step before, or is it another matter?", "whose example is it?"), "" where nothing. A step of which one is amiss is put right (betterSteps) or left out.
- marks: what you would mark in subject, headline, sentence, quote and steps, each in a few words ("headline: drops 'if rates fall'", "sentence: 200 of what?", "sentence: the second reason is the host's", "quote: begins in mid-sentence", "step 2: who are 'they'?"). Look at each number and what it measures, each name, who says which part, hedges and conditions, time and tense (a view, price or event of an earlier time told as of today), what is stronger than was said, each "so that", "because" and "as" (does the speaker say that the one follows from the other?), words that point at nothing, a span of time without its beginning ("within three years" of what?). [] only where you would change nothing.
- holds: false where the lines do not carry it, true where they do, though it want the corrections asked for below. False, too, where it is no view of the speaker's own about an investment: somebody's pitch for the company, fund or product that they run or sell, history from which nothing about today is drawn, a view that the speaker no longer holds, what one party to a quarrel or a lawsuit says of the other, praise, a joke, advice on how to run a company or what its customers should do, what somebody's own company plans or copes with, what somebody did with a product, an abstract remark, the counter-argument or reported reasoning of others. What somebody claims of a market's rules or structure is one where it bears on the prospects of the subject.
- stance: of the speaker towards the subject, by the lines alone: "BULLISH", "BEARISH", "BALANCED", "MIXED", or null where no side can be told or two careful readers would tell it differently; a card without a side can be signed. MIXED where the speaker finds it good in one respect and bad in another, each with a reason of its own; a mere caveat, risk or condition leaves the lean as it is. BALANCED where both sides are weighed without a lean.
- speaker: "as labelled", "another" where the words show that somebody else than the label says the quote (they are addressed or introduced by another name, they ask what they then answer), or "cannot tell" where that is in doubt: so where the label changes in the middle of a sentence of the quote, or labels lag behind the voices. In both cases nobody is named, and the card can be signed.
- betterSubject: null where the statement is filed under what this speaker argues about. Else the usual name of what is ("name"), the words in these lines that name it, copied ("said"), and "kind" (company, fund, asset or theme): where the claim is about another company or its product, about one company and not the whole theme, or about the theme and not the company that serves as an example. Where it is filed under several of which these lines do not make the very same claim, give the one that they make it of, though it is among them.
- leaveOut: the numbers of the steps that you would not print and cannot put right: not carried by their line, misheard speech, an objection that the speaker seems to make to himself; [] when there are none. Each step is printed with the name over its line, so that it must be told of whoever speaks there; an objection of somebody else may stay.
- leaveOutNotes: the numbers of the notes (a risk, a signal) that are not told of this subject, that this speaker only says others think or takes back at once, or that are no risk to it and no sign of it; [] when there are none.
- betterSteps: the steps that can be put right, [{"step": number, "line": the line that carries it, null where that is right, "verb": argues, says, expects, believes, suspects, warns, adds, concedes, estimates, recalls, replies or objects, null where that is right, "clause": the clause after "that", put right}]: no finished English, words that point at nothing ("it", "they", "that deal"), a number without its unit or what it measures, a dropped hedge, a name in small letters or spelt in two ways in the lines ("his company" does for somebody's own), a verb that does not fit its clause ("warns that the company grows"); [] when there are none. Each must be carried by its line and those around it.
- betterHeadline: null where you marked nothing in it; else the claim as a short clause of 4 to 14 words, without a stance word. Put right: an empty one, a topic for a claim, a dropped "if", "highly" or "may", a forecast told as a fact, a claim that is not the one of the quote and the sentence, more than the quote says (of a claim with two sides or two steps the headline tells the one that the quote holds, unless the quote is lengthened to hold both), words that no line carries, a name in small letters.
- betterArgument: null where you marked nothing in it; else the clause that follows "that", 12 to 45 words, put right. It holds only what this speaker says; whatever has line 0 in carriedBy goes. Put right: broken or stitched English, a name in small letters, a number without its unit, currency or what it measures, words that point at nothing in the sentence ("the second category", "the same flywheel"), a hedge or condition that was dropped, reasons of others told as the speaker's own. Take a doubtful detail out rather than keep it.
- betterQuote: null where quoteAlone is the claim of the headline, or most of it, and it is whole sentences and nothing beside the point. Else one to three whole sentences that stand next to each other in the lines shown, said under the same label, at most ${QUOTE_AIM} characters, that make the claim and name or plainly mean the subject, copied letter for letter; where a sentence is longer than that, holds another matter besides, or the transcript has no full stops, a part that reads as a sentence by itself, from the beginning of a clause to the end of one, not parted from the "but" or "if" that follows nor from the claim whose "because" it is, and does not turn round what the whole sentence says. It may be a shorter or longer piece of the same place. Where no words make the whole claim, take those that make the chief part of it and cut the headline to that part; of a view with two sides the chief part is not the half that is granted. "" only where there are none for any part: an idea is better left out than shown with a quote that is garbled, cut, or does not tell what it speaks of.
- signs: true where, with your corrections, you sign the whole card. Somebody who holds the transcript beside it will ask seven things, and a no to any of them is your error in print: is each word of it borne out; is the stance, if one is told, this speaker's and on this subject; is the subject what is argued about; does the headline say what the speaker means, no more and no less, and of the right time; is the sentence whole and true in every part; does the quote, read alone, make that claim, and is it whole; is every step true, clear and told of whoever says it. False where something is left that you would not print and cannot put right here.
Under some statements stands what a reader before you left open, or put forward in vain and why: put that right in another way, or find that it needs none; do not put forward the same again.`;

/** The prompt of a second reading, which does not tell how the ideas were found. */
export function checkPromptOf(talk: WindowTalk, held: readonly Held[]): string {
  return promptAbout(talk, held, { task: TASK, around: AROUND, told: statement });
}

function statement({ idea, unsigned }: Held, number: number): string[] {
  const { claimed, subject, alsoAbout, firstLine, lastLine, found } = idea;
  const names = [subject, ...alsoAbout].map(({ subject: { name } }) => name);
  const steps = claimed.context.map(
    ({ line, verb, clause }, i) => `Step ${i + 1}, by line ${line}: ${verb} that ${clause}`,
  );
  return [
    '',
    `STATEMENT ${number}, on ${names.join(' and ')}, by lines ${firstLine} to ${lastLine}`,
    `Headline: ${claimed.headline || '(none yet)'}`,
    `The speaker ${claimed.verb} that ${claimed.argument}`,
    `Quote, from line ${found.line}: ${found.quote.text}`,
    `Just before it: ${lastWords(found.before)} / Just after it: ${firstWords(found.after)}`,
    ...steps,
    ...notesOf(idea).map(({ kind, text }, i) => `Note ${i + 1}, a ${kind}: ${text}`),
    ...unsigned.map((reason) => `Left open: ${reason}`),
  ];
}

/** Risks and signals, in the order in which an editor is shown them. */
export function notesOf({ claimed: { risks, signals } }: ProvenIdea) {
  return [
    ...risks.map((text) => ({ kind: 'risk', text })),
    ...signals.map((text) => ({ kind: 'signal', text })),
  ];
}

/** The idea without the notes of these numbers, counted from 1 as in `notesOf`. */
export function withoutNotes(idea: ProvenIdea, numbers: readonly number[]): ProvenIdea {
  const { risks, signals } = idea.claimed;
  const isLeft = (number: number) => !numbers.includes(number);
  const claimed = {
    ...idea.claimed,
    risks: risks.filter((_, i) => isLeft(i + 1)),
    signals: signals.filter((_, i) => isLeft(risks.length + i + 1)),
  };
  return { ...idea, claimed };
}

/** Words shown on either side of a quote, to tell whether it is cut where the transcript has no full stops. */
const BESIDE = 10;

function lastWords(text: string): string {
  return text.split(' ').slice(-BESIDE).join(' ') || '(another voice)';
}

function firstWords(text: string): string {
  return text.split(' ').slice(0, BESIDE).join(' ') || '(another voice)';
}

/** The checks that could be read, by the number of their statement, and what was wrong with the form of the others. */
export type ReadChecks = { readonly checks: ReadonlyMap<number, Check>; readonly faults: readonly string[] };

/** The checks of a second reading of so many statements. Two of one statement tell nothing of it: which is meant is unknown. */
export function readChecks(answer: string, statements: number): ReadChecks {
  const taken = (readListed(answer, 'checks') ?? []).map((raw) => ({ raw, ...takenCheck.safeParse(raw) }));
  const asked = askedFor(
    taken.flatMap(({ data }) => data ?? []),
    statements,
  );
  const ofNumber = [...Map.groupBy(asked, ({ number }) => number)];
  const twice = ofNumber
    .filter(([, its]) => its.length > 1)
    .map(([number]) => `check ${number}: it is there twice.`);
  return {
    checks: new Map(
      ofNumber.flatMap(([number, its]) => (its.length === 1 ? [[number, its[0]!] as const] : [])),
    ),
    faults: [
      ...taken.flatMap(({ raw, error }) => (error === undefined ? [] : [formFault(raw, error)])),
      ...twice,
    ],
  };
}

/** Which field of a check has the wrong form, and what stands there. */
function formFault(raw: unknown, { issues: [first] }: z.ZodError): string {
  const read = z.looseObject({ number: z.unknown() }).safeParse(raw);
  const field = String(first?.path[0] ?? 'check');
  const value = read.success ? JSON.stringify(read.data[field]) : JSON.stringify(raw);
  const of = read.success && typeof read.data.number === 'number' ? `check ${read.data.number}` : 'check';
  return `${of}, ${field}: ${(value ?? 'nothing').slice(0, 60)} is not what was asked for.`;
}

/** The names of corrected subjects, to be resolved. */
export function namesToResolveIn(checks: ReadonlyMap<number, Check>): GivenName[] {
  return [...checks.values()].flatMap(({ betterSubject }) => {
    if (betterSubject === null) return [];
    const { name, said, kind } = betterSubject;
    return [
      { name, kind },
      { name: said, kind },
    ];
  });
}

import { z } from 'zod';
import { readListed } from '#server/ingest/extract/llm/answer.ts';
import { askedFor } from '#server/ingest/extract/llm/editing/numbered.ts';
import { promptAbout } from '#server/ingest/extract/llm/editing/prompt.ts';
import { notesOf, withoutNotes } from '#server/ingest/extract/llm/editing/question.ts';
import type { Held } from '#server/ingest/extract/llm/proof/proof.ts';
import type { WindowTalk } from '#server/ingest/extract/llm/windows.ts';
import { stepsOf, writeProven } from '#server/ingest/extract/llm/write.ts';

/** Lines shown before a passage and after it: more than the second reading sees. */
const AROUND = { before: 20, after: 10 };

/** Parts of a card that can be objected to. */
const PARTS = ['said', 'speaker', 'subject', 'stance', 'line', 'quote', 'step', 'note', 'idea'] as const;
type Part = (typeof PARTS)[number];

const objection = z.strictObject({
  part: z.enum(PARTS).describe('what of the card it is about'),
  number: z.number().nullable().describe('number of the step or note; null for any other part'),
  what: z.string().describe('what exactly, in a few words'),
});
const card = z.strictObject({
  number: z.number().describe('number of the card'),
  quoteAlone: z
    .string()
    .describe('what somebody who reads nothing but the subject and the quote learns of the subject'),
  objections: z
    .array(objection)
    .describe('all for which you would not print the card as it stands; [] where you sign it'),
});

/** JSON schema of the answer to a signing. */
export const cardsSchema = z.toJSONSchema(z.strictObject({ cards: z.array(card) }));

const TASK = `Do not list ideas this time: sign. Each card below stands ready for print, just as readers will see it. Somebody else wrote it and put it right. You are a strict editor whose name stands under what is printed: read the lines first, then the card word by word. Answer with one JSON object {"cards": [...]} that holds for each card, in this order:
- number: its number.
- quoteAlone: what somebody who reads nothing but the name of the subject and the quote learns of the subject, in one short sentence; "nothing" where it makes no claim.
- objections: what you would not print, each {"part", "number", "what"}; [] where you sign the card as it stands. Ask in this order:
  "said": is every word of headline and line borne out by this speaker's words, no more and no less? A number or what it measures, a hedge, a condition that the claim hangs on, a time, who does what, a name or figure that is wrong; a reason joined by "because", "so that" or "as" that the speaker does not join so; something of another speaker's.
  "speaker": is the person named really the one who speaks? Where nobody is named that is no fault.
  "subject": is the card filed under what is argued about, and not under something wider, an example, or the other side of it?
  "stance": is it this speaker's side on that subject? Where none is told that is no fault.
  "line": are headline and line each whole, clear by themselves and fluent English, with nothing that points at what the card does not tell ("within three years" of what?)?
  "quote": is it whole, not begun or ended in mid-sentence so that its sense or its limit is lost, not cut against its sense, and read with the subject's name alone does it make the claim of the headline or its chief part? Of a view with two sides the half that is granted is not the chief part. A slip of the transcript that every reader reads rightly is no fault.
  "step": is each step true, clear, and told of whoever says it? Give its number, one objection a step.
  "note": is each risk and signal told of this subject by this speaker? Give its number.
Be strict but fair: object to what a careful reader with the transcript in hand would take exception to, not to what you would have put in other words. Whether it should be listed at all is settled. Use no knowledge from outside, except the common spelling of well-known names.`;

const DOUBT = `Of a card marked "in doubt" it is not settled, for whoever listed it was not sure. Ask this of it first:
  "idea": would a careful reader list it? A claim about the subject's merit, its prospects or what drives them, meant seriously, that somebody could agree or disagree with, is one, though it be short or its reason be. A joke, a bare question, advice to somebody, praise in passing, news told without a view of it, or one clause in talk about something else is none.`;

/**
 * Whether the signing decides if an idea is listed: its first reader was not sure, and an editor read it and left nothing open. Any
 * other weak idea is never served.
 */
export function isInDoubt({ idea, stances, unsigned }: Held): boolean {
  return idea.claimed.weak && stances.length > 1 && unsigned.length === 0;
}

/** The prompt of a signing, with the cards as they will be served. */
export function signingPromptOf(talk: WindowTalk, held: readonly Held[]): string {
  const task = held.some(isInDoubt) ? `${TASK}\n${DOUBT}` : TASK;
  return promptAbout(talk, held, { task, around: AROUND, told: cardOf });
}

function cardOf(held: Held, number: number): string[] {
  const { source, idea } = held;
  const { headline, thesis, subject, tickers, stance, speaker, quote } = writeProven(source, idea);
  return [
    '',
    `CARD ${number}, by lines ${idea.firstLine} to ${idea.lastLine}${isInDoubt(held) ? ', in doubt' : ''}`,
    `Filed under: ${[subject.name, ...tickers].join(', ')}`,
    `Speaker: ${speaker?.name ?? '(not named)'}`,
    `Stance: ${stance ?? '(not told)'}`,
    ...(idea.against === null ? [] : [`Against: ${idea.against.subject.name}`]),
    `Headline: ${headline}`,
    `Line: ${thesis}`,
    `Quote, from line ${idea.found.line}: ${quote.text}`,
    ...stepsOf(source, idea).map((step, i) => `Step ${i + 1}: ${step}`),
    ...notesOf(idea).map(({ kind, text }, i) => `Note ${i + 1}, a ${kind}: ${text}`),
  ];
}

/** An objection as a model may write it. An unknown or missing part counts against the whole card. */
const takenObjection = z
  .object({
    part: z.enum([...PARTS, 'card']).catch('card'),
    number: z.coerce.number().nullable().catch(null).default(null),
    what: z.string().catch('').default(''),
  })
  .catch({ part: 'card', number: null, what: '' });
const takenCard = z.object({ number: z.coerce.number(), objections: z.array(takenObjection) });
export type SignerObjection = z.infer<typeof takenObjection>;

/** The objections to each card by its number, without cards for which the answer has no list. */
export function readObjections(
  answer: string,
  cards: number,
): ReadonlyMap<number, readonly SignerObjection[]> {
  const read = (readListed(answer, 'cards') ?? []).flatMap((raw) => takenCard.safeParse(raw).data ?? []);
  const told = new Map<number, readonly SignerObjection[]>();
  for (const { number, objections } of askedFor(read, cards))
    told.set(number, [...(told.get(number) ?? []), ...objections]);
  return told;
}

const NOT_SIGNED: readonly SignerObjection[] = [{ part: 'card', number: null, what: 'it was not signed.' }];

/** A card after a signing; the objections that withholding a field, a step or a note does not settle; whether it reads as shown. */
export type Signed = {
  readonly held: Held;
  readonly open: readonly SignerObjection[];
  readonly isAsShown: boolean;
};

/**
 * The cards after a signing. An objection removes a step or note, withholds the stance or unnames the speaker; any other is left
 * open and told to an editor in `unsigned`, as is a card without an answer. A card in doubt stays weak, with nothing open, if its
 * idea is objected to. If it is signed, or objected to in something that can be corrected, it is in doubt no longer.
 */
export function signed(
  held: readonly Held[],
  objections: ReadonlyMap<number, readonly SignerObjection[]>,
): readonly Signed[] {
  return held.map((one, i) => {
    const its = objections.get(i + 1) ?? NOT_SIGNED;
    const names = (part: SignerObjection['part']) => its.some((objection) => objection.part === part);
    if (isInDoubt(one) && names('idea')) return { held: one, open: [], isAsShown: true };
    const settled = isInDoubt(one) && !names('card') ? listed(one) : one;
    return its.length === 0 ? { held: settled, open: [], isAsShown: true } : withObjections(settled, its);
  });
}

function listed(held: Held): Held {
  const claimed = { ...held.idea.claimed, weak: false };
  return { ...held, idea: { ...held.idea, claimed, wasInDoubt: true } };
}

function withObjections(held: Held, objections: readonly SignerObjection[]): Signed {
  const { claimed } = held.idea;
  const about = (part: Part) => objections.filter((one) => one.part === part);
  const numbers = (part: Part) => about(part).map(({ number }) => number);
  const hasStance = about('stance').length === 0;
  const open = objections.filter((one) =>
    isOpen(one, { steps: claimed.context.length, notes: notesOf(held.idea).length }),
  );
  const left = withoutNotes(
    held.idea,
    numbers('note').filter((number) => number !== null),
  );
  const idea = {
    ...left,
    claimed: {
      ...left.claimed,
      stance: hasStance ? claimed.stance : null,
      speakerDoubtful: claimed.speakerDoubtful || about('speaker').length > 0,
      context: claimed.context.filter((_, i) => !numbers('step').includes(i + 1)),
    },
  };
  // Else the majority of the readings would bring the withheld stance back.
  const stances = hasStance ? held.stances : held.stances.map(() => null);
  const unsigned = open.map(({ part, what }) => `${part}: ${what}`);
  return { held: { ...held, idea, stances, unsigned }, open, isAsShown: false };
}

/** Whether an objection stays open: withholding a field, step or note settles it, but not for a step or note that does not exist. */
function isOpen(
  { part, number }: SignerObjection,
  { steps, notes }: { readonly steps: number; readonly notes: number },
): boolean {
  const isOneOf = (count: number) =>
    number !== null && Number.isInteger(number) && number >= 1 && number <= count;
  if (part === 'step') return !isOneOf(steps);
  if (part === 'note') return !isOneOf(notes);
  return part !== 'stance' && part !== 'speaker';
}

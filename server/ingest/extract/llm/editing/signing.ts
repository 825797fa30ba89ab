import { z } from 'zod';
import { readListed } from '#server/ingest/extract/llm/answer.ts';
import { promptAbout } from '#server/ingest/extract/llm/editing/prompt.ts';
import { notesOf } from '#server/ingest/extract/llm/editing/question.ts';
import type { Held } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Talk } from '#server/ingest/extract/llm/windows.ts';
import { stepsOf, writeProven } from '#server/ingest/extract/llm/write.ts';

/** Lines shown before and after a passage: a signer sees more talk than an editor. */
const AROUND = { before: 20, after: 10 };

/** What of a card is objected to. */
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

/** The JSON schema that the answer of who signs must have. */
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
 * Whether its first reader doubted that the idea should be listed, and an editor left nothing open: the signer
 * decides. Any other weak idea is not served.
 */
export function isInDoubt({ idea, stances, unsigned }: Held): boolean {
  return idea.claimed.weak && stances.length > 1 && unsigned.length === 0;
}

/** Asks whether cards are signed as they will be served. */
export function signingPromptOf(talk: Talk, held: readonly Held[]): string {
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

/** An objection as a model may give it; with an unknown part, or none, the card stays open. */
const takenObjection = z
  .object({
    part: z.enum([...PARTS, 'card']).catch('card'),
    number: z.coerce.number().nullable().catch(null).default(null),
    what: z.string().catch('').default(''),
  })
  .catch({ part: 'card', number: null, what: '' });
const takenCard = z.object({ number: z.coerce.number(), objections: z.array(takenObjection) });
export type Objection = z.infer<typeof takenObjection>;

/**
 * Objections to each card, by number; a card without a list is missing. An answer that numbers an unknown card counts
 * other cards, and is void.
 */
export function readObjections(answer: string, cards: number): ReadonlyMap<number, readonly Objection[]> {
  const read = (readListed(answer, 'cards') ?? []).flatMap((raw) => takenCard.safeParse(raw).data ?? []);
  const isAsked = ({ number }: { readonly number: number }) =>
    Number.isInteger(number) && number >= 1 && number <= cards;
  const told = new Map<number, readonly Objection[]>();
  if (!read.every(isAsked)) return told;
  for (const { number, objections } of read) told.set(number, [...(told.get(number) ?? []), ...objections]);
  return told;
}

const NOT_SIGNED: readonly Objection[] = [{ part: 'card', number: null, what: 'it was not signed.' }];

/**
 * A card after signing; objections that withholding a field, step or note does not answer; and whether it reads as
 * shown.
 */
export type Signed = {
  readonly held: Held;
  readonly open: readonly Objection[];
  readonly isAsShown: boolean;
};

/**
 * The cards after signing. Objections drop a step or note, withhold a stance, or unname a speaker; all others stay
 * open and go to an editor in `unsigned`, as does a card without an answer. A doubted card stays weak, with nothing
 * open, if its idea is objected to; signed, or objected to in what can be corrected, it is no longer in doubt.
 */
export function signed(
  held: readonly Held[],
  objections: ReadonlyMap<number, readonly Objection[]>,
): readonly Signed[] {
  return held.map((one, i) => {
    const its = objections.get(i + 1) ?? NOT_SIGNED;
    const names = (part: Objection['part']) => its.some((objection) => objection.part === part);
    if (isInDoubt(one) && names('idea')) return { held: one, open: [], isAsShown: true };
    const settled = isInDoubt(one) && !names('card') ? listed(one) : one;
    return its.length === 0 ? { held: settled, open: [], isAsShown: true } : withObjections(settled, its);
  });
}

function listed(held: Held): Held {
  const claimed = { ...held.idea.claimed, weak: false };
  return { ...held, idea: { ...held.idea, claimed, wasInDoubt: true } };
}

function withObjections(held: Held, objections: readonly Objection[]): Signed {
  const { claimed } = held.idea;
  const notes = notesOf(held.idea);
  const about = (part: Part) => objections.filter((one) => one.part === part);
  const numbers = (part: Part) => about(part).map(({ number }) => number);
  const gone = notes.filter((_, i) => numbers('note').includes(i + 1));
  const isLeft = (note: string) => !gone.some(({ text }) => text === note);
  const hasStance = about('stance').length === 0;
  const open = objections.filter((one) =>
    isOpen(one, { steps: claimed.context.length, notes: notes.length }),
  );
  const idea = {
    ...held.idea,
    claimed: {
      ...claimed,
      stance: hasStance ? claimed.stance : null,
      speakerDoubtful: claimed.speakerDoubtful || about('speaker').length > 0,
      context: claimed.context.filter((_, i) => !numbers('step').includes(i + 1)),
      risks: claimed.risks.filter(isLeft),
      signals: claimed.signals.filter(isLeft),
    },
  };
  // Whoever reads it next does not bring back by the number of readings what was objected to.
  const stances = hasStance ? held.stances : held.stances.map(() => null);
  const unsigned = open.map(({ part, what }) => `${part}: ${what}`);
  return { held: { ...held, idea, stances, unsigned }, open, isAsShown: false };
}

/** Withholding a field, step or note answers its objection; one to a missing step or note stays open. */
function isOpen(
  { part, number }: Objection,
  { steps, notes }: { readonly steps: number; readonly notes: number },
): boolean {
  const isOneOf = (count: number) =>
    number !== null && Number.isInteger(number) && number >= 1 && number <= count;
  if (part === 'step') return !isOneOf(steps);
  if (part === 'note') return !isOneOf(notes);
  return part !== 'stance' && part !== 'speaker';
}

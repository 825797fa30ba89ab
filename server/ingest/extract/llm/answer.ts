import { z } from 'zod';
import { QUOTE_AIM } from '#server/ingest/extract/sentences/verbatim-quote.ts';

/** Verbs of attribution for an argument. They keep a guess a guess and a worry a worry. */
const VERBS = ['argues', 'says', 'expects', 'believes', 'suspects', 'warns'] as const;
/** Verbs of attribution for a step of the context. */
export const TELLING_VERBS = [
  ...VERBS,
  'adds',
  'concedes',
  'estimates',
  'recalls',
  'replies',
  'objects',
] as const;

export const STANCES = ['BULLISH', 'BEARISH', 'BALANCED', 'MIXED'] as const;
const IDEA_TYPES = ['investment', 'concept'] as const;
/** Kinds of subject; a listed stock is a company. */
export const SUBJECT_KINDS = ['company', 'fund', 'asset', 'theme'] as const;

/**
 * One idea as a language model is asked to give it. Holds only types and fixed choices, which every provider's structured output
 * supports. The proof checks lengths, ranges and truth.
 */
export const ideaShape = z.strictObject({
  subject: z
    .string()
    .describe('id of the subject from the list; where the list does not hold it, its usual name'),
  subjectSaid: z.string().describe('the words in a line of the passage that name the subject, copied'),
  subjectKind: z.enum(SUBJECT_KINDS).describe('what the subject is; for a listed stock: company'),
  alsoAbout: z
    .array(z.string())
    .describe('ids or names of other subjects that the same claim is made of; usually empty'),
  against: z
    .string()
    .nullable()
    .describe('id or name of the subject that is not preferred in a relative trade, else null'),
  speaker: z
    .string()
    .nullable()
    .describe('who says the quote, exactly as the transcript labels it; null where there is no label'),
  speakerDoubtful: z.boolean().describe('true where the words contradict the label of who says the quote'),
  weak: z.boolean().describe('true where a careful reader might not list the idea'),
  firstLine: z.number().describe('number of the first line of the passage'),
  lastLine: z.number().describe('number of the last line of the passage'),
  quoteLine: z.number().describe('number of the line in which the quote begins'),
  quote: z
    .string()
    .describe(
      `one to three whole sentences that carry the claim, copied letter for letter, at most ${QUOTE_AIM} characters`,
    ),
  stance: z.enum(STANCES).nullable().describe('null where no side can be told'),
  depth: z.number().describe('1 to 5'),
  ideaType: z.enum(IDEA_TYPES),
  headline: z
    .string()
    .describe('the claim in 4 to 14 words, without the name of the speaker and without stance words'),
  verb: z.enum(VERBS).describe('how the argument is put forward'),
  argument: z
    .string()
    .describe('the argument as a clause that can follow "argues that", third person, present tense'),
  grounds: z
    .array(z.string())
    .describe('one to three short noun phrases for what the argument rests on, neutral, without stance'),
  context: z
    .array(
      z.strictObject({
        line: z.number().describe('number of the line that the sentence rests on'),
        verb: z.enum(TELLING_VERBS),
        clause: z.string().describe('a clause that can follow "says that"'),
      }),
    )
    .describe('three to five steps of the argument, in order, each by who speaks in its line'),
  risks: z.array(z.string()).describe('risks named on the show, short'),
  signals: z.array(z.string()).describe('what the speaker says would confirm or refute it, short'),
});

/** Defaults for the fields of an idea beside its claim. */
const BESIDE = {
  alsoAbout: [],
  against: null,
  speakerDoubtful: false,
  weak: false,
  ideaType: 'investment',
  grounds: [],
  context: [],
  risks: [],
  signals: [],
} as const;

/** One idea of an answer with its form corrected: missing fields beside the claim, unknown fields, letter case, unknown verbs. */
export function mendedForm(raw: unknown): unknown {
  const read = z.record(z.string(), z.unknown()).safeParse(raw);
  if (!read.success) return raw;
  const known = withoutNulls(read.data).filter(([field]) => field in ideaShape.shape);
  const idea: Record<string, unknown> = {
    ...BESIDE,
    speaker: null,
    stance: null,
    ...Object.fromEntries(known),
  };
  const stance = oneOf(STANCES, idea.stance);
  const subjectKind = oneOf(SUBJECT_KINDS, idea.subjectKind);
  const ideaType = IDEA_TYPES.find((one) => one === oneOf(IDEA_TYPES, idea.ideaType)) ?? 'investment';
  const verb = VERBS.find((one) => one === oneOf(VERBS, idea.verb)) ?? 'argues';
  const context = (Array.isArray(idea.context) ? idea.context : []).flatMap((step: unknown) => {
    const given = told.safeParse(step);
    if (!given.success) return [];
    const its = oneOf(TELLING_VERBS, given.data.verb);
    return [{ ...given.data, verb: TELLING_VERBS.find((one) => one === its) ?? 'says' }];
  });
  return { ...idea, stance, subjectKind, ideaType, verb, context };
}
const told = z.object({ line: z.number(), verb: z.unknown(), clause: z.string() });

/** The fields of a model's object that hold something: null stands for left out. */
export function withoutNulls(given: Readonly<Record<string, unknown>>): [field: string, value: unknown][] {
  return Object.entries(given).filter(([, value]) => value !== null);
}

/** The value of an enumeration that was meant, whatever its case and blanks; anything else as it was given. */
export function oneOf(values: readonly string[], given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const folded = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim();
  return values.find((one) => folded(one) === folded(given)) ?? given;
}

/** A language model's idea of the right form. Nothing in it is believed before it is proven. */
export type ClaimedIdea = z.infer<typeof ideaShape>;

/** JSON schema of the answer for a window. */
export const answerSchema = z.toJSONSchema(z.strictObject({ ideas: z.array(ideaShape) }));

/** More ideas than a window can hold; further ones are ignored. */
const MOST_IDEAS = 30;

/** The ideas of a language model's answer, not yet parsed; null if it is not JSON of that form. */
export function readAnswer(given: string): unknown[] | null {
  return readListed(given, 'ideas');
}

/** The list under one name of a language model's JSON answer, its members not yet parsed; null if it is not JSON of that form. */
export function readListed(given: string, name: 'ideas' | 'checks' | 'cards' | 'voices'): unknown[] | null {
  // Local models think aloud before they answer, and fence the answer. A thought that is cut off holds no answer.
  const text = given.replace(/<think>[\s\S]*?(?:<\/think>|$)/g, '');
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return null;
  try {
    const read = z.object({ [name]: z.array(z.unknown()) }).safeParse(JSON.parse(text.slice(start, end + 1)));
    return read.success ? (read.data[name] ?? []).slice(0, MOST_IDEAS) : null;
  } catch {
    return null;
  }
}

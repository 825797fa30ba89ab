import { advisesTrade, isTradeSaid, tradesTold } from '#server/features/ideas/trading.ts';
import { strangeFigures } from '#server/ingest/extract/llm/proof/figures.ts';
import { strangeNames } from '#server/ingest/extract/llm/proof/names.ts';
import { turnedWords } from '#server/ingest/extract/llm/proof/turned.ts';
import { LEANING } from '#server/ingest/extract/writing/thesis-text.ts';

/** Sources for a model's own words. */
export type Rests = {
  /** For numbers: the passage, its surroundings and the episode's title. */
  readonly near: string;
  /** For trades: the passage and what was said close by. */
  readonly said: string;
  /** For directions: the same; empty if directions are not checked. */
  readonly passage: string;
  /** For names: the whole window, its speakers, the notes. */
  readonly names: string;
  /** The year in which the episode aired. */
  readonly year: number;
};

const VOICE = /\b(?:I|I['’](?:m|ve|d|ll)|[Mm]e|[Mm]y|of mine|[Ww]e(?:['’](?:re|ve|d|ll))?|us|[Oo]urs?)\b/;
const ADDRESS = /https?:|www\.|[<>{}`\\]|\p{Cc}/iu;
/** Advice, in fields that are not attributed to the speaker. */
const ADVISES =
  /\b(?:investors|listeners|people|one) (?:should|ought to|must|might want to)\b|\b(?:buy|sell|hold) rating\b|\bprice target\b/i;

/** Longest text of each field, in characters. */
const MOST = { argument: 420, headline: 120, grounds: 70, context: 420, risks: 200, signals: 200 } as const;
export type Field = keyof typeof MOST;

/** Fields that are attributed to a speaker. */
const ATTRIBUTED: ReadonlySet<Field> = new Set(['argument', 'context']);

/**
 * Faults of a text that a model wrote: numbers and names that were not said, first person, advice, markup, length. Each is a
 * sentence that tells the model what to correct. Mere form is no fault; `wording.ts` mends it.
 */
export function textFaults(field: Field, text: string, rests: Rests): string[] {
  const trimmed = text.trim();
  if (trimmed.length < 3) return [`${field}: it is empty.`];
  const unsaid = [...strangeFigures(trimmed, rests.near, rests.year), ...strangeNames(trimmed, rests.names)];
  const leaning = field === 'grounds' || field === 'headline' ? LEANING.exec(trimmed)?.[0] : undefined;
  return [
    ...(trimmed.length > MOST[field] ? [`${field}: it is longer than ${MOST[field]} characters.`] : []),
    ...(ADDRESS.test(trimmed) ? [`${field}: write plain words, no markup and no addresses.`] : []),
    ...(VOICE.test(withoutQuotations(trimmed)) ? [`${field}: write in the third person.`] : []),
    ...(leaning === undefined ? [] : [`${field}: "${leaning}" leans; say it without a stance word.`]),
    ...(advisesTrade(trimmed) || (!ATTRIBUTED.has(field) && ADVISES.test(trimmed))
      ? [`${field}: tell what was said, give no advice.`]
      : tradesUnsaid(trimmed, rests).map(
          (words) => `${field}: "${words}" tells to trade, and nobody says so in the passage.`,
        )),
    ...(unsaid.length === 0 ? [] : [`${field}: ${quoted(unsaid)} does not occur in these lines.`]),
  ];
}

/** Words that tell to trade, or rate, as nobody does in the passage. */
function tradesUnsaid(text: string, { said }: Rests): string[] {
  return tradesTold(text).filter((words) => !isTradeSaid(words, said));
}

/**
 * The words of a text that seem to say the contrary of the lines, as one sentence. It is often wrong: most ideas
 * that it rejected were correct. So a second reading decides, if there is one.
 */
export function turnedFaults(field: Field, text: string, { passage }: Rests): string[] {
  const turned = turnedWords(text.trim(), passage);
  return turned.length === 0 ? [] : [`${field}: ${quoted(turned)} seems to say the contrary of these lines.`];
}

function quoted(words: readonly string[]): string {
  return words
    .slice(0, 5)
    .map((word) => `"${word}"`)
    .join(', ');
}

function withoutQuotations(text: string): string {
  return text.replace(/[“"][^”"]*[”"]/g, '');
}

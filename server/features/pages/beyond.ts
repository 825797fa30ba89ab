import { statementsIn } from '#server/features/ideas/media.ts';
import type { IdeaContent } from '#server/features/ideas/rules.ts';
import { wordsAlone } from '#server/language/phrasing.ts';
import { termsOf } from '#server/language/terms.ts';

/** What the metered read of an idea adds to its card, so that a page can say so before a read is spent. */
export type Beyond = {
  /** Sentences of the argument that the card does not say. */
  readonly sentences: number;
  readonly risks: number;
  readonly signals: number;
  readonly funds: number;
  /** It names who spoke, or their title, where the card does not. */
  readonly speaker: boolean;
  /** It tells how long the talk around the argument lasts: no sentence of the argument. */
  readonly length: boolean;
  /** That sentence names companies beside the subject, too. */
  readonly companies: boolean;
};

/** Told again as a list of its own. */
const RISKS = /^Risks raised: /;
/** How the built-in engine tells where an argument stands (server/ingest/extract/writing/setting.ts). */
const SETTING = /^The talk around it lasts /;
const NAMES_COMPANIES = / and also names /;
/** Who says it, before what is said: "The speaker argues that". */
const REPORTING =
  /^[^.,:]{1,80}?\b(?:argues?|says?|thinks?|believes?|expects?|holds?|adds?|notes?)(?: that)? /i;
const NEGATION = /\b(?:not|never|no|nor|none|nobody|without|\w+n['’]t)\b/i;
/** The share of new words up to which a sentence still counts as a repetition. */
const OWN_WORDS = 0.2;
/** Words that a report adds or leaves out without saying more. */
const SLIGHT = new Set(termsOf('one you lot bunch really actually kind sort mean know think'));

/** What an idea's full content adds to its headline and thesis. Counts only: nothing metered is told. */
export function beyondCard(content: IdeaContent): Beyond {
  const { headline, thesis, participationEtfs, speaker } = content;
  const told = wordsAlone(`${headline} ${thesis}`);
  const { sentences, risks, signals, setting } = furtherOf(content);
  return {
    sentences: sentences.length,
    risks: risks.length,
    signals: signals.length,
    funds: participationEtfs.length,
    speaker: [speaker?.name, speaker?.title].some((word) => word && !told.includes(wordsAlone(word))),
    length: setting !== null,
    companies: setting !== null && NAMES_COMPANIES.test(setting),
  };
}

/** What a full read says that its card does not, each once: a sentence that only words the claim anew says nothing more. */
export type Further = {
  readonly sentences: readonly string[];
  readonly risks: readonly string[];
  readonly signals: readonly string[];
  /** How long the talk around it lasts, and the companies named there; null where that is not told. */
  readonly setting: string | null;
};

/** The argument beyond the card, where it stands, its risks and what to watch, without what repeats the card or one another. */
export function furtherOf(content: IdeaContent): Further {
  const { headline, thesis, context, riskFlags, validationSignals } = content;
  const card = `${headline} ${thesis}`;
  const risks = anew(riskFlags, [card]);
  const signals = anew(validationSignals, [card, ...risks]);
  const paragraphs = (context ?? '').replaceAll(thesis, ' ').split('\n');
  const rest = paragraphs.flatMap(statementsIn).filter((sentence) => wordsAlone(sentence) !== ' ');
  const isTold = (sentence: string) =>
    SETTING.test(sentence) || (riskFlags.length > 0 && RISKS.test(sentence));
  return {
    sentences: anew(
      rest.filter((sentence) => !isTold(sentence)),
      [card, ...risks, ...signals],
    ),
    risks,
    signals,
    setting: rest.find((sentence) => SETTING.test(sentence)) ?? null,
  };
}

/** Those that say something new: neither told already nor said by one before them. */
function anew(lines: readonly string[], told: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of lines) if (![...told, ...kept].some((said) => restates(line, said))) kept.push(line);
  return kept;
}

/** Whether a line says what was said in other words: it adds almost no term and no figure, and both are negated or neither is. */
function restates(line: string, said: string): boolean {
  if (wordsAlone(said).includes(wordsAlone(line))) return true;
  const clause = line.replace(REPORTING, '');
  const held = new Set(termsOf(said));
  const terms = termsOf(clause).filter((term) => !SLIGHT.has(term));
  const own = terms.filter((term) => !held.has(term));
  if (terms.length === 0 || own.some((term) => /\d/.test(term))) return false;
  return own.length <= terms.length * OWN_WORDS && NEGATION.test(clause) === NEGATION.test(said);
}

import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { mentionRoleOf } from '#server/ingest/extract/subjects/mention-roles.ts';
import { type Mention, subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { countInvestorTerms } from '#server/language/investor-terms.ts';
import { SPOKEN_OPENERS } from '#server/language/pattern.ts';

/** Pronouns that may refer to a company; in "it was clear that" none does. */
const COMPANY_PRONOUN = new RegExp(
  `^(?:(?:${SPOKEN_OPENERS}|you know),? )*(?:they|these (?:guys|companies|businesses)|the company|the stock|the business|it(?!(?:'s|’s| is| was| will be| would be| has been| feels| seems)\\s+(?:like|pretty|clear|hard|kind of|just|about|in|on|at|a (?:matter|question|lot|bit)|not (?:like|clear|that|about)|all|going to be (?:interesting|hard)|interesting|possible|funny|because|been|so|very|really|more|less)\\b))\\b`,
  'i',
);
/** Refers to one company, whatever else the sentence says. */
const THAT_COMPANY =
  /\b(?:(?:this|that|the) (?:company|stock|business)|their (?:revenues?|margins?|growth|customers|business|valuation|stock|moat|product|market|ipo|earnings|capex))\b/i;
/** A sentence may refer back at most this many seconds to the one before. */
const NEXT_SECONDS = 30;
/** After this many seconds a pronoun no longer refers to the name. */
const FORGOTTEN_SECONDS = 180;

type Focus = { readonly mention: Mention; readonly namedAt: number; lastAt: number };

/** Match of a pronoun that surely refers to a company; else null. */
export function companyPronoun(text: string): RegExpExecArray | null {
  return COMPANY_PRONOUN.exec(text);
}

/**
 * Maps a sentence to the company its pronoun refers to: the last one argued about by any speaker, if nothing else was
 * named since and the sentence is about business.
 */
export function referencesOf(
  sentences: readonly Sentence[],
  mentions: ReadonlyMap<number, readonly Mention[]>,
  adverts: ReadonlySet<number>,
): Map<number, Mention> {
  const references = new Map<number, Mention>();
  let focus: Focus | null = null;
  for (const sentence of sentences) {
    if (adverts.has(sentence.index)) {
      focus = null;
      continue;
    }
    const named = (mentions.get(sentence.index) ?? []).filter(({ subject }) => subject.kind !== 'theme');
    if (named.length > 0) {
      focus = focusOf(sentence, named);
    } else if (focus !== null && sentence.start - focus.lastAt > NEXT_SECONDS) {
      focus = null;
    } else if (focus !== null && refers(sentence.text)) {
      focus.lastAt = sentence.end;
      if (sentence.start - focus.namedAt <= FORGOTTEN_SECONDS) references.set(sentence.index, focus.mention);
    }
  }
  return references;
}

/** The only company that a sentence argues about; null for several, or one named in passing. */
function focusOf(sentence: Sentence, named: readonly Mention[]): Focus | null {
  const mention = named[0] as Mention;
  const several = new Set(named.map(({ subject }) => subjectId(subject))).size > 1;
  if (several || mentionRoleOf(sentence.text, mention) !== 'subject') return null;
  return { mention, namedAt: sentence.end, lastAt: sentence.end };
}

function refers(text: string): boolean {
  if (THAT_COMPANY.test(text)) return true;
  if (companyPronoun(text) === null) return false;
  const { money, prospect, rank, ahead } = countInvestorTerms(text);
  return money + prospect + rank + ahead > 0;
}

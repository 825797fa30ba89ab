import type { ChosenEvidence, Evidence } from '#server/features/ask/choose/evidence.ts';
import { linesOf } from '#server/features/ask/choose/ideas/idea-lines.ts';
import { type RankedIdea, rankIdeas } from '#server/features/ask/choose/ideas/ideas.ts';
import { rankPassages } from '#server/features/ask/choose/passages/passages.ts';
import { saidOnce } from '#server/features/ask/choose/passages/same-talk.ts';
import { prefers } from '#server/features/ask/choose/speech/preference.ts';
import { varied } from '#server/features/ask/choose/variety.ts';
import type { Candidates, NamedCompany } from '#server/features/ask/find/candidates.ts';
import type { NamedSubject, QuestionReading } from '#server/features/ask/read/reading.ts';
import { topicQuery } from '#server/features/ask/read/topic/topic-words.ts';

/** Two subjects of which a question asks who prefers the one to the other. */
export type Preference = { readonly better: NamedSubject; readonly worse: NamedSubject };

/** The preference that a question asks for: "Who likes Nvidia more than Intel?". Null when it asks for none. */
export function preferenceIn({ text, subjects }: QuestionReading): Preference | null {
  const [one, other] = subjects;
  if (one === undefined || other === undefined || subjects.length > 2) return null;
  const orders = [
    { better: one, worse: other },
    { better: other, worse: one },
  ];
  return orders.find((preference) => holdsPreference(preference, text, subjects)) ?? null;
}

function holdsPreference(
  { better, worse }: Preference,
  words: string,
  companies: readonly NamedCompany[],
): boolean {
  const written = ({ slug }: NamedSubject) =>
    companies.flatMap((company) => (company.slug === slug ? [company.written] : []));
  return prefers(words, written(better), written(worse));
}

/** The question of both subjects together, without a side or anything else that is asked. */
export function ofBoth(reading: QuestionReading): QuestionReading {
  return { ...reading, side: null, risks: false, relates: true, query: topicQuery(''), names: [] };
}

/** The statements that prefer the one subject to the other, told under no side, since that is all that they say. */
export function statementsFor(
  preference: Preference,
  reading: QuestionReading,
  found: Candidates,
  now: Date,
): Evidence[] {
  const isFor = (words: string) => holdsPreference(preference, words, found.companiesIn(words));
  const ideas = rankIdeas(ofBoth(reading), found, now).flatMap((one) => toldFor(one, isFor) ?? []);
  const chosen = varied(ideas);
  const passages = rankPassages(ofBoth(reading), found, chosen, isFor);
  return [...chosen, ...saidOnce(passages, chosen).slice(0, MOST_QUOTES)];
}

const MOST_QUOTES = 3;

function toldFor(one: RankedIdea, isFor: (words: string) => boolean): RankedIdea | null {
  const line = linesOf(one.idea).find(({ claim, words }) => isFor(words ?? claim));
  return line === undefined ? null : { ...one, side: null, line };
}

/** What was chosen, thin and told under no side. */
export function underNoSide({ evidence }: ChosenEvidence): Pick<ChosenEvidence, 'evidence' | 'coverage'> {
  return {
    evidence: evidence.map((item) => (item.kind === 'idea' ? { ...item, side: null } : item)),
    coverage: evidence.length === 0 ? 'none' : 'low',
  };
}

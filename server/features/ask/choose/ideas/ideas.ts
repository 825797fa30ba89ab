import { type IdeaEvidence, type IdeaLine, saidIn } from '#server/features/ask/choose/evidence.ts';
import { linesOf, riskLine, toldPlainly } from '#server/features/ask/choose/ideas/idea-lines.ts';
import { contradicts } from '#server/features/ask/choose/ideas/lean.ts';
import { namedRisk } from '#server/features/ask/choose/ideas/risks.ts';
import { sideOnAsked, spansOf } from '#server/features/ask/choose/matching/asked-side.ts';
import {
  impliedThemes,
  isFiledUnder,
  isMainSubject,
  isOfSubject,
  matchesNames,
} from '#server/features/ask/choose/matching/named-in-question.ts';
import {
  type Collection,
  collectionFrom,
  type IndexedText,
  indexText,
  scoreText,
} from '#server/features/ask/choose/matching/scoring.ts';
import {
  distanceToTopic,
  isEnough,
  namedAmong,
  namesSubjects,
  shareOfTopic,
} from '#server/features/ask/choose/matching/topic.ts';
import { callsToTrade } from '#server/features/ask/choose/speech/call-to-trade.ts';
import { deniesTrouble } from '#server/features/ask/choose/speech/denied-trouble.ts';
import { sideTaken } from '#server/features/ask/choose/speech/spoken-side.ts';
import type { Candidates, NamedCompany } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { hasTopic, type QuestionReading, type Side } from '#server/features/ask/read/reading.ts';
import { ANSWERS, answerScore } from '#server/features/meaning/rules.ts';
import type { StanceWord } from '#server/features/theses/schema.ts';
import { stanceWord } from '#server/features/theses/statement.ts';
import { termsOf } from '#server/language/terms.ts';
import type { Span } from '#server/language/tone.ts';
import { DAY_MS } from '#server/platform/clock.ts';

/** An idea as evidence, and whether its line speaks of the topic. */
export type RankedIdea = IdeaEvidence & { readonly onTopic: boolean };

/** After so many days the age of an idea has taken half of what its newness adds to its score. */
const HALF_LIFE_DAYS = 150;

/** The ideas that match the names in a question, best answer first. */
export function rankIdeas(reading: QuestionReading, found: Candidates, now: Date): RankedIdea[] {
  const texts = new Map(found.ideas.map((idea) => [idea.id, indexText(ideaText(idea))]));
  const collection = collectionFrom(found.ideaCounts, [...texts.values()]);
  const scores = new Map(
    found.ideas.map(({ id }) => [id, scoreText(reading.query, texts.get(id) as IndexedText, collection)]),
  );
  const best = Math.max(1e-9, ...scores.values());
  return found.ideas
    .filter(
      (idea) => matchesNames(reading, idea, found.companiesIn) && !callsToTrade(saidIn(linesOf(idea)[0])),
    )
    .map((idea) => {
      const told = bestLine(reading, idea, found, collection);
      const alike = found.alikeIdeas.get(idea.id) ?? null;
      const score =
        answerScore((scores.get(idea.id) ?? 0) / best, alike) +
        told.share +
        standing(reading, idea, told.line, now);
      return {
        kind: 'idea' as const,
        idea,
        ...withItsSide(reading, told, idea),
        score,
        onTopic: told.onTopic,
      };
    })
    .sort((a, b) => b.score - a.score || (a.idea.id < b.idea.id ? -1 : 1));
}

/** One idea as evidence, whatever was asked of it. */
export function ideaEvidence(
  reading: QuestionReading,
  idea: IdeaCandidate,
  found: Omit<Candidates, 'ideas'>,
): RankedIdea {
  const collection = collectionFrom(found.ideaCounts, [indexText(ideaText(idea))]);
  const told = bestLine(reading, idea, found, collection);
  return {
    kind: 'idea',
    idea,
    ...withItsSide(reading, told, idea),
    score: told.share,
    onTopic: told.onTopic,
  };
}

/**
 * An idea as told for the side that was asked for; null when it is not on that side. Its stance is one on its own subject: on
 * another that it names, and without a stance, its words must plainly take the side. When risks are asked for, an idea of
 * another side is told by a risk that it names, and a line that denies a trouble counts for nothing.
 */
export function onSide(
  reading: QuestionReading,
  one: RankedIdea,
  companiesIn: Candidates['companiesIn'],
): RankedIdea | null {
  const { side, idea, line } = one;
  if (reading.risks && deniesTrouble(saidIn(line))) return null;
  if (reading.side === null) return one;
  const isOwn = isOfAsked(reading, idea);
  if (isOwn && side === reading.side) return one;
  if ((idea.stance === null || !isOwn) && sideOfLine(reading, one, companiesIn) === reading.side)
    return { ...one, side: null };
  const risk = reading.risks ? namedRisk(idea) : null;
  return risk === null ? null : { ...one, side: null, line: riskLine(risk, idea) };
}

/** Whether the stance of an idea is on what a question names, or on its bare words when a side is taken on those. */
function isOfAsked(reading: QuestionReading, idea: IdeaCandidate): boolean {
  if (reading.subjects.length + reading.themes.length > 0) return isOfSubject(reading, idea);
  if (reading.side === null || reading.risks || reading.query.asked.length === 0) return true;
  return termsOf(idea.subjectName).some((term) => reading.query.asked.includes(term));
}

/** How an idea leans: its stance on record; where none was assigned, the side that its line plainly takes. */
export function leaningOf(
  reading: QuestionReading,
  one: RankedIdea,
  companiesIn: Candidates['companiesIn'],
): StanceWord | null {
  return stanceWord(one.idea.stance) ?? sideOfLine(reading, one, companiesIn);
}

/** The side that the line of an idea takes on what is asked about, which is its own subject where nothing else is named. */
function sideOfLine(
  reading: QuestionReading,
  { idea, line }: RankedIdea,
  companiesIn: Candidates['companiesIn'],
): Side | null {
  const words = line.words ?? line.claim;
  const companies = companiesIn(words);
  const filed = filedAs(reading, idea).filter(({ written }) => words.includes(written));
  const taken = sideOnAsked(reading, words, [...companies, ...filed]);
  if (taken !== null || !isOfAsked(reading, idea)) return taken;
  const [own, others] = [true, false].map((isOwn) =>
    spansOf(
      words,
      companies.filter((one) => isSubjectOf(idea, one) === isOwn),
    ),
  ) as [Span[], Span[]];
  return own.length === 0 && others.length > 0 ? null : sideTaken(words, own, others);
}

/** A line of an idea: its `share` of the topic (0..1), and whether it names companies that the idea is not about. */
type ChosenLine = {
  readonly line: IdeaLine;
  readonly share: number;
  readonly onTopic: boolean;
  readonly namesOthers: boolean;
};

/** The line of an idea with the largest share of the topic. When none has enough, the first, which may mean it in other words. */
function bestLine(
  reading: QuestionReading,
  idea: IdeaCandidate,
  { companiesIn, alikeIdeas }: Pick<Candidates, 'companiesIn' | 'alikeIdeas'>,
  collection: Collection,
): ChosenLine {
  const [own, ...more] = linesOf(idea);
  if (!hasTopic(reading)) return { line: own, share: 0, onTopic: true, namesOthers: false };
  const implied = impliedThemes(reading, idea);
  const isMain = isMainSubject(reading, idea) && !reading.relates;
  const companies = [...filedAs(reading, idea), ...companiesIn(linesOf(idea).map(saidIn).join('. '))];
  const shares = [own, ...more].map((line) => {
    const said = saidIn(line);
    const isNamed =
      (line === own && isMain) ||
      (namesSubjects(reading, said, companies) && (line === own || !isOfAnother(reading, said, companies)));
    const namesOthers =
      line !== own && companies.some((one) => said.includes(one.written) && !isSubjectOf(idea, one));
    return {
      line,
      isNamed,
      namesOthers,
      share: isNamed ? shareOfTopic(reading, said, collection, implied) : 0,
    };
  });
  const best = shares.reduce((first, one) => (one.share > first.share ? one : first));
  if (isEnough(best.share)) return { ...best, onTopic: true };
  const named = shares.find(({ isNamed }) => isNamed);
  // Other words may mean the topic, but nothing else stands for a name, and naming a theme does not answer what is asked of it.
  const means = reading.names.length === 0 && (alikeIdeas.get(idea.id) ?? 0) >= ANSWERS;
  const isOfTheme = best.share > 0 || reading.themes.length === 0;
  return {
    line: named?.line ?? own,
    namesOthers: named?.namesOthers ?? false,
    share: best.share,
    onTopic: means && isOfTheme && named !== undefined,
  };
}

/** Whether an idea is about a company, by slug, name or symbol. */
function isSubjectOf(
  { subjectKey, subjectName, tickers }: IdeaCandidate,
  { slug, written }: NamedCompany,
): boolean {
  return slug === subjectKey || subjectName.includes(written) || tickers.includes(written);
}

/** Whether the asked words are said of a company that was not asked about: its name stands nearer to them. */
function isOfAnother(reading: QuestionReading, words: string, companies: readonly NamedCompany[]): boolean {
  if (reading.relates || reading.subjects.length === 0) return false;
  const own = namedAmong(reading, companies);
  const others = companies.filter(({ slug }) => own.every((one) => one.slug !== slug));
  return distanceToTopic(reading.query, others, words) < distanceToTopic(reading.query, own, words);
}

/** The asked companies that an idea is filed under, in each way that its words may write them. */
function filedAs({ subjects }: QuestionReading, idea: IdeaCandidate): NamedCompany[] {
  return subjects
    .filter((subject) => isFiledUnder(subject, idea))
    .flatMap(({ slug, name, written, symbols }) =>
      [name.split(' ')[0] ?? name, written, ...symbols].map((word) => ({ slug, written: word })),
    );
}

/** The part of an idea's score that is not its words: its subject, an argument of its own, side, depth and age. */
function standing(reading: QuestionReading, idea: IdeaCandidate, { claim }: IdeaLine, now: Date): number {
  const age = (now.getTime() - idea.episodePublishedAt.getTime()) / DAY_MS;
  return (
    (isMainSubject(reading, idea) ? 1 : 0) +
    (/ argues that /.test(claim) ? 0.2 : 0) +
    (reading.side !== null && stanceWord(idea.stance) === reading.side ? 0.5 : 0) +
    (reading.risks && idea.riskFlags.length > 0 ? 0.2 : 0) +
    (0.3 * (idea.discussionDepth - 1)) / 4 +
    0.3 * 2 ** (-age / HALF_LIFE_DAYS)
  );
}

/** The text that an idea is scored by. Headline and thesis come first, because early words weigh more. */
function ideaText(idea: IdeaCandidate): string {
  return [
    idea.headline,
    idea.thesis,
    idea.subjectName,
    idea.tickers.join(' '),
    idea.statement,
    idea.riskFlags.join('. '),
    idea.context ?? '',
    idea.speakerName ?? '',
    idea.episodeTitle,
  ].join('. ');
}

/**
 * The side that a line is told on. None when its words lean against the stance, or speak of a company that the stance is not
 * on, and none when the question is of another company, or of a side on something else.
 */
function withItsSide(
  reading: QuestionReading,
  { line, namesOthers }: Pick<ChosenLine, 'line' | 'namesOthers'>,
  idea: IdeaCandidate,
): Pick<IdeaEvidence, 'side' | 'line'> {
  if (namesOthers) return { side: null, line };
  if (contradicts(line, idea)) return { side: null, line: toldPlainly(line, idea) };
  if (idea.stance === 'BEARISH' && deniesTrouble(saidIn(line))) return { side: null, line };
  const isOfSide = reading.subjects.length > 0 || reading.side !== null;
  if (isOfSide && !isOfAsked(reading, idea)) return { side: null, line };
  return { side: stanceWord(idea.stance), line };
}

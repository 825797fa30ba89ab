import { grantedBy, isAbout, isMainSubject } from '#server/features/ask/choose/about.ts';
import type { Candidates, Line, Statement } from '#server/features/ask/choose/evidence.ts';
import {
  contradicts,
  deniesTrouble,
  linesOf,
  namedRisk,
  saidIn,
  toldPlainly,
} from '#server/features/ask/choose/idea-lines.ts';
import {
  asksMatter,
  collectionFrom,
  isEnough,
  type Mention,
  namesSubjects,
  shareOfMatter,
} from '#server/features/ask/choose/matter.ts';
import {
  type Collection,
  type IndexedText,
  indexText,
  scoreText,
} from '#server/features/ask/find/scoring.ts';
import type { IdeaEvidence } from '#server/features/ask/find/store.ts';
import type { QuestionReading } from '#server/features/ask/read/question.ts';
import { stanceWord } from '#server/features/theses/statement.ts';

/** A statement, and whether its line speaks of what was asked of the subject. */
export type Ranked = Statement & { readonly onMatter: boolean };

const DAY_MS = 86_400_000;
const HALF_LIFE_DAYS = 150;

/** Ideas that are about what a question names as statements, the one that answers best first. */
export function rankStatements(reading: QuestionReading, found: Candidates, now: Date): Ranked[] {
  const texts = new Map(found.ideas.map((idea) => [idea.id, indexText(ideaText(idea))]));
  const collection = collectionFrom(found.ideaCounts, [...texts.values()]);
  const scores = new Map(
    found.ideas.map(({ id }) => [id, scoreText(reading.query, texts.get(id) as IndexedText, collection)]),
  );
  const best = Math.max(1e-9, ...scores.values());
  return found.ideas
    .filter((idea) => isAbout(reading, idea))
    .map((idea) => {
      const told = tell(reading, idea, found, collection);
      const score = (scores.get(idea.id) ?? 0) / best + told.share + standing(reading, idea, told.line, now);
      return {
        kind: 'idea' as const,
        idea,
        ...toldOn(told.line, idea),
        score,
        onMatter: told.onMatter,
      };
    })
    .sort((a, b) => b.score - a.score || (a.idea.id < b.idea.id ? -1 : 1));
}

/** One idea as a statement, whatever was asked of it. */
export function statementOf(
  reading: QuestionReading,
  idea: IdeaEvidence,
  found: Omit<Candidates, 'ideas'>,
): Ranked {
  const collection = collectionFrom(found.ideaCounts, [indexText(ideaText(idea))]);
  const { line, share, onMatter } = tell(reading, idea, found, collection);
  return { kind: 'idea', idea, ...toldOn(line, idea), score: share, onMatter };
}

/** Whether a statement is on the side that was asked for; where risks were, one that names a risk is as well, and none that denies one. */
export function isOnSide(reading: QuestionReading, { side, idea, line }: Statement): boolean {
  if (reading.risks && deniesTrouble(saidIn(line))) return false;
  if (reading.side === null || side === reading.side) return true;
  return reading.risks && namedRisk(idea) !== null;
}

/** Of an idea's lines the first that speaks most of what was asked; its own where none does. */
function tell(
  reading: QuestionReading,
  idea: IdeaEvidence,
  { mentionsIn }: Pick<Candidates, 'mentionsIn'>,
  collection: Collection,
): { readonly line: Line; readonly share: number; readonly onMatter: boolean } {
  const [own, ...more] = linesOf(idea);
  if (!asksMatter(reading)) return { line: own, share: 0, onMatter: true };
  const granted = grantedBy(reading, idea);
  const isMain = isMainSubject(reading, idea) && !reading.relates;
  const mentions = [...taggedAs(reading, idea), ...mentionsIn(linesOf(idea).map(saidIn).join('. '))];
  const shares = [own, ...more].map((line) => {
    const said = saidIn(line);
    const isNamed = (line === own && isMain) || namesSubjects(reading, said, mentions);
    return { line, share: isNamed ? shareOfMatter(reading, said, collection, granted) : 0 };
  });
  const best = shares.reduce((first, one) => (one.share > first.share ? one : first));
  const onMatter = isEnough(best.share);
  return { line: onMatter ? best.line : own, share: best.share, onMatter };
}

/** The named companies that an idea is filed under, by the names its words may have for them. */
function taggedAs({ subjects }: QuestionReading, { tickers, entities }: IdeaEvidence): Mention[] {
  return subjects
    .filter(
      ({ symbols, slug }) => entities.includes(slug) || symbols.some((symbol) => tickers.includes(symbol)),
    )
    .flatMap(({ slug, name, written, symbols }) =>
      [name.split(' ')[0] ?? name, written, ...symbols].map((word) => ({ slug, written: word })),
    );
}

/** What counts for an idea beside its words: its subject, an argument of its own, the asked side, depth and age. */
function standing(reading: QuestionReading, idea: IdeaEvidence, { claim }: Line, now: Date): number {
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

/** The words an idea is found by: headline and thesis first, as the scorer reads early words as what it is about. */
function ideaText(idea: IdeaEvidence): string {
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

/** The side a line is told on, and the line without a side where its own words speak against it. */
function toldOn(line: Line, idea: IdeaEvidence): Pick<Statement, 'side' | 'line'> {
  if (contradicts(line, idea)) return { side: null, line: toldPlainly(line, idea) };
  if (idea.stance === 'BEARISH' && deniesTrouble(saidIn(line))) return { side: null, line };
  return { side: stanceWord(idea.stance), line };
}

import type { Plan } from '#server/domain.ts';
import { speakersOfIdeas } from '#server/features/ask/find/speakers/store.ts';
import { type IdeaCandidate, ideasByIds } from '#server/features/ask/find/store.ts';
import type { Period } from '#server/features/ask/read/period/period.ts';
import type { NamedSubject, QuestionReading } from '#server/features/ask/read/reading.ts';
import { changedIdeas, type SideChange, sideChanges } from '#server/features/theses/timeline/rules.ts';
import { readWithFormer } from '#server/features/theses/timeline/store.ts';
import { DAY_MS } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db.ts';

/** A change of stance on a show by one speaker, or by speakers of whom none is named: the idea before, and the one of another stance that came next. */
export type Turn = { readonly before: IdeaCandidate; readonly after: IdeaCandidate };

/** Changes of stance; `locked` to accounts that are not Premium, whether or not there are any. */
export type FoundTurns = readonly Turn[] | 'locked';

/**
 * The changes of stance on the listed companies of a question, in its shows and its time, oldest first: those of the stance
 * timeline, with its lock (docs/contract.md, Open corpus tools 20).
 */
export async function findTurns(
  db: Db,
  reading: QuestionReading,
  plan: Plan,
  now: Date,
): Promise<FoundTurns> {
  const listed = reading.subjects.filter(({ symbols }) => symbols.length > 0);
  if (listed.length === 0) return [];
  if (plan !== 'premium') return 'locked';
  const perSubject = await Promise.all(listed.map((subject) => changesOn(db, subject, reading.period, now)));
  const changes = perSubject.flat().sort((a, b) => a.after.date.getTime() - b.after.date.getTime());
  const showIds = reading.shows.map(({ id }) => id);
  const bounds = { showIds, period: null, episodeIds: [], first: 'oldest' } as const;
  const ideas = await ideasByIds(db, changedIdeas(changes), bounds);
  const byId = new Map(ideas.map((idea) => [idea.id, idea]));
  return changes.flatMap((change) => {
    const [before, after] = [byId.get(change.before.ideaId), byId.get(change.after.ideaId)];
    return before && after ? [{ before, after }] : [];
  });
}

/** A stance held so long before a period is the former one of a change within it; older ones are not looked for. */
const FORMER_MS = 365 * DAY_MS;

/**
 * The changes on one company; the classes of its stock are one. Two speakers who differ are no change, so that each is followed
 * alone, and all that nobody is named for together.
 */
async function changesOn(
  db: Db,
  { symbols }: NamedSubject,
  period: Period | null,
  now: Date,
): Promise<SideChange[]> {
  const from = period?.from ?? new Date(0);
  const readFrom = new Date(Math.max(0, from.getTime() - FORMER_MS));
  const spoken = (
    await Promise.all(symbols.map((symbol) => readWithFormer(db, symbol, readFrom, now)))
  ).flat();
  const speakers = await speakersOfIdeas(
    db,
    spoken.map(({ ideaId }) => ideaId),
  );
  return [...Map.groupBy(spoken, ({ ideaId }) => speakers.get(ideaId) ?? null).values()]
    .flatMap((own) => sideChanges(own, from))
    .filter(({ after }) => isBefore(after.date, period));
}

/** Whether a moment is not past the end of a period, and not in what it leaves out. */
function isBefore(date: Date, period: Period | null): boolean {
  if (period === null) return true;
  const { until, except } = period;
  if (until !== null && date >= until) return false;
  return except.every((span) => date < span.from || date >= span.until);
}

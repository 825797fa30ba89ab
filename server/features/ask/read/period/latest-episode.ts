import { withInsteadOfShow } from '#server/features/ask/read/names/shows.ts';
import type { KnownShow, QuestionReading } from '#server/features/ask/read/reading.ts';
import { DAY_MS, startOfDay, utcDay } from '#server/platform/clock.ts';

const NEWEST = '(?:latest|newest|most recent|last)';
const EPISODE = '(?:episode|ep|pod|podcast|show|edition|instal?lment)';
/** "The last episode", "the latest All-In", but not "the last episodes" or "the latest All-In views". */
const LATEST_EPISODE = new RegExp(
  `\\b${NEWEST} (?:SHOW['’]?s? )?${EPISODE}(?!\\w)|\\b${NEWEST} SHOW(?!['’]?s? (?:\\w+ )?(?:ideas?|arguments?|statements?|views?|takes?|stances?|quotes?|mentions?|episodes|guests?|hosts?)\\b)`,
);

/** A question for the newest episode of one show with that episode's day, in UTC, as its period. */
export function inLatestEpisode(reading: QuestionReading, shows: readonly KnownShow[]): QuestionReading {
  const [named, another] = reading.shows;
  if (named === undefined || another !== undefined || reading.period !== null) return reading;
  const show = shows.find(({ id }) => id === named.id);
  if (show === undefined || show.latest === null) return reading;
  if (!LATEST_EPISODE.test(withInsteadOfShow(reading.text.toLowerCase(), show, 'SHOW'))) return reading;
  const from = startOfDay(utcDay(show.latest));
  return { ...reading, period: { from, until: new Date(from.getTime() + DAY_MS), except: [] } };
}

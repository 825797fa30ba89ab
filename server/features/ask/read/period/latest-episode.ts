import { withInsteadOfShow } from '#server/features/ask/read/names/shows.ts';
import type { KnownNames, QuestionReading } from '#server/features/ask/read/reading.ts';
import { DAY_MS, startOfDay, utcDay } from '#server/platform/clock.ts';

const NEWEST = '(?:latest|newest|most recent|last)';
const EPISODE = '(?:episode|ep|edition|instal?lment)';
const PODCAST = '(?:pod|podcast|show)';
/** The last of some, which need not be the newest: "the last episode that mentioned Intel". */
const OF_SOME = '(?! (?:to|that|where|(?:in|on) which)\\b)';
/** "The last episode", "the latest All-In", but not "the last episodes", "the latest All-In views" or "the last show of weakness". */
const LATEST_EPISODE = new RegExp(
  `\\b${NEWEST} (?:(?:SHOW['’]?s? )?${EPISODE}\\b|SHOW['’]?s? ${PODCAST}\\b|${PODCAST}(?=\\W*$| of (?:the )?SHOW))${OF_SOME}|\\b${NEWEST} SHOW(?!['’]?s? (?:\\w+ )?(?:ideas?|arguments?|statements?|views?|takes?|stances?|quotes?|mentions?|episodes|guests?|hosts?|speakers?|persons?|people)\\b|['’]?s? (?:${EPISODE}|${PODCAST})\\b)`,
);

const A_NEWEST = new RegExp(`\\b${NEWEST}\\b`, 'i');

/** Whether a text may ask for the newest episode of a show, which its show's name alone can tell. */
export function mayMeanNewest(text: string): boolean {
  return A_NEWEST.test(text);
}

/** A question for the newest episode of one show with that episode's day, in UTC, as its period. */
export function inLatestEpisode(
  reading: QuestionReading,
  { shows, newestAired }: Pick<KnownNames, 'shows' | 'newestAired'>,
): QuestionReading {
  const [named, another] = reading.shows;
  if (named === undefined || another !== undefined || reading.period !== null) return reading;
  const show = shows.find(({ id }) => id === named.id);
  const aired = newestAired.get(named.id);
  if (show === undefined || aired === undefined) return reading;
  if (!LATEST_EPISODE.test(withInsteadOfShow(reading.text.toLowerCase(), show, 'SHOW'))) return reading;
  const from = startOfDay(utcDay(aired));
  return { ...reading, period: { from, until: new Date(from.getTime() + DAY_MS), except: [] } };
}

import type { ChosenEvidence, Evidence } from '#server/features/ask/choose/evidence.ts';
import { rankIdeas } from '#server/features/ask/choose/ideas/ideas.ts';
import {
  type Collection,
  collectionFrom,
  indexText,
  weightOf,
} from '#server/features/ask/choose/matching/scoring.ts';
import { termsOfTheme } from '#server/features/ask/choose/matching/topic.ts';
import { heardOf } from '#server/features/ask/choose/missing/things.ts';
import { ENOUGH_EVIDENCE } from '#server/features/ask/choose/on-topic.ts';
import { varied } from '#server/features/ask/choose/variety.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import {
  hasTopic,
  isTitled,
  type NamedTheme,
  type QuestionReading,
  withoutTopic,
} from '#server/features/ask/read/reading.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { inQuotationMarks } from '#server/language/phrasing.ts';
import { nounPhraseIn } from '#server/language/speech/grammar.ts';
import { termsOf } from '#server/language/terms.ts';
import { themeInSentence } from '#server/linking/themes/name.ts';

/** A question for one part of what is asked, and how an answer calls that part after "what was said". */
type Part = { readonly of: string; readonly reading: QuestionReading };

/**
 * What the record says of one part of a question that names no company, when nothing answers all of it: the rarest of its
 * themes, of named people each thing, otherwise the episode that it calls by its title. `missing` says that it is only a part.
 * Null when nothing is.
 */
export function heardOfPart(reading: QuestionReading, found: Candidates, now: Date): ChosenEvidence | null {
  if (reading.subjects.length > 0 || reading.against !== null || !hasTopic(reading)) return null;
  for (const part of partsOf(reading, found)) {
    const sided = heardOf(part.reading, found, now);
    const evidence =
      sided.length > 0 ? sided : heardOf({ ...part.reading, side: null, risks: false }, found, now);
    if (evidence.length > 0) return asPart(evidence.slice(0, ENOUGH_EVIDENCE), part.of);
  }
  return heardInEpisode(reading, found, now);
}

function asPart(evidence: readonly Evidence[], part: string): ChosenEvidence {
  return { evidence, coverage: 'low', missing: { part } };
}

/** A theme stands for a question when its rarest word weighs at least this part of the rarest that is asked. */
const TELLING = 0.6;

function partsOf(reading: QuestionReading, found: Candidates): Part[] {
  const { query, themes, people, names } = reading;
  const collection = collectionFrom(
    found.passageCounts,
    found.passages.map(({ text }) => indexText(text)),
  );
  const weigh = (terms: readonly string[]) => rarest(terms, collection);
  const ofThemes = themes
    .map((theme) => ({ theme, asked: askedOf(theme, reading) }))
    .filter(({ asked }) => weigh(asked) > 0 && weigh(asked) >= TELLING * weigh(query.asked))
    .sort((a, b) => weigh(b.asked) - weigh(a.asked))
    .slice(0, people.length > 0 ? undefined : 1)
    .map(({ theme, asked }) => ({ of: themeInSentence(theme.name), asked, themes: [theme] }));
  const ofThings = (people.length > 0 ? nounsOf(reading) : [])
    .sort((a, b) => weigh(b.asked) - weigh(a.asked))
    .map((noun) => ({ ...noun, themes: [] }));
  return [...ofThemes, ...ofThings]
    .filter(({ asked }) => names.every((name) => asked.includes(name)))
    .map(({ of, asked, themes }) => ({
      of: `of ${of}`,
      reading: { ...reading, themes, query: readQuery(asked.join(' ')) },
    }));
}

function askedOf(theme: NamedTheme, { query }: QuestionReading): string[] {
  const own = termsOfTheme(theme);
  return query.asked.filter((term) => own.includes(term));
}

/** The nouns that a question asks about, each with its stem. */
function nounsOf({ text, query }: QuestionReading): { of: string; asked: string[] }[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    const asked = termsOf(word).filter((term) => query.asked.includes(term));
    const noun = asked.length > 0 ? nounPhraseIn(text, word) : null;
    return noun === null ? [] : [{ of: noun, asked }];
  });
}

function rarest(terms: readonly string[], collection: Collection): number {
  return Math.max(0, ...terms.map((term) => weightOf(term, collection)));
}

/** The ideas of the newest episode whose title holds all that is asked. */
function heardInEpisode(reading: QuestionReading, found: Candidates, now: Date): ChosenEvidence | null {
  const titled = found.ideas.filter(({ episodeTitle }) => isTitled(reading, episodeTitle));
  const newest = titled.reduce(
    (first, idea) => (first && first.episodePublishedAt >= idea.episodePublishedAt ? first : idea),
    titled[0],
  );
  if (newest === undefined) return null;
  const ideas = titled.filter(({ episodeId }) => episodeId === newest.episodeId);
  const shows = [{ id: newest.showId, name: newest.showName }];
  const all = { ...withoutTopic(reading), shows, side: null, risks: false, themes: [] };
  const evidence = varied(rankIdeas(all, { ...found, ideas }, now));
  return evidence.length === 0
    ? null
    : asPart(evidence, `in the episode ${inQuotationMarks(newest.episodeTitle)}`);
}

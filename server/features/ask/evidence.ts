import type { IdeaEvidence, PassageEvidence, WordCount } from '#server/features/ask/corpus/store.ts';
import type { QuestionReading, Side } from '#server/features/ask/reading.ts';
import {
  type Collection,
  type IndexedText,
  indexText,
  type Query,
  scoreText,
  shareOf,
} from '#server/features/ask/scoring.ts';
import { stem } from '#server/features/ask/terms.ts';

/** One thing that was said on the record, with where it stands. */
export type Evidence =
  | {
      readonly kind: 'idea';
      readonly idea: IdeaEvidence;
      readonly side: Side | 'neutral';
      readonly score: number;
    }
  | { readonly kind: 'passage'; readonly passage: PassageEvidence; readonly score: number };

export type Coverage = 'ok' | 'low' | 'none';
export type Selected = { readonly evidence: readonly Evidence[]; readonly coverage: Coverage };

/** What share of the asked words, by weight, evidence without a named subject must hold. */
const LEAST_SHARE = 0.6;
/** A transcript window has room for words in passing, so it must hold more. */
const LEAST_PASSAGE_SHARE = 0.65;
const MOST_STATEMENTS = 6;
const MOST_PER_SHOW = 3;
const MOST_PER_SPEAKER = 2;
/** A theme's idea must hold at least this of what else was asked. */
const LEAST_THEME_SHARE = 0.25;
/** An idea outside the theme that was asked about must hold nearly all of the words. */
const LEAST_OFF_THEME_SHARE = 0.8;
/** What share of the other words an idea about a named subject must hold to speak of what was asked of it. */
const LEAST_MATTER_SHARE = 0.34;
/** Below these an answer is thin and says so (SPEC.md AskAnswer `coverage`). */
const ENOUGH_STATEMENTS = 3;
const ENOUGH_SHOWS = 2;
const DAY_MS = 86_400_000;
const HALF_LIFE_DAYS = 150;

export type Candidates = {
  readonly ideas: readonly IdeaEvidence[];
  readonly passages: readonly PassageEvidence[];
  readonly ideaCounts: { readonly total: number; readonly words: readonly WordCount[] };
  readonly passageCounts: { readonly total: number; readonly words: readonly WordCount[] };
};

/**
 * Chooses what an answer rests on. An idea counts when it is about a subject that the question names and speaks of
 * what was asked of it, or, where it names none, when it holds most of the asked words by weight; a transcript window
 * holds the name and most of the words. Where nobody spoke of the matter, what was said of the subject stands in, at
 * most three statements and always with low coverage.
 * Coverage: none when nothing counts; low with fewer than three statements, with one show where neither one show nor a
 * person was asked about, or where nothing speaks of the matter; ok otherwise.
 */
export function selectEvidence(reading: QuestionReading, found: Candidates, now: Date): Selected {
  const ideas = rankIdeas(reading, found, now);
  const chosen = diverse(ideas.filter((item) => speaksOfMatter(reading, item)));
  const evidence: Evidence[] = [
    ...chosen,
    ...rankPassages(reading, found, chosen).slice(0, Math.max(0, ENOUGH_STATEMENTS - chosen.length)),
  ];
  if (evidence.length > 0) return { evidence, coverage: coverageOf(reading, evidence) };
  const general = diverse(ideas).slice(0, ENOUGH_STATEMENTS);
  return { evidence: general, coverage: general.length === 0 ? 'none' : 'low' };
}

/** How far from an idea's moment a window may begin and still be part of the same argument. */
const AROUND_SECONDS = 180;

/**
 * What an answer about one idea rests on: the idea, and of its speaker's words around it the window that holds most
 * of what was asked. Coverage: ok when one of them speaks of the matter, low otherwise.
 */
export function selectForIdea(
  reading: QuestionReading,
  idea: IdeaEvidence,
  found: Omit<Candidates, 'ideas'>,
): Selected {
  const text = indexText(ideaText(idea));
  const share = shareOf(reading.query, text, collectionFrom(found.ideaCounts, [text]));
  const own = { kind: 'idea' as const, idea, side: sideOf(idea.stance), score: share, share };
  const around = found.passages.filter((passage) => isAround(passage, idea));
  const windows = rankPassages(reading, { ...found, passages: around }, []).slice(0, 1);
  return {
    evidence: [own, ...windows],
    coverage: windows.length > 0 || speaksOfMatter(reading, own) ? 'ok' : 'low',
  };
}

function isAround(passage: PassageEvidence, { timestampSeconds, speakerName }: IdeaEvidence): boolean {
  if (timestampSeconds === null || passage.speaker === null || passage.speaker !== speakerName) return false;
  return Math.abs(passage.startSeconds - timestampSeconds) <= AROUND_SECONDS;
}

function speaksOfMatter(reading: QuestionReading, item: IdeaScore): boolean {
  return reading.query.asked.length === 0 || item.share >= LEAST_MATTER_SHARE;
}

type IdeaScore = Extract<Evidence, { kind: 'idea' }> & { readonly share: number };

function rankIdeas(reading: QuestionReading, found: Candidates, now: Date): IdeaScore[] {
  const texts = new Map(found.ideas.map((idea) => [idea.id, indexText(ideaText(idea))]));
  const collection = collectionFrom(found.ideaCounts, [...texts.values()]);
  const best = Math.max(
    1e-9,
    ...found.ideas.map((idea) => scoreText(reading.query, texts.get(idea.id) as IndexedText, collection)),
  );
  return found.ideas
    .flatMap((idea) => {
      const text = texts.get(idea.id) as IndexedText;
      const share = shareOf(reading.query, text, collection);
      if (!isAbout(reading, idea, share)) return [];
      const side = sideOf(idea.stance);
      const score =
        scoreText(reading.query, text, collection) / best +
        share +
        (isMainSubject(reading, idea) ? (reading.subjects.length > 0 ? 1 : share) : 0) +
        (/ argues that /.test(idea.thesis) ? 0.2 : 0) +
        (reading.side !== null && side === reading.side ? 0.5 : 0) +
        (reading.risks && idea.riskFlags.length > 0 ? 0.2 : 0) +
        (0.3 * (idea.discussionDepth - 1)) / 4 +
        0.3 * 2 ** (-(now.getTime() - idea.episodePublishedAt.getTime()) / DAY_MS / HALF_LIFE_DAYS);
      return [{ kind: 'idea' as const, idea, side, score, share }];
    })
    .sort((a, b) => b.score - a.score || (a.idea.id < b.idea.id ? -1 : 1));
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

function isAbout(reading: QuestionReading, idea: IdeaEvidence, share: number): boolean {
  if (!isBy(reading, idea)) return false;
  if (reading.subjects.length > 0) return namesSubject(reading, idea);
  if (reading.query.asked.length === 0)
    return (
      reading.people.length > 0 ||
      (reading.themes.length === 0
        ? reading.shows.length > 0
        : reading.themes.some((theme) => idea.themes.includes(theme.slug)))
    );
  const onTheme = reading.themes.some((theme) => idea.themes.includes(theme.slug));
  if (reading.themes.length > 0 && !onTheme) return share >= LEAST_OFF_THEME_SHARE;
  return share >= LEAST_SHARE || (share >= LEAST_THEME_SHARE && onTheme && onlyAsksTheme(reading));
}

/** Said by somebody the question names, or, where the record does not know the name, telling of them. */
function isBy({ people }: QuestionReading, idea: IdeaEvidence): boolean {
  if (people.length === 0) return true;
  if (idea.speakerName !== null && people.includes(idea.speakerName)) return true;
  return people.some((name) => holdsName(`${idea.headline} ${idea.thesis} ${idea.context ?? ''}`, name));
}

function holdsName(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}

/** A question whose words are those of its themes ("what is said about nuclear energy"). */
function onlyAsksTheme(reading: QuestionReading): boolean {
  const words = new Set(
    indexText(reading.themes.map((theme) => `${theme.name} ${theme.slug}`).join(' ')).places.keys(),
  );
  return reading.query.asked.filter((term) => !words.has(term)).length <= 1;
}

/** About a named subject: as its own subject, or as one of several that its words speak of. */
function namesSubject(reading: QuestionReading, idea: IdeaEvidence): boolean {
  if (isMainSubject(reading, idea)) return true;
  const said = `${idea.headline} ${idea.thesis} ${idea.statement} ${idea.subjectName}`;
  return reading.subjects.some(
    ({ symbols, slug, name }) =>
      (symbols.some((symbol) => idea.tickers.includes(symbol)) || idea.entities.includes(slug)) &&
      (holdsName(said, name.split(' ')[0] ?? name) || symbols.some((symbol) => said.includes(symbol))),
  );
}

function isMainSubject({ subjects, themes }: QuestionReading, idea: IdeaEvidence): boolean {
  return (
    subjects.some(({ symbols, slug }) => symbols.includes(idea.subjectKey) || idea.subjectKey === slug) ||
    themes.some((theme) => idea.subjectKey === theme.slug)
  );
}

function sideOf(stance: IdeaEvidence['stance']): Side | 'neutral' {
  if (stance === 'BULLISH') return 'bullish';
  return stance === 'BEARISH' ? 'bearish' : 'neutral';
}

/** The best statements, no show with more than its share while others wait, both sides heard where both spoke. */
function diverse(ranked: readonly IdeaScore[]): IdeaScore[] {
  const shows = new Set(ranked.map((item) => item.idea.showId)).size;
  const speakers = new Set(ranked.map((item) => item.idea.speakerName ?? item.idea.id)).size;
  const chosen: IdeaScore[] = [];
  const said = new Set<string>();
  const perShow = new Map<string, number>();
  const perSpeaker = new Map<string, number>();
  const take = (item: IdeaScore) => {
    const words = item.idea.thesis.toLowerCase();
    const speaker = item.idea.speakerName ?? item.idea.id;
    const before = perSpeaker.get(speaker) ?? 0;
    if (said.has(words) || (before >= MOST_PER_SPEAKER && speakers > 1)) return;
    said.add(words);
    perSpeaker.set(speaker, before + 1);
    perShow.set(item.idea.showId, (perShow.get(item.idea.showId) ?? 0) + 1);
    chosen.push(item);
  };
  for (const item of ranked) {
    if (chosen.length >= MOST_STATEMENTS) break;
    if (shows > 1 && (perShow.get(item.idea.showId) ?? 0) >= MOST_PER_SHOW) continue;
    take(item);
  }
  for (const side of ['bullish', 'bearish'] as const) {
    const missing = ranked.find((item) => item.side === side && !chosen.includes(item));
    if (chosen.length < 3 || !missing || chosen.some((item) => item.side === side)) continue;
    chosen.pop();
    take(missing);
  }
  return chosen;
}

function rankPassages(
  reading: QuestionReading,
  found: Omit<Candidates, 'ideas'>,
  chosen: readonly IdeaScore[],
): Extract<Evidence, { kind: 'passage' }>[] {
  const texts = found.passages.map((passage) => indexText(passage.text));
  const collection = collectionFrom(found.passageCounts, texts);
  const names = nameTerms(reading);
  const wanted: Query = {
    asked: [...new Set([...names.flat(), ...reading.query.asked])],
    weights: new Map([...reading.query.weights, ...names.flat().map((term) => [term, 1] as const)]),
  };
  const perEpisode = new Map<string, number>();
  return found.passages
    .flatMap((passage, i) => {
      const text = texts[i] as IndexedText;
      if (!isQuotable(passage) || isKnown(passage, chosen)) return [];
      if (
        reading.people.length > 0 &&
        !(passage.speaker !== null && reading.people.includes(passage.speaker))
      )
        return [];
      if (names.length > 0 && !names.some((name) => name.every((term) => text.places.has(term)))) return [];
      if (reading.query.asked.length > 0 && shareOf(reading.query, text, collection) < LEAST_PASSAGE_SHARE)
        return [];
      if (names.length === 0 && reading.query.asked.length === 0) return [];
      return [{ kind: 'passage' as const, passage, score: scoreText(wanted, text, collection) }];
    })
    .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id)
    .filter(({ passage }) => {
      const before = perEpisode.get(passage.episodeId) ?? 0;
      perEpisode.set(passage.episodeId, before + 1);
      return before < 1;
    });
}

/** Stems of each named subject: a window must hold all of one of them. */
export function nameTerms(reading: QuestionReading): string[][] {
  return reading.subjects.map((subject) =>
    subject.name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1)
      .slice(0, 2)
      .map(stem),
  );
}

function isQuotable(passage: PassageEvidence): boolean {
  if (!passage.mediaEnabled || passage.quoteChars < 60) return false;
  return !passage.adRanges.some(([start, end]) => passage.startSeconds < end && passage.endSeconds > start);
}

/** The window of an idea that is already part of the answer. */
function isKnown(passage: PassageEvidence, chosen: readonly IdeaScore[]): boolean {
  return chosen.some(
    ({ idea }) =>
      idea.episodeId === passage.episodeId &&
      idea.timestampSeconds !== null &&
      idea.timestampSeconds <= passage.endSeconds &&
      passage.startSeconds <= idea.timestampSeconds + 90,
  );
}

function coverageOf(reading: QuestionReading, evidence: readonly Evidence[]): Coverage {
  const shows = new Set(
    evidence.map((item) => (item.kind === 'idea' ? item.idea.showId : item.passage.showId)),
  );
  const enoughShows = reading.shows.length === 1 || reading.people.length > 0 ? 1 : ENOUGH_SHOWS;
  return evidence.length < ENOUGH_STATEMENTS || shows.size < enoughShows ? 'low' : 'ok';
}

/** The collection behind a list of candidates: sizes and counts as the database gave them. */
function collectionFrom(counts: Candidates['ideaCounts'], texts: readonly IndexedText[]): Collection {
  const known = new Map<string, number>();
  for (const { word, count } of counts.words)
    known.set(stem(word), Math.max(known.get(stem(word)) ?? 0, count));
  const words = texts.reduce((sum, text) => sum + text.length, 0);
  const here = new Map<string, number>();
  for (const text of texts) for (const term of text.places.keys()) here.set(term, (here.get(term) ?? 0) + 1);
  return {
    size: Math.max(counts.total, texts.length, 1),
    averageLength: texts.length === 0 ? 1 : Math.max(1, words / texts.length),
    frequency: (term) => Math.max(known.get(term) ?? 0, here.get(term) ?? 0),
  };
}

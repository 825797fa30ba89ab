import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EpisodeInput } from '#server/domain.ts';
import { cueText } from '#server/language/cues/text.ts';
import { foldName, oneToOne, sharedSeconds } from './matching.ts';

/** An idea as the labels write it (docs/labelling.md). */
export type LabelIdea = {
  readonly subject: string;
  readonly tickers: readonly string[];
  readonly stance: string;
  readonly depth: number;
  readonly speaker: string;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly certain?: boolean;
};
/** A predicted idea: stance and speaker are null if withheld. */
export type PredictedIdea = Omit<LabelIdea, 'stance' | 'speaker'> & {
  readonly stance: string | null;
  readonly speaker: string | null;
  readonly confidence: number;
};
type Labels<Idea = LabelIdea> = {
  readonly segment: string;
  readonly ideas: readonly Idea[];
  readonly mentions?: readonly { readonly ticker: string | null }[];
};

/** A difference between prediction and labels, to read. `weight` orders cases of one kind. */
export type Case = {
  readonly kind: 'missed' | 'false' | 'stance' | 'speaker';
  readonly weight: number;
  readonly segment: string;
  readonly second: number;
  readonly told: string;
};

/** What `score-ideas.mjs` does not count: shares, 0..1, and cases to read. */
export type Comparison = {
  readonly mentionRecall: number;
  readonly quotesVerbatim: number;
  readonly worst: readonly Case[];
};

const KINDS = ['missed', 'false', 'stance', 'speaker'] as const;

/** The labels of a segment; null if it has none. */
export function labelsBeside(folder: string, segment: string): Labels | null {
  const path = join(folder, `${segment}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Labels) : null;
}

/** Compares predictions with labels; at most `limit` cases, the worst of each kind in turn. */
export function readAgainst(
  pairs: readonly {
    readonly gold: Labels;
    readonly predicted: Labels<PredictedIdea>;
    readonly input: EpisodeInput;
  }[],
  limit = 20,
): Comparison {
  const cases = pairs.flatMap(({ gold, predicted }) => casesOf(gold, predicted));
  const named = pairs.flatMap(({ gold, predicted }) => {
    const found = new Set(predicted.mentions?.map(({ ticker }) => ticker));
    const symbols = new Set(gold.mentions?.flatMap(({ ticker }) => ticker ?? []));
    return [...symbols].map((symbol) => found.has(symbol));
  });
  const quotes = pairs.flatMap(({ predicted, input }) =>
    predicted.ideas.map((idea) => isVerbatim(idea, input)),
  );
  return { mentionRecall: share(named), quotesVerbatim: share(quotes), worst: inTurn(cases, limit) };
}

function casesOf(gold: Labels, predicted: Labels<PredictedIdea>): Case[] {
  const matched = matches(gold.ideas, predicted.ideas);
  const missed = gold.ideas.filter((idea) => idea.certain !== false && !matched.some(([g]) => g === idea));
  const invented = predicted.ideas.filter((idea) => !matched.some(([, p]) => p === idea));
  const of = (kind: Case['kind'], idea: LabelIdea | PredictedIdea, weight: number, told: string): Case => ({
    kind,
    weight,
    segment: gold.segment,
    second: idea.start,
    told,
  });
  return [
    ...missed.map((idea) =>
      of('missed', idea, idea.depth, `${idea.subject} (${idea.speaker}): ${clip(idea.quote)}`),
    ),
    ...invented.map((idea) =>
      of(
        'false',
        idea,
        idea.confidence,
        `${idea.subject} (${idea.speaker}, ${idea.confidence}): ${clip(idea.quote)}`,
      ),
    ),
    ...matched
      .filter(([g, p]) => p.stance !== null && g.stance !== p.stance)
      .map(([g, p]) =>
        of('stance', p, g.depth, `${g.subject}: ${p.stance}, labelled ${g.stance}: ${clip(g.quote)}`),
      ),
    ...matched
      .filter(([g, p]) => p.speaker !== null && foldName(g.speaker) !== foldName(p.speaker))
      .map(([g, p]) =>
        of('speaker', p, g.depth, `${g.subject}: ${p.speaker}, labelled ${g.speaker}: ${clip(g.quote)}`),
      ),
  ];
}

/** Pairs of label and prediction, one to one, greatest overlap first (as in score-ideas.mjs). */
function matches(
  gold: readonly LabelIdea[],
  predicted: readonly PredictedIdea[],
): [LabelIdea, PredictedIdea][] {
  const pairs = gold.flatMap((label) =>
    predicted.flatMap((found) => {
      const shared = sharedSeconds(label, found);
      return shared === null ? [] : [{ label, found, shared }];
    }),
  );
  return oneToOne(pairs).map(({ label, found }) => [label, found]);
}

/** Whether the quote stands word for word in the cues of its passage. */
function isVerbatim({ quote, start, end }: PredictedIdea, { cues }: EpisodeInput): boolean {
  const within = cues.filter((cue) => cue.end >= start - 1 && cue.start <= end + 1);
  return within.map(cueText).join(' ').includes(quote);
}

function inTurn(cases: readonly Case[], limit: number): Case[] {
  const ranked = KINDS.map((kind) =>
    cases.filter((one) => one.kind === kind).sort((a, b) => b.weight - a.weight),
  );
  const out: Case[] = [];
  for (let i = 0; out.length < limit && ranked.some((list) => i < list.length); i += 1)
    out.push(...ranked.flatMap((list) => list[i] ?? []).slice(0, limit - out.length));
  return out.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.weight - a.weight);
}

function clip(text: string): string {
  return text.length <= 110 ? text : `${text.slice(0, 108)}…`;
}

function share(flags: readonly boolean[]): number {
  const yes = flags.filter(Boolean).length;
  return flags.length === 0 ? 1 : Math.round((1000 * yes) / flags.length) / 1000;
}

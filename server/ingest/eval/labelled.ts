import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { survey } from '#server/ingest/extract/candidates.ts';
import { claimFeatures } from '#server/ingest/extract/claims.ts';
import type { Passage } from '#server/ingest/extract/passages.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects.ts';
import type { Row } from './logistic.ts';
import { readSegment } from './segment.ts';

type Label = {
  readonly subject: string;
  readonly tickers: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly quote: string;
};

/** Gold and passage may lie this far apart, in seconds (as in score-ideas.mjs). */
const REACH_SECONDS = 45;

/** Names of the labelled segments of a folder (gold/GUIDE.md), in order. */
export function segmentsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /^seg\d+\.txt$/.test(file))
    .map((file) => basename(file, '.txt'))
    .sort();
}

/** Passages of one labelled segment, each marked as an idea or not; every label marks one passage at most. */
export function labelledRows(folder: string, segment: string, linker: EpisodeLinker): Row[] {
  const input = readSegment(readFileSync(join(folder, `${segment}.txt`), 'utf8'));
  const labels = labelsOf(folder, segment);
  const { candidates } = survey(input, linker);
  const pairs = labels.flatMap((label, a) =>
    candidates.flatMap(({ reading }, b) => {
      const shared = overlap(label, reading.passage);
      return shared >= -REACH_SECONDS && sameSubject(label, reading.passage) ? [{ a, b, shared }] : [];
    }),
  );
  pairs.sort((x, y) => y.shared - x.shared);
  const labelled = new Set<number>();
  const ideas = new Set<number>();
  for (const { a, b } of pairs) {
    if (labelled.has(a) || ideas.has(b)) continue;
    labelled.add(a);
    ideas.add(b);
  }
  return candidates.map(({ features }, i) => ({ x: features, y: ideas.has(i), group: segment }));
}

/** Sentences of the passages that hold a labelled idea, each marked as quoted for it or not. */
export function quotedRows(folder: string, segment: string, linker: EpisodeLinker, weight: number): Row[] {
  const input = readSegment(readFileSync(join(folder, `${segment}.txt`), 'utf8'));
  const labels = labelsOf(folder, segment);
  return survey(input, linker).candidates.flatMap(({ reading }) => {
    const quotes = labels
      .filter((label) => sameSubject(label, reading.passage))
      .filter((label) => overlap(label, reading.passage) >= -REACH_SECONDS)
      .map((label) => words(label.quote));
    if (quotes.length === 0) return [];
    return reading.lines.map((line) => ({
      x: claimFeatures(line),
      y: quotes.some((quote) => shares(words(line.sentence.text), quote)),
      group: segment,
      weight,
    }));
  });
}

function labelsOf(folder: string, segment: string): Label[] {
  return (JSON.parse(readFileSync(join(folder, `${segment}.json`), 'utf8')) as { ideas: Label[] }).ideas;
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ');
}

/** True where half of the shorter text's runs of four words stand in the other. */
function shares(line: readonly string[], quote: readonly string[]): boolean {
  const runs = (of: readonly string[]) => of.slice(3).map((_, i) => of.slice(i, i + 4).join(' '));
  const quoted = new Set(runs(quote));
  const common = runs(line).filter((run) => quoted.has(run)).length;
  return line.length >= 4 && common >= Math.max(1, Math.min(line.length, quote.length) - 3) / 2;
}

function overlap(label: Label, passage: Passage): number {
  return Math.min(label.end, passage.end) - Math.max(label.start, passage.start);
}

function sameSubject(label: Label, passage: Passage): boolean {
  const first = passage.mentions[0];
  if (first === undefined) return false;
  if (first.tickers.some((symbol) => label.tickers.includes(symbol))) return true;
  const a = fold(label.subject);
  const b = fold(first.subject.name);
  return a.includes(b) || b.includes(a);
}

function fold(name: string): string {
  return ` ${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;
}

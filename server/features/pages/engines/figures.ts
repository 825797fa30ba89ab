import { z } from 'zod';
import written from './figures.json' with { type: 'json' };

/** So many of so many. */
const share = z
  .strictObject({ count: z.int().min(0), of: z.int().min(0) })
  .refine(({ count, of }) => count <= of, 'more than all');

/** How one engine did on what readers had labelled, as it serves it. */
const engineFigures = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** The day it was measured, UTC. */
  measured: z.iso.date(),
  /** What it was measured on, and by whom that was labelled. */
  labels: z.string(),
  /** Ideas served that a reader listed too, and ideas a reader was certain of that are served: on listed companies, and on any subject. */
  tickerPrecision: share,
  tickerRecall: share,
  precision: share,
  recall: share,
  /** Of the ideas served: how many are given a stance, and how many of those the reader's. */
  stanceGiven: share,
  stanceRight: share,
  /** Ideas served under a name, and how many of those names are right, wrong, or over several voices; null where nobody looked for these. */
  named: share,
  namedRight: share,
  namedWrong: share,
  namedMixed: share.nullable(),
  /** Ideas served that a reader listed too: how many are given the reader's depth or the next. */
  depthWithinOne: share,
});

/** What is known of every engine that was measured, the built-in one first, which `npm run eval -- --write` writes. */
const figuresSchema = z.strictObject({ engines: z.array(engineFigures).min(1).readonly() });

/** Episodes that readers may know of, by the engine that read each last. */
export type ReadBy = { readonly rules: number; readonly model: number };

export type Share = z.infer<typeof share>;
export type EngineFigures = z.infer<typeof engineFigures>;
export type Figures = z.infer<typeof figuresSchema>;

/** The figures that were written last; throws where the file is not of their form. */
export function figuresOnRecord(): Figures {
  return figuresSchema.parse(written);
}

/** A share to the whole hundredth: "67 %". */
export function percentOf({ count, of }: Share): string {
  return `${of === 0 ? 0 : Math.round((100 * count) / of)} %`;
}

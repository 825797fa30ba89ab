import { z } from 'zod';
import written from './figures.json' with { type: 'json' };

/** A share, 0..1, to the third decimal. */
const share = z.number().min(0).max(1);

/** How one engine did on what readers had labelled, as it serves it. Shares are of the ideas that `npm run eval` measured. */
const engineFigures = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** The day it was measured, UTC. */
  measured: z.iso.date(),
  /** Ideas served that a reader listed too, and ideas a reader was certain of that are served. */
  precision: share,
  recall: share,
  /** Of the ideas served: how many are given a stance, and how many of those the reader's. */
  stanceGiven: share,
  stanceRight: share,
  /** Ideas served under a name, and how many of those names are right, wrong, or over several voices. */
  named: share,
  namedRight: share,
  namedWrong: share,
  depthWithinOne: share,
});

/** What is known of every engine that was measured, and on what. `npm run eval -- --write` writes it. */
export const figuresSchema = z.strictObject({
  /** What was measured on, and by whom it was labelled. */
  labels: z.string(),
  engines: z.array(engineFigures).min(1).readonly(),
});

export type EngineFigures = z.infer<typeof engineFigures>;
export type Figures = z.infer<typeof figuresSchema>;

/** The figures that were written last; throws where the file is not of their form. */
export function figuresOnRecord(): Figures {
  return figuresSchema.parse(written);
}

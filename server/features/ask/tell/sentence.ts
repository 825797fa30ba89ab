import type { Evidence } from '#server/features/ask/choose/evidence.ts';

/** A sentence of an answer before its markers are added, and the evidence it rests on. */
export type Sentence = { readonly text: string; readonly on: readonly Evidence[] };

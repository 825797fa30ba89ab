import type { Amendable } from '#server/features/corrections/schema.ts';

/** Each episode of a talk has its own. */
const OWN: readonly (keyof Amendable)[] = [
  'timestampSeconds',
  'endSeconds',
  'quote',
  'quoteStartSeconds',
  'quoteEndSeconds',
  'hidden',
];

/**
 * An idea put right as another of the same talk was, in the fields that were `corrected` there. A moment stays, and a quote, unless
 * it was dropped there.
 */
export function correctedAlike(
  idea: Amendable,
  model: Amendable,
  corrected: readonly (keyof Amendable)[],
): Amendable {
  const fields = corrected.filter((field) => !OWN.includes(field));
  const isDropped = corrected.includes('quote') && model.quote === null;
  return {
    ...idea,
    ...Object.fromEntries(fields.map((field) => [field, model[field]])),
    ...(isDropped && { quote: null, quoteStartSeconds: null, quoteEndSeconds: null }),
  };
}

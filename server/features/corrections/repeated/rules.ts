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
 * The fields of an idea that change when it is put right as another of the same talk was: those that were `corrected` there. A
 * moment stays, and a quote, unless it was dropped there.
 */
export function correctedAlike(
  idea: Amendable,
  model: Amendable,
  corrected: readonly (keyof Amendable)[],
): Partial<Amendable> {
  const fields = corrected.filter((field) => !OWN.includes(field));
  const isDropped = corrected.includes('quote') && model.quote === null;
  const after = {
    ...Object.fromEntries(fields.map((field) => [field, model[field]])),
    ...(isDropped && { quote: null, quoteStartSeconds: null, quoteEndSeconds: null }),
  } as Partial<Amendable>;
  const changes = (Object.keys(after) as (keyof Amendable)[]).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(idea[field]),
  );
  return Object.fromEntries(changes.map((field) => [field, after[field]])) as Partial<Amendable>;
}

/** Feature values of a linear model, by name. */
export type FeatureValues<Name extends string> = Readonly<Record<Name, number>>;

/** Fitted weights of a linear model, by feature name. */
export type Weights<Name extends string> = Readonly<Record<Name, number>>;

/** One function per feature, by name, in the order in which they are summed. */
export type FeatureTable<Name extends string, Subject> = Readonly<Record<Name, (subject: Subject) => number>>;

/** Computes every feature of the table for one thing. */
export function readFeatures<Name extends string, Subject>(
  table: FeatureTable<Name, Subject>,
  subject: Subject,
): FeatureValues<Name> {
  const values = {} as Record<Name, number>;
  for (const name of namesOf(table)) values[name] = table[name](subject);
  return values;
}

/** Names of a table of features, values or weights, in its order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

/** Weighted sum of the features, in their order: log-odds. */
export function weigh<Name extends string>(values: FeatureValues<Name>, weights: Weights<Name>): number {
  let sum = 0;
  for (const name of namesOf(values)) sum += values[name] * weights[name];
  return sum;
}

/** Log-odds as a probability, 0..1. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

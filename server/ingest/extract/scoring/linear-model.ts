/** What a linear model looks at: a number for each of its features, by name. */
export type FeatureValues<Name extends string> = Readonly<Record<Name, number>>;

/** What a linear model was fitted to: a weight for each of its features, by name. */
export type Weights<Name extends string> = Readonly<Record<Name, number>>;

/** How a linear model reads its features off something: a function for each, by name, in the order in which they are summed. */
export type FeatureTable<Name extends string, Subject> = Readonly<Record<Name, (subject: Subject) => number>>;

/** Every feature of the table, read off one thing. */
export function readFeatures<Name extends string, Subject>(
  table: FeatureTable<Name, Subject>,
  subject: Subject,
): FeatureValues<Name> {
  const values = {} as Record<Name, number>;
  for (const name of namesOf(table)) values[name] = table[name](subject);
  return values;
}

/** The names in a table of features, values or weights, in its order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

/** Features each times its weight, summed in the order of the features: the log-odds of a fitted model. */
export function weigh<Name extends string>(values: FeatureValues<Name>, weights: Weights<Name>): number {
  let sum = 0;
  for (const name of namesOf(values)) sum += values[name] * weights[name];
  return sum;
}

/** Log-odds as a probability, 0..1. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

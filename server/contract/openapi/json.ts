// biome-ignore lint/suspicious/noExplicitAny: a JSON document that is built up and only serialised
export type Json = any;

/**
 * A copy of a schema without noise of the schema library: the bounds of JavaScript integers, minimum lengths of 0, and patterns
 * that repeat a named format.
 */
export function tidySchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(tidySchema);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries<Json>(value).filter(([name, held]) => !isNoise(value, name, held));
  return Object.fromEntries(entries.map(([name, held]) => [name, tidySchema(held)]));
}

function isNoise(owner: Json, name: string, held: Json): boolean {
  if (name === '$schema') return true;
  if (name === 'minimum' || name === 'maximum') return Math.abs(held) === Number.MAX_SAFE_INTEGER;
  if (name === 'minLength') return held === 0;
  if (name === 'pattern') return typeof owner.format === 'string';
  return name === 'additionalProperties' && typeof held === 'object' && Object.keys(held).length === 0;
}

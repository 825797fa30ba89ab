import { attribution } from '#server/ingest/extract/writing/thesis-text.ts';

/** Who says a step of an argument: the name that is borne out, the transcript's label of the line, and the verb it is told by. */
export type Teller = { readonly name: string | null; readonly label: string | null; readonly verb: string };

/** A voice without a name, by its number; null where nothing tells which it is. */
type Voice = number | null;

/** Whose argument it is; further voices are counted from it. */
const FIRST = 1;
const AGAIN = {
  ofTwo: ['The first speaker', 'The other speaker'],
  ofMore: ['The first speaker', 'The second speaker', 'The third speaker'],
} as const;

/**
 * How each step of an argument names who says it, in their order: in full, then by family name; voices without a name are
 * told apart as far as that is known. `argues`: the label of whose argument it is; null where that is in doubt.
 */
export function tellersOf(steps: readonly Teller[], argues: string | null, show: string): string[] {
  const voices = voicesOf(steps, argues);
  // Where several speak, and nothing tells who of them argues, whoever comes first need not be the one.
  const isOpen = argues === null && new Set(voices.filter((voice) => voice !== null)).size > 1;
  return steps.map(({ name }, i) => {
    if (name !== null) return name === steps[i - 1]?.name ? familyName(name) : name;
    const isFirst = steps.slice(0, i).every((step) => step.name !== null);
    const full = attribution({ speaker: null, show: isFirst ? show : '' });
    const voice = voices[i] as Voice;
    if (isFirst && voice === FIRST && isOpen) return called('One', full);
    return unnamed(voice, voices.slice(0, i), full);
  });
}

/**
 * The voice of each step; null where it is named, too. A label is no name here: it only parts those who differ by it. Whoever
 * objects under the label of the step before is still another: labels change too late.
 */
function voicesOf(steps: readonly Teller[], argues: string | null): Voice[] {
  const ofLabel = new Map<string, number>(argues === null ? [] : [[argues, FIRST]]);
  const used = new Set(ofLabel.values());
  let hasStray = false;
  const next = (objects: boolean) => {
    const number = objects || used.has(FIRST) ? Math.max(FIRST, ...used) + 1 : FIRST;
    used.add(number);
    return number;
  };
  return steps.map(({ name, label, verb }, i) => {
    if (name !== null) return null;
    const objects = verb === 'objects';
    const before = steps[i - 1];
    const isStray = objects && (label === null || (before?.label === label && before.verb !== 'objects'));
    hasStray ||= isStray;
    if (isStray) return next(objects);
    if (label === null) return null;
    const known = ofLabel.get(label);
    // Who objected before without a label of their own may be this one.
    if (known === undefined && hasStray) return null;
    const voice = known ?? next(objects);
    ofLabel.set(label, voice);
    return voice;
  });
}

function unnamed(voice: Voice, before: readonly Voice[], full: string): string {
  if (voice === null) return full;
  const told = new Set(before.filter((one) => one !== null));
  if (!told.has(voice)) return voice === FIRST ? full : called('Another', full);
  if (before.at(-1) === voice) return voice === FIRST && told.size === 1 ? full : 'The same speaker';
  return (told.size > 2 ? AGAIN.ofMore : AGAIN.ofTwo)[voice - FIRST] ?? 'A further speaker';
}

function called(word: string, full: string): string {
  return full.replace(/^A\b/, word);
}

function familyName(name: string): string {
  return name.split(' ').at(-1) ?? name;
}

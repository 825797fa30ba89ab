import { attribution } from '#server/ingest/extract/writing/thesis-text.ts';
import { personName } from '#server/language/people/names.ts';

/** Who says a step: the borne-out name, the label if not in doubt, and the verb. */
export type Teller = { readonly name: string | null; readonly label: string | null; readonly verb: string };

/** Number of an unnamed voice; null if unknown. */
type Voice = number | null;

/** The voice of the argument; others count from it. */
const FIRST = 1;

/**
 * Names the teller of each step, in order: in full, then by family name; unnamed voices are told apart where known.
 * `argues`: the label of the argument's speaker; null if in doubt.
 */
export function tellersOf(steps: readonly Teller[], argues: string | null, show: string): string[] {
  const voices = voicesOf(steps, argues);
  // If several speak and the arguer is unknown, the first of them need not be the arguer.
  const isOpen = argues === null && new Set(voices.filter((voice) => voice !== null)).size > 1;
  return steps.map(({ name }, i) => {
    if (name !== null) return name === steps[i - 1]?.name ? familyName(name) : name;
    const named = steps.slice(0, i).filter((step) => step.name !== null).length;
    const full = attribution({ speaker: null, show: named === i ? show : '' });
    const voice = voices[i] as Voice;
    if (isOpen && voice === FIRST && i === 0) return called('One', full);
    return unnamed(voice, voices.slice(0, i), { full, amongNames: named > 0 });
  });
}

/**
 * The voice of each step; null also where it is named. A label here only separates voices. An objector under the
 * arguer's label is still another, since labels change late; who continues so is unknown.
 */
function voicesOf(steps: readonly Teller[], argues: string | null): Voice[] {
  const ofLabel = new Map<string, number>(argues === null ? [] : [[argues, FIRST]]);
  const voices: Voice[] = [];
  let hasStray = false;
  const next = (objects: boolean) => {
    const used = [...ofLabel.values(), ...voices].filter((voice) => voice !== null);
    return objects || used.includes(FIRST) ? Math.max(FIRST, ...used) + 1 : FIRST;
  };
  const voiceOf = ({ name, label, verb }: Teller, before: Teller | undefined): Voice => {
    if (name !== null) return null;
    const objects = verb === 'objects';
    const goesOn = label !== null && before?.label === label;
    if (objects && (label === null || (goesOn && voices.at(-1) === FIRST))) {
      hasStray = true;
      return next(objects);
    }
    if (label === null || (goesOn && before.verb === 'objects' && hasStray && verb !== 'replies'))
      return null;
    const known = ofLabel.get(label);
    // Who objected before under no label of their own may be this one.
    if (known === undefined && hasStray) return null;
    const voice = known ?? next(objects);
    ofLabel.set(label, voice);
    return voice;
  };
  for (const [i, step] of steps.entries()) voices.push(voiceOf(step, steps[i - 1]));
  return voices;
}

type Around = { readonly full: string; readonly amongNames: boolean };

/** How a voice is called after earlier ones. Of two the order tells them apart; of more, or among names, nothing does. */
function unnamed(voice: Voice, before: readonly Voice[], { full, amongNames }: Around): string {
  if (voice === null) return full;
  const told = [...new Set(before.filter((one) => one !== null))];
  if (!told.includes(voice)) return voice === FIRST ? full : called('Another', full);
  if (before.at(-1) === voice)
    return voice === FIRST && told.length === 1 ? 'The speaker' : 'The same speaker';
  if (told.length !== 2 || amongNames) return full;
  return told[0] === voice ? 'The first speaker' : 'The other speaker';
}

function called(word: string, full: string): string {
  return full.replace(/^A\b/, word);
}

function familyName(name: string): string {
  return personName(name)?.family ?? name;
}

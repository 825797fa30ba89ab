import { attribution } from '#server/ingest/extract/writing/thesis-text.ts';

/** Who says a step of an argument: the name that is borne out, the transcript's label of the line, and the verb it is told by. */
export type Teller = { readonly name: string | null; readonly label: string | null; readonly verb: string };

/** Of voices without a name: who argued; further ones are counted from it. */
const FIRST = 1;
const AGAIN = ['The first speaker', 'The other speaker', 'The third speaker'];

/**
 * How each step of an argument names who says it, in their order: in full, then by family name; voices without a name are
 * told apart as far as that is known. `argues`: the label of whose argument it is, null where there is none.
 */
export function tellersOf(steps: readonly Teller[], argues: string | null, show: string): string[] {
  const voices = voicesOf(steps, argues);
  return steps.map(({ name }, i) => {
    if (name !== null) return name === steps[i - 1]?.name ? familyName(name) : name;
    return unnamed(voices[i]!, voices.slice(0, i), show);
  });
}

/** The voice of a step without a name. */
type Voice = { readonly number: number; readonly label: string | null; readonly objects: boolean };

/** The number of the voice of each step, null where it is named. A label is no name here: it only parts those who differ by it. */
function voicesOf(steps: readonly Teller[], argues: string | null): (number | null)[] {
  const ofLabel = new Map<string | null, number>([[argues, FIRST]]);
  let before: Voice | null = null;
  return steps.map(({ name, label, verb }) => {
    if (name !== null) return null;
    const number = numberOf({ label, verb }, before, ofLabel);
    ofLabel.set(label, number);
    before = { number, label, objects: verb === 'objects' };
    return number;
  });
}

/**
 * Whoever objects is another than who was told of before, and whoever replies to that is not who objected; whoever replies
 * else may be the same, to a question that is not told.
 */
function numberOf(
  { label, verb }: Pick<Teller, 'label' | 'verb'>,
  before: Voice | null,
  ofLabel: ReadonlyMap<string | null, number>,
): number {
  const known = ofLabel.get(label);
  const isNew = Math.max(FIRST, ...ofLabel.values()) + 1;
  const last = before?.number ?? FIRST;
  const isAnswer = verb === 'objects' || (verb === 'replies' && before?.objects === true);
  if (!isAnswer) return label === before?.label ? last : (known ?? isNew);
  if (known !== undefined && known !== last) return known;
  return last === FIRST ? isNew : FIRST;
}

function unnamed(voice: number, before: readonly (number | null)[], show: string): string {
  const told = new Set(before.filter((one) => one !== null));
  if (told.has(voice) && told.size > 1)
    return before.at(-1) === voice ? 'The same speaker' : (AGAIN[voice - FIRST] ?? 'A further speaker');
  const full = attribution({ speaker: null, show: told.size === 0 ? show : '' });
  return voice === FIRST || told.has(voice) ? full : full.replace(/^A\b/, 'Another');
}

function familyName(name: string): string {
  return name.split(' ').at(-1) ?? name;
}

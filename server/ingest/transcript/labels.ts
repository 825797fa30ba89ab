import { NUMBERED, speakerLabel } from './speakers.ts';
import { CLOCK_TEXT } from './timing.ts';

/** How a label stands at the head of a line: `Ann Lee: …`, `[Ann Lee] …`, `(Ann Lee) …`, `Ann Lee 00:22 …`. */
type Form = 'colon' | 'square' | 'round' | 'timed';

/** A line that begins with what may be a speaker's label. */
export type Head = {
  readonly form: Form;
  readonly label: string;
  readonly rest: string;
  /** The clock of a `timed` one. */
  readonly clock: string | null;
};

const LEAD = String.raw`^(?:[-–—]\s*)?(?:\*\*)?(?:>>\s*)?`;
const COLON = new RegExp(String.raw`${LEAD}([^:\n<>"“”?!,;]{1,60}):(?:\*\*)?(?:\s+|$)`, 'u');
const SQUARE = new RegExp(String.raw`${LEAD}\[([^[\]:\n<>]{1,60}):?\]:?\s*`, 'u');
const ROUND = new RegExp(String.raw`${LEAD}\(([^():\n<>]{1,60}):?\):?\s*`, 'u');
const TIMED = new RegExp(
  String.raw`${LEAD}([^:\n<>"“”?!,;()[\]\d][^:\n<>"“”?!,;()[\]]{0,60}?):?\s*[-–—,|]?\s*[[(]?(${CLOCK_TEXT})[\])]?:?(?:\s+|$)`,
  'u',
);

/** A capitalised word as in names, with apostrophes, hyphens and initials, or a particle between two. */
const NAME_WORD =
  /^(?:\p{Lu}[\p{L}'’.-]{0,30}|(?:de|da|del|der|den|di|du|la|le|van|von|bin|al|of|the|and|&)|\([^()]{1,30}\)|\d{1,3})$/u;
/** Capitalised words before a colon in ordinary speech or captions. */
const NOT_A_NAME = new Set(
  'question answer note notes number one two three four five first second third finally remember look so and but because example reminder warning update summary chapter part step point option today here disclaimer source music translation title subtitle spoiler ps pro con pros cons fact case bonus tip tips result conclusion http https'.split(
    ' ',
  ),
);
/** Words before a time of day. */
const BEFORE_CLOCK = new Set('at by from until till around about before after since between'.split(' '));
/** What captions tell in brackets beside speech: sounds, and what the transcriber could not hear. */
const SOUND = new RegExp(
  `^(?:.* )?(?:${[
    'music|theme|jingle|silence|pauses?|foreign|noises?|sounds?|audio|video|clip|break|start|end|recording|blank_audio',
    'ads?|adverts?|advertisements?|commercials?|sponsors?|intro|outro|transcript|censored|redacted',
    'inaudible|unintelligible|indiscernible|cross-?talk|laughter|applause|giggles|throat',
    '(?:laugh|chuckl|giggl|clapp?|cheer|sigh|cough|gasp|groan|sniff|snort|grunt|beep|bleep|sing|whistl|sneez|breath|cry|sobb?|yawn|whisper|mumbl|humm?|typ|ring|speak|play|scream|shout|knock|overlapp?)(?:e?s|ing|ed)',
  ].join('|')})(?: .*)?$`,
  'iu',
);

/** What stands at the head of a line where a speaker's label may; null where none can. */
export function headOf(line: string): Head | null {
  return (
    colonHead(line) ??
    bracketHead(line, SQUARE, 'square') ??
    bracketHead(line, ROUND, 'round') ??
    timedHead(line)
  );
}

function colonHead(line: string): Head | null {
  const match = COLON.exec(line);
  const label = labelIn(match?.[1]);
  if (!match || label === null) return null;
  return { form: 'colon', label, rest: line.slice(match[0].length), clock: null };
}

function bracketHead(line: string, brackets: RegExp, form: 'square' | 'round'): Head | null {
  const match = brackets.exec(line);
  const label = labelIn(match?.[1]);
  if (!match || label === null || SOUND.test(label)) return null;
  const rest = line.slice(match[0].length);
  // One word alone on its line is rather a sound than a name.
  if (rest === '' && !isStrong(label)) return null;
  return { form, label, rest, clock: null };
}

/** A name and the time from which its bearer speaks, as Otter and Descript write it: `Ann Lee 00:22`, `Ann Lee (0:22):`. */
export function timedHead(line: string): Head | null {
  const match = TIMED.exec(line);
  const label = labelIn(match?.[1]);
  if (!match || label === null || BEFORE_CLOCK.has(label.toLowerCase())) return null;
  return { form: 'timed', label, rest: line.slice(match[0].length), clock: match[2] ?? null };
}

/** A line's label where its file really uses labels of that form; null for other lines. */
export type Labels = (line: string) => Head | null;

/**
 * The labels that a file really uses. A colon after a capitalised word alone proves nothing ("Remember: …"), but a file that
 * labels its speakers does so again and again, and in one form.
 */
export function labelsOf(lines: Iterable<string>): Labels {
  const heads = [...lines].map(headOf).filter((head) => head !== null);
  const used = new Map<Form, ReadonlySet<string>>(
    [...Map.groupBy(heads, ({ form }) => form)].map(([form, own]) => [form, recurringLabels(own)]),
  );
  return (line) => {
    const head = headOf(line);
    return head !== null && used.get(head.form)?.has(head.label) ? head : null;
  };
}

/** A label that occurs once counts only if it is a full name and others recur. */
function recurringLabels(heads: readonly Head[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { label } of heads) counts.set(label, (counts.get(label) ?? 0) + 1);
  const recurring = [...counts].filter(([label, count]) => count >= (isStrong(label) ? 2 : 3));
  const labelled = recurring.reduce((sum, [, count]) => sum + count, 0);
  if (labelled < 3 && recurring.length < 2) return new Set();
  const once = [...counts.keys()].filter(isStrong);
  return new Set([...recurring.map(([label]) => label), ...once]);
}

function labelIn(raw: string | undefined): string | null {
  const label = speakerLabel(raw);
  return label !== null && looksLikeLabel(label) ? label : null;
}

/** Whether a label may name a speaker by its words alone. */
export function looksLikeLabel(label: string): boolean {
  const words = label.replace(/ \([^()]{1,40}\)$/, '').split(' ');
  if (words.length > 6 || NOT_A_NAME.has((words[0] ?? '').toLowerCase())) return false;
  if (!words.every((word) => NAME_WORD.test(word) || NUMBERED.test(word))) return false;
  return /^[\p{Lu}(]/u.test(label) && /\p{L}/u.test(label);
}

/** A full name or a diarisation label: nobody says one before a colon by chance twice. */
function isStrong(label: string): boolean {
  return label.includes(' ') || label.startsWith('SPEAKER_');
}

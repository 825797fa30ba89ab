import type { NamedShow } from '#server/features/ask/read/reading.ts';
import { literal } from '#server/platform/pattern.ts';

const CAPITALISED = "\\p{Lu}[\\p{L}'’]+(?:[ -]\\p{Lu}[\\p{L}'’]+){1,2}";
const WHO_SAYS = new RegExp(
  `(?:did|does|do|has|have|had|would|by|from|of|to)\\s+(${CAPITALISED})\\s+(?:\\w+\\s+)?(?:say|said|think|argue|claim|mention|discuss|talk|recommend|predict|see|view|explain|feel|believe|describe|warn|expect|make)`,
  'u',
);

/**
 * People whose words are asked for. A question names them by full name or by a part of it that is written with a capital.
 * Somebody whom the record does not know counts where the question asks what they said.
 */
export function namedPeople(question: string, speakers: readonly string[]): string[] {
  const words = new Set(
    question.match(/\p{Lu}[\p{L}'’]+/gu)?.map((word) => word.replace(/['’]s$/, '')) ?? [],
  );
  const plain = ` ${simple(question)} `;
  const whole = wholeNames(speakers).flatMap(({ name, sought }) => (plain.includes(sought) ? [name] : []));
  if (whole.length > 0) return whole;
  const unknown = WHO_SAYS.exec(question)?.[1];
  if (unknown) return [unknown];
  return speakers.filter((name) =>
    name.split(' ').some((part) => part.length >= 4 && words.has(part) && !OPENERS.has(part)),
  );
}

/** Words that open questions and are names as well. */
const OPENERS = new Set([
  'Will',
  'What',
  'When',
  'Where',
  'Which',
  'Mark',
  'Grant',
  'Chase',
  'Ford',
  'Apple',
  'Tesla',
  'Meta',
  'Block',
  'Price',
]);

/** A text without any part of a person's name. */
export function withoutPerson(text: string, name: string): string {
  const parts = name.split(/\s+/).filter((part) => part.length > 1);
  const any = parts.map(literal).join('|');
  return any ? text.replace(new RegExp(`(?<!\\p{L})(?:${any})(?:['’]s)?(?!\\p{L})`, 'gu'), ' ') : text;
}

/** Shows whose name the question writes out; the longest where one name holds another. */
export function namedShows(question: string, shows: readonly NamedShow[]): NamedShow[] {
  const plain = ` ${simple(question)} `;
  const found = showNames(shows).flatMap(({ show, sought }) =>
    sought.some((name) => plain.includes(name)) ? [show] : [],
  );
  return found.filter(
    (show) =>
      !found.some(
        (other) =>
          other !== show &&
          simple(other.name).includes(simple(show.name)) &&
          other.name.length > show.name.length,
      ),
  );
}

/** What is looked for in a question, made once of a list that many questions are read with. */
function madeOnce<Item, Made>(make: (items: readonly Item[]) => Made): (items: readonly Item[]) => Made {
  const made = new WeakMap<readonly Item[], Made>();
  return (items) => {
    const before = made.get(items);
    if (before !== undefined) return before;
    const now = make(items);
    made.set(items, now);
    return now;
  };
}

const wholeNames = madeOnce((speakers: readonly string[]) =>
  speakers.filter((name) => name.includes(' ')).map((name) => ({ name, sought: ` ${simple(name)} ` })),
);

const showNames = madeOnce((shows: readonly NamedShow[]) =>
  shows.map((show) => {
    const short = show.name.replace(/^the\s+|\s+(?:podcast|show)$|\s*[:|(].*$|\s[–-]\s.*$/gi, '');
    const names = [...new Set([simple(show.name), simple(short)])].filter(isDistinct);
    return { show, sought: names.map((name) => ` ${name} `) };
  }),
);

function isDistinct(name: string): boolean {
  return name.length >= 3 && !/^(?:the|odd|money|show|invest|markets?)$/.test(name);
}

function simple(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A text without a show's name. */
export function withoutShow(text: string, name: string): string {
  const words = simple(name.replace(/^the\s+|\s+(?:podcast|show)$/gi, ''))
    .split(' ')
    .filter(Boolean);
  if (words.length === 0) return text;
  return text.replace(new RegExp(words.map(literal).join('[^\\p{L}\\p{N}]+'), 'giu'), ' ');
}

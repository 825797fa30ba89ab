import type { Cue, SpeakerRole } from '#server/domain.ts';
import type { DeclaredFormat } from '#server/ingest/transcript/parse.ts';

/** Someone heard in a sample episode. `alias` is the name that starts a script line. */
export type Voice = {
  readonly alias: string;
  readonly name: string;
  readonly role: SpeakerRole;
  readonly title: string | null;
};

/** One sample episode as written: header and spoken turns, still untimed. */
export type Script = {
  readonly title: string;
  readonly daysAgo: number;
  readonly format: DeclaredFormat;
  readonly description: string;
  readonly voices: readonly Voice[];
  readonly turns: readonly { readonly voice: Voice; readonly text: string }[];
};

const FORMATS: readonly string[] = ['json', 'vtt', 'srt', 'html'];
const WORDS_PER_SECOND = 2.55;
const OPENING_SECONDS = 4;
const PAUSE_BETWEEN_TURNS = 0.5;
const SHORTEST_CUE_SECONDS = 1.2;

/** How many words a cue of each format holds: captions are short, web paragraphs long. */
const CUE_WORDS: Record<DeclaredFormat, { readonly least: number; readonly most: number }> = {
  json: { least: 9, most: 40 },
  vtt: { least: 8, most: 34 },
  srt: { least: 8, most: 22 },
  html: { least: 20, most: 48 },
};

/**
 * Reads one episode script: `key: value` header lines, a line `---`, then turns `Alias: text`.
 * `people` lists `host Full Name` or `guest Full Name, title`, separated by `|`; the alias of a line is
 * the first word of the name. Throws with the offending line when the script is malformed.
 */
export function parseScript(source: string): Script {
  const [head, body] = source.split(/^---$/m);
  if (head === undefined || body === undefined)
    throw new Error('A script needs a header, a line "---" and turns');
  const header = new Map(head.trim().split('\n').map(parseHeaderLine));
  const voices = required(header, 'people').split('|').map(parseVoice);
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  return {
    title: required(header, 'title'),
    daysAgo: parseDaysAgo(required(header, 'daysAgo')),
    format: parseFormat(required(header, 'format')),
    description: required(header, 'description'),
    voices,
    turns: lines.map((line) => parseTurn(line, voices)),
  };
}

/** The script's cues, timed at an even speaking pace. Seconds, to the millisecond, strictly increasing. */
export function timeCues(script: Script): readonly Cue[] {
  const cues: Cue[] = [];
  let clock = OPENING_SECONDS;
  for (const { voice, text } of script.turns) {
    for (const line of splitIntoLines(text, CUE_WORDS[script.format])) {
      const seconds = Math.max(SHORTEST_CUE_SECONDS, countWords(line) / WORDS_PER_SECOND);
      cues.push({ start: toMillis(clock), end: toMillis(clock + seconds), speaker: voice.name, text: line });
      clock += seconds;
    }
    clock += PAUSE_BETWEEN_TURNS;
  }
  return cues;
}

function parseHeaderLine(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new Error(`Not a header line: ${line}`);
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

function required(header: ReadonlyMap<string, string>, key: string): string {
  const value = header.get(key);
  if (!value) throw new Error(`The script header lacks "${key}"`);
  return value;
}

function parseDaysAgo(value: string): number {
  const days = Number(value);
  if (!(days > 0)) throw new Error(`daysAgo must be a positive number: ${value}`);
  return days;
}

function parseFormat(value: string): DeclaredFormat {
  if (!FORMATS.includes(value)) throw new Error(`Unknown transcript format: ${value}`);
  return value as DeclaredFormat;
}

function parseVoice(entry: string): Voice {
  const match = /^(host|guest) ([^,]+)(?:, (.+))?$/.exec(entry.trim());
  const [, role, name, title] = match ?? [];
  if (!role || !name) throw new Error(`Not a person: ${entry}`);
  return { alias: name.split(' ')[0]!, name, role: role as SpeakerRole, title: title ?? null };
}

function parseTurn(line: string, voices: readonly Voice[]): Script['turns'][number] {
  const [alias, text] = parseHeaderLine(line);
  const voice = voices.find((candidate) => candidate.alias === alias);
  if (!voice) throw new Error(`No such person in the header: ${line}`);
  return { voice, text };
}

/** Sentences gathered until a cue is long enough; a sentence too long for one cue is cut at a clause. */
function splitIntoLines(text: string, size: { readonly least: number; readonly most: number }): string[] {
  const lines: string[] = [];
  for (const sentence of text.split(/(?<=[.?!]"?)\s+(?=["A-Z])/)) {
    const last = lines.at(-1);
    const joins = last !== undefined && countWords(last) < size.least;
    if (joins) lines[lines.length - 1] = `${last} ${sentence}`;
    else lines.push(sentence);
  }
  return lines.flatMap((line) => cutAtClauses(line, size.most));
}

function cutAtClauses(line: string, most: number): string[] {
  const words = line.split(' ');
  if (words.length <= most) return [line];
  const middle = words.length / 2;
  const breaks = words.flatMap((word, at) =>
    /[,;.?!]$/.test(word) && at + 1 < words.length ? [at + 1] : [],
  );
  const nearest = breaks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const cut = nearest ?? Math.ceil(middle);
  return [words.slice(0, cut), words.slice(cut)].flatMap((part) => cutAtClauses(part.join(' '), most));
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}

function toMillis(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

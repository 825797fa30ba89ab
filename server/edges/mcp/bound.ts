import { attributionSchema } from '#server/api/attribution.ts';
import { MAX_RESULT_CHARS, MAX_RESULT_CHARS_TEXT } from '#server/api/limits.ts';
import { credit } from '#server/edges/mcp/text.ts';
import { type Answer, type ListCut, type View, viewOf } from '#server/edges/mcp/views.ts';

/** What a tool answers; both protocol eras send it as it is. */
export type ToolResult = {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: Answer;
  readonly isError?: true;
};

// The 2026 revision adds its result type and the server's identity; a list that is fetched again gains a cursor, twice.
const ENVELOPE_CHARS = 600;
const CURSOR_CHARS = 400;
const MARKER = ` [... cut to fit ${MAX_RESULT_CHARS_TEXT} characters]`;
const SHORTEST_CUT = 200;
// A text is worth cutting when it is at least this part of what is too much.
const LEAST_SHARE = 16;
const NEVER_CUT = ['attribution', 'nextCursor'];

/** Fetches the same list again with fewer entries, so that its `nextCursor` goes on after the last one served. */
export type Again = (limit: number) => Promise<Answer>;

/**
 * A tool's answer as structured content and text, together at most 12,000 characters as JSON. A list is cut at an entry
 * and says so (`truncated`, `truncatedTo`, `truncatedFrom`, and by `truncatedOf` of which list); a single object has its longest texts cut with a marker.
 * Attribution is never cut.
 */
export async function boundedResult(
  tool: string,
  answer: Answer,
  { again }: { again?: Again } = {},
): Promise<ToolResult> {
  const view = viewOf(tool);
  const whole = render(view, answer);
  if (fits(whole)) return whole;
  const cut = cutLists(view, answer, null, again ? CURSOR_CHARS : 0);
  const pages = again && cut.told?.list === view.cuts[0];
  return cutTexts(view, pages ? await fetchedAgain(view, cut.answer, cut.told!, again) : cut.answer);
}

/** An error as a tool result, bounded like any other. Its text is the JSON itself, for clients that show text alone. */
export function boundedError(body: Answer): ToolResult {
  const view: View = { text: (answer) => JSON.stringify(answer), cuts: [] };
  return { ...cutTexts(view, body), isError: true };
}

/** The list that `truncated` speaks of, and how long it was. */
type Told = { readonly list: ListCut; readonly from: number };

/** Shortens lists in the view's order until the answer fits; `told` is the one that `truncated` speaks of, mostly the first. */
function cutLists(
  view: View,
  answer: Answer,
  known: Told | null,
  spare: number,
): { answer: Answer; told: Told | null } {
  let served = answer;
  let told = known;
  for (const list of view.cuts) {
    const room = MAX_RESULT_CHARS - ENVELOPE_CHARS - spare;
    const taken = size(render(view, served));
    if (taken <= room) break;
    const from = list.count(served);
    const about = told && !list.tells ? told : { list, from: list.count(answer) };
    const shortened = (to: number) => marked(list.keep(served, to), about);
    const least = Math.min(list.least(served), from);
    const isGood = (n: number) => size(render(view, shortened(n))) <= room;
    const to = largest(least, from, isGood, Math.floor((from * room) / taken));
    if (to >= from) continue;
    served = shortened(to);
    told = about;
  }
  return { answer: served, told };
}

/** The cut list fetched anew at the length that fits. */
async function fetchedAgain(view: View, cut: Answer, told: Told, again: Again): Promise<Answer> {
  const others: View = { ...view, cuts: view.cuts.slice(1) };
  for (let limit = Math.max(1, told.list.count(cut)); ; limit -= 1) {
    const served = cutLists(others, marked(await again(limit), told), told, CURSOR_CHARS).answer;
    if (limit === 1 || fits(render(view, served))) return served;
  }
}

function marked(answer: Answer, { list, from }: Told): Answer {
  return {
    ...answer,
    truncated: true,
    truncatedTo: list.count(answer),
    truncatedFrom: from,
    truncatedOf: list.name,
  };
}

/**
 * The largest n in [least, most] that `good` holds for, taking it to hold for all below; `least` when for none. Looks
 * around `guess` first: entries are mostly of one size, and each look measures a whole answer.
 */
function largest(least: number, most: number, good: (n: number) => boolean, guess: number): number {
  let [low, high] = [least, most];
  let next = guess;
  for (let step = 1; low < high; step *= 2) {
    const n = Math.min(high, Math.max(low + 1, next));
    if (good(n)) {
      low = n;
      next = n + step;
    } else {
      high = n - 1;
      next = n - step;
    }
    if (next <= low || next > high) next = Math.ceil((low + high) / 2);
  }
  return low;
}

function cutTexts(view: View, answer: Answer): ToolResult {
  let served = answer;
  for (;;) {
    const result = render(view, served);
    const over = size(result) - (MAX_RESULT_CHARS - ENVELOPE_CHARS);
    if (over <= 0) return result;
    const next = shorter(served, over);
    if (!next) return bareText(result, answer);
    served = next;
  }
}

type Place = { readonly path: readonly string[]; readonly length: number };

/** The answer with its longest text cut, or its largest list halved where no text is long enough to matter. */
function shorter(answer: Answer, over: number): Answer | null {
  const prose = longest(answer, (value) => (isProse(value) ? value.length : 0));
  const list = longest(answer, (value) => (Array.isArray(value) && value.length > 1 ? size(value) : 0));
  if (prose && (!list || prose.length * LEAST_SHARE >= over)) return withTextCut(answer, prose, over);
  return list && { ...(replaced(answer, list.path, firstHalf) as Answer), truncated: true };
}

function withTextCut(answer: Answer, { path, length }: Place, over: number): Answer {
  // A text is served twice, structured and in words, so half of the excess may do.
  const kept = Math.max(SHORTEST_CUT, length - Math.ceil(over / 2) - MARKER.length);
  return replaced(answer, path, (value) => wellFormed((value as string).slice(0, kept)) + MARKER) as Answer;
}

function firstHalf(value: unknown): unknown {
  const list = value as unknown[];
  return list.slice(0, Math.floor(list.length / 2));
}

function isProse(value: unknown): value is string {
  return typeof value === 'string' && value.length > SHORTEST_CUT + MARKER.length && !/^https?:/.test(value);
}

/** Where in the answer, outside its attribution, the value that measures most is; null when all measure 0. */
function longest(
  answer: unknown,
  measure: (value: unknown) => number,
  path: readonly string[] = [],
): Place | null {
  if (path[0] !== undefined && NEVER_CUT.includes(path[0])) return null;
  const own = measure(answer);
  let best: Place | null = own > 0 ? { path, length: own } : null;
  if (typeof answer !== 'object' || answer === null) return best;
  for (const [name, value] of Object.entries(answer)) {
    const inner = longest(value, measure, [...path, name]);
    if (inner && (!best || inner.length > best.length)) best = inner;
  }
  return best;
}

function replaced(node: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(node);
  if (Array.isArray(node)) return node.with(Number(name), replaced(node[Number(name)], rest, change));
  return { ...(node as Answer), [name]: replaced((node as Answer)[name], rest, change) };
}

/** The last resort, for an answer of countless small parts: its words, cut, and its attribution whole. */
function bareText({ content }: ToolResult, answer: Answer): ToolResult {
  const { data: attribution } = attributionSchema.safeParse(answer.attribution);
  const tail = MARKER + (attribution ? `\n${credit(attribution)}` : '');
  const structuredContent = { truncated: true, ...(attribution ? { attribution } : {}) };
  const shown = (kept: number): ToolResult => ({
    content: [{ type: 'text', text: wellFormed(content[0].text.slice(0, kept)) + tail }],
    structuredContent,
  });
  const most = Math.min(content[0].text.length, MAX_RESULT_CHARS);
  return shown(largest(0, most, (kept) => fits(shown(kept)), most >> 1));
}

function render(view: View, answer: Answer): ToolResult {
  return { content: [{ type: 'text', text: view.text(answer) }], structuredContent: answer };
}

function fits(result: ToolResult, spare = 0): boolean {
  return size(result) <= MAX_RESULT_CHARS - ENVELOPE_CHARS - spare;
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}

// A cut between the halves of a pair would leave half a character.
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.replace(/[\uD800-\uDBFF]$/, '');
}

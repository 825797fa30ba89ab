import { attributionSchema } from '#server/api/attribution.ts';
import { MAX_RESULT_CHARS, MAX_RESULT_CHARS_TEXT } from '#server/api/limits.ts';
import { credit } from '#server/edges/mcp/text.ts';
import { type ListCut, type ToolAnswer, type View, viewOf } from '#server/edges/mcp/views.ts';

/** A tool's result, which both protocol eras send as it is. */
export type ToolResult = {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: ToolAnswer;
  readonly isError?: true;
};

// The 2026 revision adds its result type and the server's identity. A list that is fetched again gains a cursor, in both forms.
const ENVELOPE_CHARS = 600;
const CURSOR_CHARS = 400;
const MARKER = ` [... cut to fit ${MAX_RESULT_CHARS_TEXT} characters]`;
const SHORTEST_CUT = 200;
// A text is worth cutting when it is at least this part (one in 16) of the excess.
const LEAST_SHARE = 16;
const NEVER_CUT = ['attribution', 'nextCursor'];

/** A view at the moment of the answer. */
type Shown = { readonly text: (answer: ToolAnswer) => string; readonly cuts: View['cuts'] };

/** Fetches the same answer with fewer entries in its paged list, so that `nextCursor` continues after the last one served. */
export type Again = (limit: number) => Promise<ToolAnswer>;

/**
 * A tool's answer as structured content and text, together at most 12,000 characters as JSON (docs/contract.md, MCP 14 to
 * 16). A list is cut at an entry and marked; the longest texts of a single object are cut with a visible marker.
 * Attribution is never cut.
 */
export async function boundedResult(
  tool: string,
  answer: ToolAnswer,
  { now, again }: { readonly now: Date; readonly again?: Again },
): Promise<ToolResult> {
  const { text, cuts } = viewOf(tool);
  const view: Shown = { text: (given) => text(given, now), cuts };
  const whole = render(view, answer);
  if (fits(whole)) return whole;
  const cut = cutLists(view, answer, { served: answer, told: null }, again ? CURSOR_CHARS : 0);
  const paged = view.cuts.find((list) => list.paged && list.count(cut.served) < list.count(answer));
  return cutTexts(view, paged && again ? await fetchedAgain(view, answer, cut, paged, again) : cut.served);
}

/** An error as a tool result, bounded like any other. Its text is the JSON itself, for clients that show text alone. */
export function boundedError(body: ToolAnswer): ToolResult {
  const view: Shown = { text: (answer) => JSON.stringify(answer), cuts: [] };
  return { ...cutTexts(view, body), isError: true };
}

/** An answer of which lists were cut; `told` is the list that `truncated` speaks of, null before any was cut. */
type Cut = { readonly served: ToolAnswer; readonly told: ListCut | null };

/** Shortens the lists of `from` in the view's order until the answer fits; `whole` is the answer before any cut. */
function cutLists(view: Shown, whole: ToolAnswer, from: Cut, spare: number): Cut {
  const room = MAX_RESULT_CHARS - ENVELOPE_CHARS - spare;
  let { served, told } = from;
  for (const list of view.cuts) {
    const taken = size(render(view, served));
    if (taken <= room) break;
    const about = told && !list.tells ? told : list;
    const shortened = (to: number) => marked(view, whole, list.keep(served, to), about);
    const most = list.count(served);
    const least = Math.min(list.least(served), most);
    const isGood = (n: number) => size(render(view, shortened(n))) <= room;
    const to = largest(least, most, isGood, Math.floor((most * room) / taken));
    if (to >= most) continue;
    served = shortened(to);
    told = about;
  }
  return { served, told };
}

/** The answer fetched anew with the entries of its paged list that fit, so that cursor and summary speak of these. */
async function fetchedAgain(
  view: Shown,
  whole: ToolAnswer,
  { served: cut, told }: Cut,
  paged: ListCut,
  again: Again,
): Promise<ToolAnswer> {
  const others: Shown = { ...view, cuts: view.cuts.filter(({ name }) => name !== paged.name) };
  for (let limit = Math.max(1, paged.count(cut)); ; limit -= 1) {
    const start = marked(view, whole, await again(limit), told ?? paged);
    const { served } = cutLists(others, whole, { served: start, told }, CURSOR_CHARS);
    const all = marked(view, whole, served, told ?? paged);
    if (limit === 1 || fits(render(view, all))) return all;
  }
}

/** The marks of a cut answer: of the list `told`, and how long each further list was (docs/contract.md, Added: MCP 4 and 14). */
function marked(view: Shown, whole: ToolAnswer, served: ToolAnswer, told: ListCut): ToolAnswer {
  const further = view.cuts.filter(
    (list) =>
      list.name !== told.name && Array.isArray(whole[list.name]) && list.count(served) < list.count(whole),
  );
  return {
    ...served,
    truncated: true,
    truncatedTo: told.count(served),
    truncatedFrom: told.count(whole),
    truncatedOf: told.name,
    ...Object.fromEntries(further.map((list) => [`${list.name}From`, list.count(whole)])),
  };
}

/**
 * The largest n in [least, most] for which `good` holds, assuming that it holds for all below; `least` when it never does.
 * Starts at `guess`: entries are mostly of one size, and each check measures a whole answer.
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

function cutTexts(view: Shown, answer: ToolAnswer): ToolResult {
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

/** The answer with its longest text cut, or with its largest list halved when no text is long enough to matter. */
function shorter(answer: ToolAnswer, over: number): ToolAnswer | null {
  const prose = longest(answer, (value) => (isProse(value) ? value.length : 0));
  const list = longest(answer, (value) => (Array.isArray(value) && value.length > 1 ? size(value) : 0));
  if (prose && (!list || prose.length * LEAST_SHARE >= over)) return withTextCut(answer, prose, over);
  return list && { ...(replaced(answer, list.path, firstHalf) as ToolAnswer), truncated: true };
}

function withTextCut(answer: ToolAnswer, { path, length }: Place, over: number): ToolAnswer {
  // A text is served twice, structured and in words, so cutting half of the excess may do.
  const kept = Math.max(SHORTEST_CUT, length - Math.ceil(over / 2) - MARKER.length);
  return replaced(
    answer,
    path,
    (value) => wellFormed((value as string).slice(0, kept)) + MARKER,
  ) as ToolAnswer;
}

function firstHalf(value: unknown): unknown {
  const list = value as unknown[];
  return list.slice(0, Math.floor(list.length / 2));
}

function isProse(value: unknown): value is string {
  return typeof value === 'string' && value.length > SHORTEST_CUT + MARKER.length && !/^https?:/.test(value);
}

/** The place of the value that measures most, outside of the attribution; null when all measure 0. */
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
  return { ...(node as ToolAnswer), [name]: replaced((node as ToolAnswer)[name], rest, change) };
}

/** The last resort for an answer of countless small parts: its text, cut, and its attribution whole. */
function bareText({ content }: ToolResult, answer: ToolAnswer): ToolResult {
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

function render(view: Shown, answer: ToolAnswer): ToolResult {
  return { content: [{ type: 'text', text: view.text(answer) }], structuredContent: answer };
}

function fits(result: ToolResult): boolean {
  return size(result) <= MAX_RESULT_CHARS - ENVELOPE_CHARS;
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}

// A cut between the halves of a pair would leave half a character.
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.replace(/[\uD800-\uDBFF]$/, '');
}

import { type Principal, planOf } from '#server/api/access.ts';
import type { ProcedureMeta } from '#server/api/meta.ts';
import type { Keep } from '#server/api/trpc.ts';
import type { Entry } from '#server/edges/entry.ts';
import { readRecordMark } from '#server/features/visibility/record/store.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import type { Witness } from '#server/platform/postgres/replica/reads.ts';
import { type Marks, openMarks } from '#server/platform/postgres/snapshot.ts';
import type { Services } from '#server/platform/services.ts';
import { type Memory, openMemory } from './memory.ts';

/**
 * Milliseconds for which a cached answer is served while the record is unchanged. So a new episode may appear in a timeline this
 * much late, and a widget's `generatedAt` may be this old.
 */
export const FRESH_MS = 10_000;
/** Characters of a request's name up to which its answer is cached: nobody repeats a longer one. */
const MOST_ASKED = 600;
/** Characters of a part's name, which may hold the ids of the fifty ideas of a list. */
const MOST_NAMED = 2_400;

/** A cached answer with the bytes that it takes. */
type Weighed = { readonly answer: unknown; readonly bytes: number };
type Answers = { readonly memory: Memory<Weighed>; readonly marks: Marks; readonly env: Services['env'] };
const opened = new WeakMap<Services['db'], Answers>();

/** The cache of this process for a database; null where caching is off. */
function answersOf({ db, env }: Pick<Services, 'db' | 'env'>): Answers | null {
  if (env.EARMARK_ANSWERS_KEPT_MB === 0) return null;
  const before = opened.get(db);
  if (before?.env === env) return before;
  const mostBytes = env.EARMARK_ANSWERS_KEPT_MB * 1024 * 1024;
  const memory = openMemory<Weighed>({ mostBytes, freshMs: FRESH_MS, sizeOf: ({ bytes }) => bytes });
  const answers = { memory, marks: openMarks([db], { statement: readRecordMark }), env };
  opened.set(db, answers);
  return answers;
}

/** A request to an edge. Nothing of the caller but the plan may influence an answer that is cached. */
export type AskedFor = Pick<Entry, 'services' | 'mark'> & {
  readonly principal: Principal;
  readonly test: Entry['test'];
  readonly meta: Pick<ProcedureMeta, 'keeps'>;
  /** The edge and what is asked: the same name has the same answer for all callers of one plan. */
  readonly name: readonly string[];
  /** Whether a parameter is given. */
  readonly has: (parameter: string) => boolean;
};

/**
 * What `make` gives, or the cached answer to the same request if the record is unchanged since. The state of the record is read
 * before the answer is made, never after, so a cached answer holds at least the changes up to its state. The state is the
 * primary's: reads of a replica are cached only if each found that same state there (`witness`, which `make` passes to its
 * call). What `make` throws is not cached.
 */
export async function keptOr<Answer>(
  asked: AskedFor,
  make: (witness?: Witness) => Promise<Answer>,
  bytesOf: (answer: Answer) => number,
): Promise<Answer> {
  const answers = mayKeep(asked) ? answersOf(asked.services) : null;
  if (answers === null) return make();
  const mark = asked.mark ?? (await markOf(answers));
  const name = JSON.stringify([...asked.name, asked.principal.kind, planOf(asked.principal)]);
  if (!names(mark, name, MOST_ASKED)) return make();
  const now = asked.services.clock();
  const kept = answers.memory.find(name, mark, now);
  metrics.answersKept.inc({ from: kept ? 'memory' : 'record' });
  if (kept) return kept.answer as Answer;
  const { witness, isOf } = witnessOf();
  const answer = await make(witness);
  if (isOf(mark)) answers.memory.keep(name, mark, now, { answer, bytes: bytesOf(answer) + name.length });
  return answer;
}

/** Collects the record marks seen on the replica; `isOf` says whether all were this one. */
function witnessOf(): { readonly witness: Witness; readonly isOf: (mark: string) => boolean } {
  const states = new Set<unknown>();
  return {
    witness: { statement: readRecordMark, hear: (row) => states.add((row as { mark: string }).mark) },
    isOf: (mark) => [...states].every((state) => state === mark),
  };
}

/** Milliseconds for which a call trusts the record mark read with its key. A longer call reads it anew, and sees what was hidden since. */
export const TRUSTED_MS = 100;

/**
 * The cache of one call for parts made of the record alone, in the same memory and for the same time; undefined where caching
 * is off. It uses the state of the record read with the key while that is fresh, else reads the state for each part.
 */
export function keeperOf({
  services,
  mark: known,
  test,
}: Pick<Entry, 'services' | 'mark' | 'test'>): Keep | undefined {
  const answers = test === null ? answersOf(services) : null;
  if (answers === null) return undefined;
  const since = performance.now();
  return async (parts, make) => {
    const isTrusted = known !== null && performance.now() - since < TRUSTED_MS;
    const state = isTrusted ? known : await markOf(answers);
    const name = JSON.stringify(['part', ...parts]);
    if (!names(state, name, MOST_NAMED)) return make();
    const now = services.clock();
    const kept = answers.memory.find(name, state, now);
    if (kept) return kept.answer as Awaited<ReturnType<typeof make>>;
    const part = await make();
    answers.memory.keep(name, state, now, {
      answer: part,
      bytes: 2 * JSON.stringify(part).length + name.length,
    });
    return part;
  };
}

function markOf({ marks }: Answers): Promise<string> {
  return marks.now().catch(() => '');
}

/** Whether something may be cached under a name; without a mark no change would be noticed. */
function names(mark: string, name: string, most: number): boolean {
  return mark !== '' && name.length <= most;
}

function mayKeep({ meta: { keeps }, test, has }: AskedFor): boolean {
  return keeps !== undefined && test === null && !keeps.unless.some(has);
}

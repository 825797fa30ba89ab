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
 * Milliseconds for which an answer is given again, though nothing changed but the time: what was to air meanwhile comes
 * into a timeline so much later, and a widget's `generatedAt` is at most so old.
 */
export const FRESH_MS = 10_000;
/** Who asks for more than this, in characters, asks for something that nobody asks for again. */
const MOST_ASKED = 600;
/** A part may be named by the ids of the fifty ideas that a list holds at most. */
const MOST_NAMED = 2_400;

/** An answer as an edge keeps it, with what it takes in memory. */
type Weighed = { readonly answer: unknown; readonly bytes: number };
type Answers = { readonly memory: Memory<Weighed>; readonly marks: Marks; readonly env: Services['env'] };
const opened = new WeakMap<Services['db'], Answers>();

/** The answers that this process keeps of a database; null where none are. */
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

/** Who asks an edge for what: of the caller the plan alone takes part in an answer that is kept. */
export type AskedFor = Pick<Entry, 'services' | 'mark'> & {
  readonly principal: Principal;
  readonly test: Entry['test'];
  readonly meta: Pick<ProcedureMeta, 'keeps'>;
  /** Which edge asks what: the same name gives the same answer to all callers of one plan. */
  readonly name: readonly string[];
  /** Whether a parameter is given. */
  readonly has: (parameter: string) => boolean;
};

/**
 * What `make` gives, or what it gave before to whoever asked the same while the record was as it is. The state of the record
 * is read before an answer is made, never after: what is kept under a state holds at least its changes, and whoever reads that
 * state later finds that no other came to be seen since. The state is the primary's: what was read of a replica is kept only where each
 * read found that same state there before it (`witness`, which `make` hands to its call). `make` throws what is no answer; that is not kept.
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

/** Hears in which states of the record a replica was read, and says whether that was this one alone. */
function witnessOf(): { readonly witness: Witness; readonly isOf: (mark: string) => boolean } {
  const states = new Set<unknown>();
  return {
    witness: { statement: readRecordMark, hear: (row) => states.add((row as { mark: string }).mark) },
    isOf: (mark) => [...states].every((state) => state === mark),
  };
}

/** Milliseconds for which a call trusts the state of the record that was read with its key: a longer call sees what was hidden since. */
export const TRUSTED_MS = 100;

/**
 * Keeps for one call what is made of the record alone, in the same memory and for as long; undefined where nothing is kept.
 * The state of the record is that of when the key was looked up if that was just now, else it is read for each part.
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

/** Without a mark nothing tells of a change. */
function names(mark: string, name: string, most: number): boolean {
  return mark !== '' && name.length <= most;
}

function mayKeep({ meta: { keeps }, test, has }: AskedFor): boolean {
  return keeps !== undefined && test === null && !keeps.unless.some(has);
}

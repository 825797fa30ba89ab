import type { Principal } from '#server/api/access.ts';
import { END_MS, READ_BUDGET_MS } from '#server/api/meta.ts';
import type { TestCall } from '#server/api/test-keys/rules.ts';
import type { CallContext, Keep, ReadList } from '#server/api/trpc.ts';
import { utcMidnight } from '#server/platform/clock.ts';
import type { Witness } from '#server/platform/postgres/replica/reads.ts';
import type { Services } from '#server/platform/services.ts';

/** What an edge knows of one call. */
export type OpenedCall = {
  readonly principal: Principal;
  /** Set for a test key on a live server. */
  readonly test?: TestCall | null;
  readonly requestId: string;
  readonly ip: string;
  readonly via: CallContext['via'];
  /** Aborts when the caller hangs up; null for calls that are then finished all the same. */
  readonly gone: AbortSignal | null;
  /** Milliseconds that the call may take; the read budget when absent. */
  readonly budgetMs?: number | undefined;
  /** When the request came (`performance.now()`), from which the budget counts; now when absent. */
  readonly began?: number | undefined;
  readonly idempotencyKey: string | null;
  readonly ifNoneMatch: string | null;
  readonly headersOnly: boolean;
  readonly keep?: Keep | undefined;
  /** Is told what state of the record a lagging read saw (`Witness`). */
  readonly witness?: Witness | undefined;
  readonly onAnswer?: CallContext['onAnswer'];
};

/** The timer of each call that is under way. */
const deadlines = new WeakMap<CallContext, NodeJS.Timeout>();

/** The context of one call: its work is cancelled when the caller hangs up or `END_MS` before the budget is spent. End it with `closeContext`. */
export function openContext(services: Services, call: OpenedCall): CallContext {
  const { gone, budgetMs = READ_BUDGET_MS, began = performance.now(), witness, ...known } = call;
  const over = new AbortController();
  const { signal } = over;
  const hungUp = () => over.abort(gone?.reason);
  if (gone?.aborted) hungUp();
  gone?.addEventListener('abort', hungUp, { once: true });
  const late = () => over.abort(new DOMException('The call took longer than its budget.', 'TimeoutError'));
  const db = services.db.cancelledBy(signal);
  const context: CallContext = {
    services,
    db,
    reads: services.reads(db, signal, witness),
    now: services.clock(),
    signal,
    validator: { etag: null },
    // A page reads lists again after it has changed them, under the same context.
    ...(known.via === 'page' ? {} : { listsRead: new Map<string, ReadList>() }),
    ...known,
  };
  const leftMs = budgetMs - END_MS - (performance.now() - began);
  deadlines.set(context, setTimeout(late, Math.max(0, leftMs)).unref());
  return context;
}

/** Stops the timer of an answered call, which would hold the call until its budget is spent. */
export function closeContext(context: CallContext): void {
  clearTimeout(deadlines.get(context));
}

/**
 * The moment as of which a call reads the record: now. For a test key it is the beginning of the samples' one day, so that a
 * test finds at every hour what it found before (docs/contract.md, Added: Test keys 11).
 */
export function readAsOf({ test, now }: Pick<CallContext, 'test' | 'now'>): Date {
  return test ? utcMidnight(now) : now;
}

/**
 * What `read` gives for a list of at most `limit` entries, read once a call: an answer that proves too long is made again
 * from the same list, cut to the length that fits.
 */
export function readOnce<Found>(
  { listsRead }: Pick<CallContext, 'listsRead'>,
  list: readonly unknown[],
  limit: number,
  read: () => Promise<Found>,
): Promise<Found> {
  const name = JSON.stringify(list);
  const before = listsRead?.get(name);
  if (before && before.limit >= limit) return before.found as Promise<Found>;
  const found = read();
  listsRead?.set(name, { limit, found });
  return found;
}

/**
 * What `make` makes of the record alone, cached for seconds while the record is unchanged and shared by all callers. So it may
 * hold nothing of the caller, and nobody may change it. Made anew where the edge has no cache.
 */
export function ofRecord<Value>(
  { keep }: Pick<CallContext, 'keep'>,
  name: readonly string[],
  make: () => Promise<Value>,
): Promise<Value> {
  return keep ? keep(name, make) : make();
}

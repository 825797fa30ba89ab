import type { Principal } from '#server/api/access.ts';
import { READ_BUDGET_MS } from '#server/api/meta.ts';
import type { TestCall } from '#server/api/test-keys/rules.ts';
import type { CallContext, Keep, KeptList } from '#server/api/trpc.ts';
import type { Witness } from '#server/platform/postgres/replica/reads.ts';
import type { Services } from '#server/platform/services.ts';

/** What an edge knows of one call. `gone` aborts when the caller hangs up. */
export type OpenedCall = {
  readonly principal: Principal;
  /** Set for a test key on a live server. */
  readonly test?: TestCall | null;
  readonly requestId: string;
  readonly ip: string;
  readonly via: 'rest' | 'mcp';
  readonly gone: AbortSignal;
  /** Milliseconds; the read budget when absent. */
  readonly budgetMs?: number | undefined;
  readonly idempotencyKey: string | null;
  readonly ifNoneMatch: string | null;
  readonly headersOnly: boolean;
  readonly keep?: Keep | undefined;
  /** Hears what reads that may be seconds old are made of (`Witness`). */
  readonly witness?: Witness | undefined;
};

/** What ends with each call. */
const deadlines = new WeakMap<CallContext, NodeJS.Timeout>();

/** The context of one call: its work is cancelled when the caller is gone or the budget is spent. */
export function openContext(services: Services, call: OpenedCall): CallContext {
  const { gone, budgetMs, witness, ...known } = call;
  const over = new AbortController();
  const { signal } = over;
  const hungUp = () => over.abort(gone.reason);
  if (gone.aborted) hungUp();
  gone.addEventListener('abort', hungUp, { once: true });
  const late = () => over.abort(new DOMException('The call took longer than its budget.', 'TimeoutError'));
  const db = services.db.cancelledBy(signal);
  const context: CallContext = {
    services,
    db,
    reads: services.reads(db, signal, witness),
    now: services.clock(),
    signal,
    validator: { etag: null },
    kept: new Map(),
    ...known,
  };
  deadlines.set(context, setTimeout(late, budgetMs ?? READ_BUDGET_MS).unref());
  return context;
}

/** Stops the clock of a call that has been answered, which would run on until its budget is spent. */
export function closeContext(context: CallContext): void {
  clearTimeout(deadlines.get(context));
}

/**
 * What `read` gives for a list of at most `limit` entries, read once a call: an answer that proves too long asks for the
 * same list at the length that fits, and what was read holds that already.
 */
export function readOnce<Found>(
  { kept }: { readonly kept?: Map<string, KeptList> },
  list: readonly unknown[],
  limit: number,
  read: () => Promise<Found>,
): Promise<Found> {
  const name = JSON.stringify(list);
  const before = kept?.get(name);
  if (before && before.limit >= limit) return before.found as Promise<Found>;
  const found = read();
  kept?.set(name, { limit, found });
  return found;
}

/**
 * What `make` makes of the record alone: the same whoever asks, within seconds, as long as the record is as it is. So it may
 * hold nothing of the caller, and nobody may change it. Made anew where the edge keeps nothing.
 */
export function ofRecord<Value>(
  { keep }: Pick<CallContext, 'keep'>,
  name: readonly string[],
  make: () => Promise<Value>,
): Promise<Value> {
  return keep ? keep(name, make) : make();
}

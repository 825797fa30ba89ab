import type { Principal } from '#server/api/access.ts';
import { READ_BUDGET_MS } from '#server/api/meta.ts';
import type { CallContext } from '#server/api/trpc.ts';
import type { Services } from '#server/platform/services.ts';

/** What an edge knows of one call. `gone` aborts when the caller hangs up. */
export type OpenedCall = {
  readonly principal: Principal;
  readonly requestId: string;
  readonly ip: string;
  readonly via: 'rest' | 'mcp';
  readonly gone: AbortSignal;
  /** Milliseconds; the read budget when absent. */
  readonly budgetMs?: number | undefined;
  readonly idempotencyKey: string | null;
  readonly ifNoneMatch: string | null;
  readonly headersOnly: boolean;
};

/** The context of one call: its work is cancelled when the caller is gone or the budget is spent. */
export function openContext(services: Services, call: OpenedCall): CallContext {
  const { gone, budgetMs, ...known } = call;
  const signal = AbortSignal.any([gone, AbortSignal.timeout(budgetMs ?? READ_BUDGET_MS)]);
  return {
    services,
    db: services.db.cancelledBy(signal),
    now: services.clock(),
    signal,
    validator: { etag: null },
    ...known,
  };
}

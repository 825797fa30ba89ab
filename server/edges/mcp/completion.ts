import { z } from 'zod';
import { errorTable } from '#server/api/errors.ts';
import { withProcedure } from '#server/edges/mcp/call.ts';
import { isPrompt } from '#server/edges/mcp/prompts.ts';
import { INVALID_PARAMS, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import { isTemplate } from '#server/edges/mcp/resources.ts';
import type { Handler, Session } from '#server/edges/mcp/surface.ts';
import { toRefusal } from '#server/edges/refusal.ts';
import type { Show } from '#server/features/shows/schema.ts';
import { canonicalSymbol } from '#server/linking/canonical-symbol.ts';
import { loadUniverse } from '#server/linking/universe.ts';

/** The most values that the protocol allows in one answer. */
const MAX_VALUES = 100;

const completing = z.object({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string() }),
    z.object({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string().max(100) }),
});

/** `completion/complete`: tickers by symbol, shows by name. A caller who may not list shows gets none. */
export function completionHandlers(session: Session): Readonly<Record<string, Handler>> {
  return {
    'completion/complete': async (params) => {
      const asked = completing.safeParse(params);
      if (!asked.success) throw new RpcError(INVALID_PARAMS, 'Invalid params: ref and argument');
      const { ref, argument } = asked.data;
      const known = ref.type === 'ref/prompt' ? isPrompt(ref.name) : isTemplate(ref.uri);
      if (!known) throw new RpcError(INVALID_PARAMS, 'Unknown reference');
      return { completion: await valuesOf(session, argument.name, argument.value.trim()) };
    },
  };
}

/** The first values that begin so; `total` where it is known. */
type Values = { readonly values: readonly string[]; readonly total?: number; readonly hasMore: boolean };

async function valuesOf(session: Session, argument: string, begun: string): Promise<Values> {
  if (argument === 'show') return showsNamed(session, begun);
  return firstOf(argument === 'ticker' || argument === 'symbol' ? symbolsFrom(begun) : []);
}

function firstOf(all: readonly string[]): Values {
  return { values: all.slice(0, MAX_VALUES), total: all.length, hasMore: all.length > MAX_VALUES };
}

function symbolsFrom(begun: string): string[] {
  const start = canonicalSymbol(begun) ?? begun.toUpperCase();
  const symbols = loadUniverse().entries.flatMap(({ symbol }) => (symbol?.startsWith(start) ? [symbol] : []));
  return [...new Set(symbols)].sort((a, b) => a.length - b.length || a.localeCompare(b));
}

async function showsNamed(session: Session, begun: string): Promise<Values> {
  try {
    const page = await withProcedure(session, { path: 'shows.listShows' }, (list) =>
      list({ limit: MAX_VALUES, ...(begun ? { q: begun } : {}) }),
    );
    const values = (page.shows as Show[]).map(({ slug, id }) => slug ?? id);
    return page.nextCursor === null ? firstOf(values) : { values, hasMore: true };
  } catch (error) {
    // A caller who may not list shows, or a text that no name holds.
    if (errorTable[toRefusal(error, 422).code].status < 500) return firstOf([]);
    throw error;
  }
}

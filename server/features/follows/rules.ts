import { Refusal } from '#server/api/errors.ts';
import type { InvalidPart } from '#server/api/invalid.ts';
import type { FollowResult } from '#server/features/follows/schema.ts';
import { toRemove } from '#server/features/plans/rules.ts';

export type FollowKind = FollowResult['type'];

/** Where a caller wrote a symbol. */
export type WrittenIn = { readonly part: InvalidPart; readonly field: 'symbol' | 'id' };

/** The refusal of what cannot be a symbol. */
export function notASymbol({ part, field }: WrittenIn): Refusal {
  return new Refusal('invalid_request', {
    field,
    message: `${part} ${field} is not a ticker symbol.`,
    spoken: 'That is no ticker symbol: write one such as AAPL or BRK.B.',
  });
}

/** The refusal of a symbol that is not in the ticker universe and that no idea is about. `meant` is the symbol of a company of that name. */
export function unknownSymbol(
  symbol: string,
  field: string,
  meant: { readonly symbol: string; readonly name: string } | null,
): Refusal {
  const message = `Earmark does not know the ticker ${symbol}, so it cannot be followed.`;
  return new Refusal('invalid_request', {
    field,
    message,
    spoken: meant
      ? `${message} Do you mean ${meant.symbol}, ${meant.name}?`
      : `${message} A company without one is followed by a search for its name that you save.`,
  });
}

/** The refusal to mark a ticker that is not followed (404). */
export function tickerNotFollowed(symbol: string): Refusal {
  return new Refusal('not_found', { message: `You do not follow ${symbol}.` });
}

/** The refusal at a free cap (docs/contract.md, Limits 8). */
export function followLimit(type: FollowKind, limit: number, used: number): Refusal {
  return new Refusal('follow_limit', {
    message: `You follow ${used} ${type}s, and the free plan allows ${limit}: unfollow ${toRemove(used, limit)} or upgrade.`,
    limit,
    used,
  });
}

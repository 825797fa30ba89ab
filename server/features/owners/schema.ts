import { z } from 'zod';

/** What a show allows. `quoteChars` is the longest quote in characters. */
export type Rights = {
  readonly embedEnabled: boolean;
  readonly mediaEnabled: boolean;
  readonly quoteChars: number;
};
export type RightsChange = { readonly [Right in keyof Rights]?: Rights[Right] | undefined };

/** Longest quote an owner may choose, in characters; the default is ours (docs/contract.md, IdeaMedia). */
export const QUOTE_CHARS = { min: 60, max: 1000, fallback: 280 } as const;

/** feed: a token in the feed's `podcast:txt`; mail: a link sent to the owner address that the feed names. */
export type ProofMethod = 'feed' | 'mail';

const fromTo = <Value extends z.ZodType>(value: Value) =>
  z.object({ from: value.nullable(), to: value.nullable() }).optional();

/** One entry of the audit trail: what changed, from what, to what. `owner` names actors (`account:<id>`). */
export const auditChangeSchema = z.object({
  embedEnabled: fromTo(z.boolean()),
  mediaEnabled: fromTo(z.boolean()),
  quoteChars: fromTo(z.int()),
  owner: fromTo(z.string()),
});
export type AuditChange = z.infer<typeof auditChangeSchema>;

/** Who changed something, as the reader of the trail may know it. */
export type Who = 'you' | 'another owner' | 'a former owner' | 'an operator';

export type AuditLine = { readonly at: Date; readonly who: Who; readonly what: string };

/** An owner of a show, as another owner sees them. */
export type ShownOwner = {
  readonly ownershipId: string;
  readonly you: boolean;
  readonly method: ProofMethod;
  readonly since: Date;
  /** Whether the feed still holds what proved the ownership. */
  readonly backed: boolean;
  /** Whether the reader may end this ownership: their own, or one that the feed no longer backs while it backs theirs. */
  readonly removable: boolean;
};

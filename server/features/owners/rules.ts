import { createHash } from 'node:crypto';
import {
  type AuditChange,
  type ProofMethod,
  QUOTE_CHARS,
  type Rights,
  type RightsChange,
  type Who,
} from '#server/features/owners/schema.ts';

/** Days an ownership waits for its proof. */
export const PROOF_DAYS = 7;

const PURPOSE = 'verify';
const MARK = 'earmark-verify=';

/** The hash under which a mailed token or an address is stored: the table reveals neither. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The hash by which owner addresses are compared, without regard to case. */
export function addressDigest(ownerEmail: string): string {
  return digest(ownerEmail.trim().toLowerCase());
}

/** The element that a claimant puts into the channel of the feed. */
export function proofElement(token: string): string {
  return `<podcast:txt purpose="${PURPOSE}">${MARK}${token}</podcast:txt>`;
}

export type FeedText = { readonly purpose: string | null; readonly value: string };

/** The tokens that a feed's `podcast:txt` entries hold. */
export function tokensIn(texts: readonly FeedText[]): string[] {
  return texts
    .filter((text) => text.purpose?.trim().toLowerCase() === PURPOSE && text.value.trim().startsWith(MARK))
    .map((text) => text.value.trim().slice(MARK.length));
}

/** An address as a stranger may see it: enough for its holder to recognise it. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  return `${[...name].length > 2 ? [...name][0] : ''}…${email.slice(at)}`;
}

export type Proof = {
  readonly method: ProofMethod;
  readonly token: string;
  readonly addressHash: string | null;
};
export type FeedFacts = { readonly ownerEmail: string | null; readonly feedTxt: readonly FeedText[] };

/** Whether the feed, as last read, still holds what proves an ownership: the token, or the address that was mailed. */
export function isBacked(proof: Proof, feed: FeedFacts): boolean {
  if (proof.method === 'feed') return tokensIn(feed.feedTxt).includes(proof.token);
  return feed.ownerEmail !== null && proof.addressHash === addressDigest(feed.ownerEmail);
}

/**
 * Whether an owner may end another's ownership: only while the feed backs the first and no longer the second, as when a
 * show changed hands. While it backs both, only an operator can.
 */
export function mayRemove(own: { backed: boolean }, other: { backed: boolean }): boolean {
  return own.backed && !other.backed;
}

/** The part of a wanted change that differs from the present rights; null when nothing does. */
export function rightsDiff(before: Rights, wanted: RightsChange): AuditChange | null {
  const changed = (Object.keys(before) as (keyof Rights)[]).filter(
    (right) => wanted[right] !== undefined && wanted[right] !== before[right],
  );
  if (changed.length === 0) return null;
  return Object.fromEntries(
    changed.map((right) => [right, { from: before[right], to: wanted[right] }]),
  ) as AuditChange;
}

/** Whether an owner may set this quote length. A length beyond the bounds that an operator set may stay. */
export function quoteLengthAllowed(wanted: number, current: number): boolean {
  return wanted === current || (wanted >= QUOTE_CHARS.min && wanted <= QUOTE_CHARS.max);
}

/** How the audit trail names an account. */
export function accountActor(accountId: string): string {
  return `account:${accountId}`;
}

/** How the audit trail names an operator. */
export const OPERATOR = 'operator';

/** An actor of the audit trail as one owner may know it, without naming anybody. */
export function whoActed(actor: string, reader: string, owners: readonly string[]): Who {
  if (actor === OPERATOR) return 'an operator';
  if (actor === accountActor(reader)) return 'you';
  return owners.some((owner) => actor === accountActor(owner)) ? 'another owner' : 'a former owner';
}

/** An audit entry in words, one sentence per right. */
export function whatChanged(change: AuditChange, nameOf: (actor: string) => Who): string {
  return [
    fromTo('Embeds', change.embedEnabled, onOff),
    fromTo('Media', change.mediaEnabled, onOff),
    fromTo('Longest quote', change.quoteChars, (length) => `${length} characters`),
    ownerLine(change.owner, nameOf),
  ]
    .filter((line) => line !== null)
    .join('. ');
}

function ownerLine(change: AuditChange['owner'], nameOf: (actor: string) => Who): string | null {
  if (!change) return null;
  const [name, became] = change.to
    ? [nameOf(change.to), true]
    : [change.from ? nameOf(change.from) : null, false];
  if (name === 'you') return became ? 'You became an owner' : 'You are no longer an owner';
  return became ? 'Another account became an owner' : 'An account is no longer an owner';
}

function fromTo<Value>(
  name: string,
  change: { from: Value | null; to: Value | null } | undefined,
  words: (value: Value) => string,
): string | null {
  if (!change || change.to === null) return null;
  const before = change.from === null ? '' : `from ${words(change.from)} `;
  return `${name} ${before}to ${words(change.to)}`;
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}

/** What a browser says of the page that sent a form. */
type Sender = {
  /** `Sec-Fetch-Site`; absent from programs and older browsers. */
  readonly site: string | null | undefined;
  readonly origin: string | null | undefined;
  /** The host that was asked for, as a trusted proxy names it or as the request does. */
  readonly host: string | null | undefined;
};

/**
 * Whose page sent a form: ours, another site's, or unknown, as for programs. A page that tells no referrer sends its forms with
 * the origin `null`; only `Sec-Fetch-Site` can then say that they are ours, and browsers send it to https and localhost alone.
 */
export function sentFrom({ site, origin, host }: Sender): 'ours' | 'foreign' | 'untold' {
  if (site === 'cross-site' || site === 'same-site') return 'foreign';
  const isSameOrigin = site === 'same-origin';
  if (origin === 'null') return isSameOrigin ? 'ours' : 'foreign';
  if (origin && (!URL.canParse(origin) || new URL(origin).host !== host)) return 'foreign';
  if (isSameOrigin) return 'ours';
  return origin && !site ? 'ours' : 'untold';
}

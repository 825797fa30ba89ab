/** What a browser says of the page that sent a form. */
type Sender = {
  /** `Sec-Fetch-Site`; absent from programs and older browsers. */
  readonly site: string | null | undefined;
  readonly origin: string | null | undefined;
  /** The host that was asked for, as a trusted proxy names it or as the request does. */
  readonly host: string | null | undefined;
};

/**
 * Whether a page of ours sent a form. Browsers name the origin of every form; one whose page is not told is taken for
 * another's. A page that tells no referrer sends the origin `null`: only `Sec-Fetch-Site` can then say that it is ours.
 */
export function isSentFromOurs({ site, origin, host }: Sender): boolean {
  const isSameOrigin = site === 'same-origin';
  if (site && !isSameOrigin) return false;
  if (!origin || origin === 'null') return isSameOrigin;
  return URL.canParse(origin) && new URL(origin).host === host;
}

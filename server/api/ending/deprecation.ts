/** Days (`YYYY-MM-DD`, UTC) on which a route was deprecated and on which it ends. */
export type Deprecation = { readonly since: string; readonly endsOn: string };

/** Months between the two at least (docs/contract.md, Added: HTTP 23). */
export const NOTICE_MONTHS = 12;

/** Whether callers have the time that they were promised. */
export function isFairNotice({ since, endsOn }: Deprecation): boolean {
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS);
  return new Date(endsOn) >= earliest;
}

/** What every answer of a route that will end carries: RFC 9745, RFC 8594, and where it is written about. */
export function deprecationHeaders(
  deprecation: Deprecation | undefined,
  webUrl: string,
): Readonly<Record<string, string>> {
  if (!deprecation) return {};
  return {
    Deprecation: `@${new Date(deprecation.since).getTime() / 1000}`,
    Sunset: new Date(deprecation.endsOn).toUTCString(),
    Link: `<${webUrl}/changelog>; rel="deprecation"; type="text/html"`,
  };
}

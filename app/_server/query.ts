/** The value of a query parameter; the first of several, undefined when there is none. */
export function single(sent: string | string[] | undefined): string | undefined {
  return Array.isArray(sent) ? sent[0] : sent;
}

/** The query of a page's address, as Next passes it. */
export type Sent<Name extends string> = Promise<Partial<Record<Name, string | string[]>>>;

/** A decoded part of an address. A malformed one is returned as it is, and then names nothing. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

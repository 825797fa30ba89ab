/** What an address says once; of a value sent several times the first, undefined when it is not sent. */
export function single(sent: string | string[] | undefined): string | undefined {
  return Array.isArray(sent) ? sent[0] : sent;
}

/** The query of a page's address, as Next hands it over. */
export type Sent<Name extends string> = Promise<Partial<Record<Name, string | string[]>>>;

/** A part of an address as the words it stands for; what decodes to nothing stays as it is, and names nothing. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

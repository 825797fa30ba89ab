/** What an address says once; of a value sent several times the first, undefined when it is not sent. */
export function single(sent: string | string[] | undefined): string | undefined {
  return Array.isArray(sent) ? sent[0] : sent;
}

/** The query of a page's address, as Next hands it over. */
export type Sent<Name extends string> = Promise<Partial<Record<Name, string | string[]>>>;

/** The path of a request's address: the address without its query. */
export function pathOf(url: string): string {
  return url.split('?')[0]!;
}

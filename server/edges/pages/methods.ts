import { pathOf } from '#server/api/links.ts';

/** Addresses that take forms and show nothing: billing, a decision, a question that is answered as it grows. */
const FORM_TARGETS =
  /^\/(?:ask\/stream|billing\/(?:checkout|portal|webhook)|connect\/[^/]+\/decide|sign-in\/confirm\/go)\/?$/;

/** Addresses that are read alone. A symbol may end as `BRK.B`, so the endings are named. */
const READ_ALONE = [
  /^\/(?:embed|feeds|_next\/static)\//,
  /^\/(?:oembed|search\/suggest|settings\/privacy\/export|sign-in\/wish)\/?$/,
  /\/(?:opengraph-image|apple-icon)[^/]*$/,
  /\.(?:css|csv|ico|js|json|md|php|png|svg|txt|webmanifest|woff2|xml)$/,
];

/** The methods that an address outside of `/v1` takes, as `Allow` names them. A page takes its forms by POST. */
export function methodsOf(url: string): string {
  const path = pathOf(url);
  if (FORM_TARGETS.test(path)) return 'POST, OPTIONS';
  return READ_ALONE.some((address) => address.test(path)) ? 'GET, HEAD, OPTIONS' : 'GET, HEAD, POST, OPTIONS';
}

import { etagMatches, etagOf } from '#server/api/etag.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { isTakenForm, takenForms } from '#server/features/pages/take/rules.ts';
import { serverSide } from './load.ts';

type List = {
  readonly title: string;
  /** Path of the page that shows the same list. */
  readonly path: string;
  readonly ideas: readonly IdeaCard[];
  /** The list is its reader's alone, so no shared cache may store it. */
  readonly own?: boolean;
};

/** A list of ideas as the file that the address names. 404 for another file name, and when `list` returns null. */
export async function taken(
  request: Request,
  file: string,
  list: () => Promise<List | null>,
): Promise<Response> {
  if (!isTakenForm(file)) return noList();
  const found = await list();
  if (!found) return noList();
  const { webUrl } = (await (await serverSide()).services()).env;
  const { type, write } = takenForms[file];
  const { pathname, search } = new URL(request.url);
  const text = write({
    title: found.title,
    pageUrl: webUrl + found.path,
    selfUrl: webUrl + pathname + search,
    ideas: found.ideas,
  });
  const headers = {
    'Cache-Control': found.own ? 'private, no-store' : 'public, max-age=300',
    'X-Robots-Tag': 'noindex',
    ETag: etagOf(text),
  };
  if (etagMatches(request.headers.get('if-none-match'), headers.ETag))
    return new Response(null, { status: 304, headers });
  return new Response(text, {
    headers: {
      ...headers,
      'Content-Type': type,
      ...(file.startsWith('ideas.')
        ? { 'Content-Disposition': `attachment; filename="earmark-${file}"` }
        : {}),
    },
  });
}

/** The 404 of an address that names no list. */
export function noList(): Response {
  return new Response('There is no such list.\n', { status: 404 });
}

/** The 401 of a reader's own file without a session: a sign-in page would be saved under the name of the file. */
export function signInFirst(): Response {
  return new Response('Sign in first, then load this file again.\n', {
    status: 401,
    headers: { 'Cache-Control': 'private, no-store' },
  });
}

/** The ideas of the first `most` pages of a list. */
export async function allPages(
  read: (
    cursor: string | undefined,
  ) => Promise<{ readonly ideas: readonly IdeaCard[]; readonly nextCursor: string | null }>,
  most: number,
): Promise<IdeaCard[]> {
  const ideas: IdeaCard[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const found = await read(cursor);
    ideas.push(...found.ideas);
    if (found.nextCursor === null) break;
    cursor = found.nextCursor;
  }
  return ideas;
}

import { cut } from '#server/language/phrasing.ts';
import { api, orMissing } from '../../../_server/reader.ts';
import { optionOf } from '../../../_ui/search/suggested.ts';

export const dynamic = 'force-dynamic';

const MOST_TYPED = 100;

/** The options of the search box for `?q=`, as JSON for the script of the box. */
export async function GET(request: Request): Promise<Response> {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim();
  const found = q === '' ? null : await orMissing((await api()).pages.suggest({ q: cut(q, MOST_TYPED) }));
  const options = found ? [...found.offered, ...(found.meant ? [found.meant] : [])].map(optionOf) : [];
  return Response.json(options, {
    headers: { 'Cache-Control': 'private, max-age=30', 'X-Robots-Tag': 'noindex' },
  });
}

import { mostCharacters } from '#server/api/limits.ts';
import { cut } from '#server/language/phrasing.ts';
import { api, orMissing } from '../../../_server/reader.ts';
import { optionOf, suggestedBy } from '../../../_ui/search/suggested.ts';

export const dynamic = 'force-dynamic';

/** The options of the search box for `?q=`, as JSON for the script of the box. */
export async function GET(request: Request): Promise<Response> {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim();
  const found =
    q === '' ? null : await orMissing((await api()).pages.suggest({ q: cut(q, mostCharacters.soughtName) }));
  const options = found ? suggestedBy(found).map(optionOf) : [];
  return Response.json(options, {
    headers: { 'Cache-Control': 'private, max-age=30', 'X-Robots-Tag': 'noindex' },
  });
}

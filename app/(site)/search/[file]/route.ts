import { api, orMissing } from '../../../_server/reader.ts';
import { allPages, taken } from '../../../_server/take.ts';
import { searchNames } from '../query.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ file: string }> };

/** Pages of twenty. */
const MOST_PAGES = 10;

/** What a search finds, in its order, as a feed or a file; its first 200 ideas. */
export async function GET(request: Request, { params }: Params) {
  const { file } = await params;
  const { searchParams } = new URL(request.url);
  const given = searchNames.flatMap((name) => {
    const value = searchParams.get(name);
    return value ? [[name, value] as const] : [];
  });
  const query = Object.fromEntries(given);
  const { pages } = await api();
  return taken(request, file, async () => {
    const read = (cursor: string | undefined) => pages.search({ ...query, ...(cursor ? { cursor } : {}) });
    const ideas = await orMissing(allPages(read, MOST_PAGES));
    const { shows, themes } = await pages.searchChoices();
    const nameOf = (slug: string) =>
      [...shows, ...themes].find((choice) => choice.slug === slug)?.name ?? slug;
    const words = given
      .flatMap(([name, value]) => {
        if (name === 'order') return [];
        return name === 'show' || name === 'theme' ? nameOf(value) : value;
      })
      .join(', ');
    const title = words ? `Search: ${words}` : 'All ideas';
    return ideas && { title, path: `/search?${new URLSearchParams(query)}`, ideas, own: true };
  });
}

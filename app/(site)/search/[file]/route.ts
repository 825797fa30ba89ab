import { api, orMissing } from '../../../_server/reader.ts';
import { allPages, taken } from '../../../_server/take.ts';
import { address, filters, listedIn, type SearchInput, titleOf } from '../query.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ file: string }> };

/** Pages of 20 ideas. */
const MOST_PAGES = 10;

/** The first 200 ideas of a search as a feed, newest first, or as a file in its order. */
export async function GET(request: Request, { params }: Params) {
  const { file } = await params;
  const { searchParams } = new URL(request.url);
  const sent = Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
  const query = filters({ ...sent, cursor: undefined });
  const { pages } = await api();
  return taken(request, file, async () => {
    const read = (cursor: string | undefined) =>
      pages.search({ ...listedIn(file, query), cursor } as SearchInput);
    const ideas = await orMissing(allPages(read, MOST_PAGES));
    if (!ideas) return null;
    const { shows, themes } = await pages.searchChoices();
    const title = titleOf(query, [...shows, ...themes]);
    return { title, path: address(query), ideas, own: true };
  });
}

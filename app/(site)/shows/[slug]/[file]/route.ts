import { decoded } from '../../../../_server/query.ts';
import { api, orMissing } from '../../../../_server/reader.ts';
import { taken } from '../../../../_server/take.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ slug: string; file: string }> };

/** A show's newest ideas as a feed or a file. */
export async function GET(request: Request, { params }: Params) {
  const { slug, file } = await params;
  const { pages } = await api();
  return taken(request, file, async () => {
    const found = await orMissing(pages.show({ slug: decoded(slug) }));
    if (!found) return null;
    const { id, name } = found.show;
    const title = `Ideas of ${name}`;
    return { title, path: `/shows/${found.show.slug}`, ideas: await pages.newest({ of: { show: id } }) };
  });
}

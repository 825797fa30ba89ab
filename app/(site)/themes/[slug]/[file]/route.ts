import { decoded } from '../../../../_server/query.ts';
import { api, orMissing } from '../../../../_server/reader.ts';
import { taken } from '../../../../_server/take.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ slug: string; file: string }> };

/** A theme's newest ideas as a feed or a file. */
export async function GET(request: Request, { params }: Params) {
  const { slug, file } = await params;
  const { pages } = await api();
  return taken(request, file, async () => {
    const theme = await orMissing(pages.theme({ slug: decoded(slug) }));
    if (!theme) return null;
    return {
      title: `Ideas on ${theme.inSentence}`,
      path: `/themes/${encodeURIComponent(theme.slug)}`,
      ideas: await pages.newest({ of: { theme: theme.slug } }),
    };
  });
}

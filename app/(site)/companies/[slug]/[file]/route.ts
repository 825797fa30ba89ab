import { decoded } from '../../../../_server/query.ts';
import { api, orMissing } from '../../../../_server/reader.ts';
import { taken } from '../../../../_server/take.ts';
import { companyPath } from '../../../../_ui/frame/page-of.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ slug: string; file: string }> };

/** A company's newest ideas as a feed or a file. */
export async function GET(request: Request, { params }: Params) {
  const { slug, file } = await params;
  const { pages } = await api();
  return taken(request, file, async () => {
    const company = await orMissing(pages.company({ slug: decoded(slug) }));
    if (!company) return null;
    return {
      title: `Ideas on ${company.name}`,
      path: companyPath(company.slug),
      ideas: await pages.newest({ of: { company: company.slug } }),
    };
  });
}

import { decoded } from '../../../../_server/query.ts';
import { api, orMissing } from '../../../../_server/reader.ts';
import { taken } from '../../../../_server/take.ts';
import { personPath } from '../../../../_ui/frame/page-of.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ name: string; file: string }> };

/** A person's newest ideas as a feed or a file. */
export async function GET(request: Request, { params }: Params) {
  const { name, file } = await params;
  const { pages } = await api();
  return taken(request, file, async () => {
    const person = await orMissing(pages.person({ name: decoded(name) }));
    if (!person) return null;
    return {
      title: `Ideas of ${person.name}`,
      path: personPath(person.name),
      ideas: await pages.newest({ of: { person: person.name } }),
    };
  });
}

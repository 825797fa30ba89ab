import { api, viewer } from '../../../_server/reader.ts';
import { allPages, signInFirst, taken } from '../../../_server/take.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ file: string }> };

/** Pages of 50 ideas. */
const MOST_PAGES = 40;

/** The reader's saved ideas, at most 2,000, as a file. There is no feed of them. */
export async function GET(request: Request, { params }: Params) {
  const { file } = await params;
  if (!(await viewer())) return signInFirst();
  return taken(request, file, async () => {
    if (file.startsWith('feed.')) return null;
    const { saves } = await api();
    const read = (cursor: string | undefined) =>
      saves.listSaves({ limit: 50, ...(cursor ? { cursor } : {}) });
    return { title: 'Saved ideas', path: '/saved', ideas: await allPages(read, MOST_PAGES), own: true };
  });
}

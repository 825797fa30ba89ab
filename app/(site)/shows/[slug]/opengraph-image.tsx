import { PREVIEW, preview } from '../../../_server/preview.tsx';
import { decoded } from '../../../_server/query.ts';
import { api, orNotFound } from '../../../_server/reader.ts';
import { heldText } from '../../../_ui/text/held-text.ts';

export const { size, contentType } = PREVIEW;
export const alt = 'A show, and how many of its ideas the record holds';

/** The preview image of links to a show's page. */
export default async function Image({ params }: { params: Promise<{ slug: string }> }) {
  const { show } = await orNotFound((await api()).pages.show({ slug: decoded((await params).slug) }));
  return preview({
    above: ['What was argued on', heldText(show)],
    title: show.name,
  });
}

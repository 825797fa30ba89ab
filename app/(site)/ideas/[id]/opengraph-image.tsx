import { told } from '#server/features/ideas/telling.ts';
import { PREVIEW, preview } from '../../../_server/preview.tsx';
import { api, orNotFound } from '../../../_server/reader.ts';

export const { size, contentType } = PREVIEW;
export const alt = 'An idea with its show, episode and air date';

/** The preview image of links to an idea: the source first, then the headline. */
export default async function Image({ params }: { params: Promise<{ id: string }> }) {
  const { card } = await orNotFound((await api()).pages.idea({ id: (await params).id }));
  const { show, aired, at, headline } = told(card);
  return preview({ above: [show, at === null ? aired : `${aired}, ${at}`], title: headline });
}

import { PREVIEW, preview } from './_server/preview.tsx';
import { api } from './_server/reader.ts';
import { counted } from './_ui/text/format.ts';

export const { size, contentType } = PREVIEW;
export const alt = 'Earmark: what finance podcasts argue, and the second they said it';

/** The preview image of links to the home page, and to pages without an image of their own. */
export default async function Image() {
  const { counts } = await (await api()).pages.front();
  const record = 'The attributed record of finance podcasts';
  const held = `${counted(counts.ideas, 'idea')} from ${counted(counts.shows, 'show')}`;
  return preview({
    above: counts.shows === 0 ? [record] : [record, held],
    title: 'What finance podcasts argue, and the second they said it',
  });
}

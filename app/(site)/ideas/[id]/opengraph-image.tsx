import { ImageResponse } from 'next/og';
import { clipped, drawable } from '#server/features/embeds/rules.ts';
import { imageFaces, SERIF } from '../../../_server/faces.ts';
import { api, isFictional, orNotFound } from '../../../_server/reader.ts';
import { day, timecode } from '../../../_ui/text/format.ts';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'An idea with its show, episode and air date';

/** The card that shared links show: the source first, then the headline. No stance. */
export default async function Image({ params }: { params: Promise<{ id: string }> }) {
  const { card } = await orNotFound((await api()).pages.idea({ id: (await params).id }));
  const fictional = await isFictional(card.show.id);
  const when = `${day(card.episode.publishedAt)}${card.timestampSeconds === null ? '' : `, at ${timecode(card.timestampSeconds)}`}`;
  const headline = clipped(drawable(card.headline), 140);
  return new ImageResponse(
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 72,
        background: '#fcfbf7',
        color: '#1c1a15',
        borderTop: '14px solid #774a00',
        fontFamily: SERIF,
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', fontSize: 32, color: '#5a554a' }}>
        <div style={{ display: 'flex', color: '#1c1a15' }}>
          {clipped(drawable(card.show.name), 60)}
          {fictional ? ' (fictional sample)' : ''}
        </div>
        <div style={{ display: 'flex' }}>{when}</div>
      </div>
      <div
        style={{
          display: 'flex',
          fontSize: headline.length > 80 ? 52 : 64,
          fontWeight: 600,
          lineHeight: 1.15,
        }}
      >
        {headline}
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 28, color: '#5a554a' }}>
        <div style={{ display: 'flex', color: '#1c1a15', fontWeight: 600 }}>Earmark</div>
        <div style={{ display: 'flex' }}>A record of what was said. Not advice.</div>
      </div>
    </div>,
    { ...size, fonts: await imageFaces() },
  );
}

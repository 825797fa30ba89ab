import { ImageResponse } from 'next/og';
import { api, isFictional, orNotFound } from '../../../_server/reader.ts';
import { day, timecode } from '../../../_ui/format.ts';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'An idea with its show, episode and air date';

/** The card that shared links show: the source first, then the headline. No stance. */
export default async function Image({ params }: { params: Promise<{ id: string }> }) {
  const { card } = await orNotFound((await api()).pages.idea({ id: (await params).id }));
  const fictional = await isFictional(card.show.id);
  const when = `${day(card.episode.publishedAt)}${card.timestampSeconds === null ? '' : `, at ${timecode(card.timestampSeconds)}`}`;
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
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', fontSize: 32, color: '#5a554a' }}>
        <div style={{ display: 'flex', color: '#1c1a15' }}>
          {clipped(card.show.name, 60)}
          {fictional ? ' (fictional sample)' : ''}
        </div>
        <div style={{ display: 'flex' }}>{when}</div>
      </div>
      <div style={{ display: 'flex', fontSize: card.headline.length > 80 ? 52 : 64, lineHeight: 1.15 }}>
        {clipped(card.headline, 140)}
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 28, color: '#5a554a' }}>
        <div style={{ display: 'flex', color: '#1c1a15' }}>Earmark</div>
        <div style={{ display: 'flex' }}>A record of what was said. Not advice.</div>
      </div>
    </div>,
    size,
  );
}

function clipped(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
}

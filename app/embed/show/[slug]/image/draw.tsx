import { ImageResponse } from 'next/og';
import type { ImageWanted } from '#server/edges/embed/image.ts';
import { imageFaces, SERIF } from '../../../../_server/faces.ts';

const INK = {
  light: { page: '#fffdf9', ink: '#1d1a16', soft: '#5f574c' },
  dark: { page: '#171512', ink: '#f1ece3', soft: '#b9afa1' },
};

/** A show's newest ideas as a PNG. */
export async function draw({ name, ideas, label, look, width, height }: ImageWanted): Promise<ArrayBuffer> {
  const colour = INK[look.theme === 'dark' ? 'dark' : 'light'];
  const image = new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: '44px 56px',
        background: colour.page,
        color: colour.ink,
        borderTop: `12px solid ${look.accent}`,
        fontFamily: SERIF,
      }}
    >
      <div style={{ display: 'flex', fontSize: 26, color: colour.soft }}>Ideas discussed on</div>
      <div
        style={{
          display: 'flex',
          fontSize: name.length > 18 ? 40 : 56,
          fontWeight: 600,
          lineHeight: 1.15,
          marginTop: 4,
        }}
      >
        {name}
      </div>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          flexGrow: 1,
          flexShrink: 1,
          overflow: 'hidden',
          marginTop: 22,
        }}
      >
        {ideas.map((idea) => (
          <div key={idea.id} style={{ display: 'flex', flexDirection: 'column', marginBottom: 14 }}>
            <div style={{ display: 'flex', fontSize: 34, lineHeight: 1.22 }}>{idea.headline}</div>
            <div style={{ display: 'flex', fontSize: 22, color: colour.soft, marginTop: 0 }}>{idea.day}</div>
          </div>
        ))}
        {ideas.length === 0 ? (
          <div style={{ display: 'flex', fontSize: 29, color: colour.soft }}>
            No ideas have been recorded yet.
          </div>
        ) : null}
      </div>
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          fontSize: 22,
          color: colour.soft,
        }}
      >
        <span>{label}</span>
        <span>Recorded by Earmark</span>
      </div>
    </div>,
    { width, height, fonts: await imageFaces() },
  );
  return image.arrayBuffer();
}

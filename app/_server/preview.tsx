import { ImageResponse } from 'next/og';
import { clipped, drawable } from '#server/features/embeds/rules.ts';
import { imageFaces, SERIF } from './faces.ts';
import { serverSide } from './load.ts';

/** Size in pixels and type of every preview image. */
export const PREVIEW = { size: { width: 1200, height: 630 }, contentType: 'image/png' } as const;

type Preview = {
  /** Lines above the title that say what the image is of; the first is darker. */
  readonly above: readonly [string, string?];
  readonly title: string;
};

/** The preview image of a link to a page: what the page is of, then its title. Never a stance. */
export async function preview(wanted: Preview): Promise<Response> {
  const { previewImage } = await serverSide();
  return previewImage(JSON.stringify(wanted), () => drawn(wanted));
}

async function drawn({ above: [first, second], title }: Preview): Promise<ArrayBuffer> {
  const shown = clipped(drawable(title) || 'In another script', 140);
  const image = new ImageResponse(
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
        <div style={{ display: 'flex', color: '#1c1a15' }}>{clipped(drawable(first), 80)}</div>
        <div style={{ display: 'flex' }}>{second ? clipped(drawable(second), 80) : ''}</div>
      </div>
      <div
        style={{ display: 'flex', fontSize: shown.length > 80 ? 52 : 64, fontWeight: 600, lineHeight: 1.15 }}
      >
        {shown}
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 28, color: '#5a554a' }}>
        <div style={{ display: 'flex', color: '#1c1a15', fontWeight: 600 }}>Earmark</div>
        <div style={{ display: 'flex' }}>A record of what was said. Not advice.</div>
      </div>
    </div>,
    { ...PREVIEW.size, fonts: await imageFaces() },
  );
  return image.arrayBuffer();
}

import { ImageResponse } from 'next/og';

export const size = { width: 180, height: 180 };
export const contentType = 'image/png';

/** The sign of the service as phones show it: the page with its corner turned down, on paper. */
export default function AppleIcon() {
  return new ImageResponse(
    <div style={{ width: '100%', height: '100%', display: 'flex', background: '#fcfbf7' }}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: drawn into an image, where nobody reads a title */}
      <svg width="180" height="180" viewBox="-3 -3 28 28">
        <path d="M3 1.5h10.5L19 7v13.5H3z" fill="none" stroke="#1c1a15" strokeWidth="1.8" />
        <path d="M13.5 1.5V7H19z" fill="#774a00" stroke="#1c1a15" strokeWidth="1.2" />
      </svg>
    </div>,
    size,
  );
}

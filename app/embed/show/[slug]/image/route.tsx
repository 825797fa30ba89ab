import { ImageResponse } from 'next/og';
import { handlers } from '../../../../_server/handlers.ts';

export const dynamic = 'force-dynamic';

const INK = {
  light: { page: '#fffdf9', ink: '#1d1a16', soft: '#5f574c' },
  dark: { page: '#171512', ink: '#f1ece3', soft: '#b9afa1' },
};

export async function GET(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  const wanted = await (await handlers()).embedImageRoute(request, (await params).slug);
  if (wanted instanceof Response) return wanted;
  const { embed, look, width, height } = wanted;
  const colour = INK[look.theme === 'dark' ? 'dark' : 'light'];
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: 56,
        background: colour.page,
        color: colour.ink,
        borderTop: `12px solid ${look.accent}`,
      }}
    >
      <div style={{ display: 'flex', fontSize: 26, color: colour.soft }}>Ideas discussed on</div>
      <div style={{ display: 'flex', fontSize: 54, lineHeight: 1.15, marginTop: 6 }}>
        {clip(embed.name, 60)}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, marginTop: 28 }}>
        {embed.ideas.slice(0, 3).map((idea) => (
          <div key={idea.id} style={{ display: 'flex', flexDirection: 'column', marginBottom: 20 }}>
            <div style={{ display: 'flex', fontSize: 30, lineHeight: 1.25 }}>{clip(idea.headline, 110)}</div>
            <div style={{ display: 'flex', fontSize: 22, color: colour.soft }}>
              {idea.publishedAt.slice(0, 10)}
            </div>
          </div>
        ))}
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 22, color: colour.soft }}>
        <span>{embed.label}</span>
        <span>Recorded by Earmark</span>
      </div>
    </div>,
    {
      width,
      height,
      headers: {
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      },
    },
  );
}

function clip(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

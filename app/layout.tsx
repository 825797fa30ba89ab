import type { Metadata, Viewport } from 'next';
import { serverSide } from './_server/load.ts';
import { Progress } from './_ui/form/progress.tsx';
import { Footer } from './_ui/frame/footer.tsx';
import { Header } from './_ui/frame/header.tsx';
import { Places } from './_ui/frame/places.tsx';
import { SlashKey } from './_ui/search/slash-key.tsx';
import { inter, interExtended, sourceSerif, sourceSerifExtended } from './fonts.ts';
import './globals.css';

export const dynamic = 'force-dynamic';

const description =
  'Earmark reads finance podcasts and keeps the investment ideas it finds, each with its show, episode, air date, second and the argument as it was made.';

export async function generateMetadata(): Promise<Metadata> {
  const { env } = await (await serverSide()).services();
  return {
    metadataBase: new URL(env.webUrl),
    title: { default: 'Earmark: what finance podcasts said', template: '%s | Earmark' },
    description,
    // No description here: a shared link then shows the one of its page.
    openGraph: { siteName: 'Earmark', type: 'website' },
    twitter: { card: 'summary_large_image' },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfbf7' },
    { media: '(prefers-color-scheme: dark)', color: '#151410' },
  ],
};

/** The frame of every page: fonts, header, footer, and the scripts that every page needs. */
export default function Layout({ children }: { children: React.ReactNode }) {
  const faces = [sourceSerif, sourceSerifExtended, inter, interExtended]
    .map((face) => face.variable)
    .join(' ');
  return (
    <html lang="en" className={faces}>
      <body>
        <Progress />
        <Places />
        <SlashKey />
        <Header />
        <main id="content" tabIndex={-1} className="page pb-16 pt-8 outline-none">
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
}

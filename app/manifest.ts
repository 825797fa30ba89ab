import type { MetadataRoute } from 'next';

/** What a phone shows of the site when it is added to the home screen. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: 'Earmark: what finance podcasts said',
    short_name: 'Earmark',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fcfbf7',
    theme_color: '#fcfbf7',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-icon', sizes: '180x180', type: 'image/png' },
    ],
  };
}

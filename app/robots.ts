import type { MetadataRoute } from 'next';
import { serverSide } from './_server/load.ts';

// The address is a setting of the running service, not of the build.
export const dynamic = 'force-dynamic';

/** Pages that are personal, metered or endless are not for a search index. */
const closed = [
  '/settings/',
  '/sign-in',
  '/connect/',
  '/claim',
  '/unsubscribe',
  '/feeds/',
  '/oauth/',
  '/outbox',
  '/billing/',
  '/api/',
  '/v1/',
  '/ask/',
  '/digest',
  '/following',
  '/saved',
  '/search',
];

export default async function robots(): Promise<MetadataRoute.Robots> {
  const { env } = await (await serverSide()).services();
  return {
    rules: { userAgent: '*', allow: '/', disallow: closed },
    sitemap: `${env.webUrl}/sitemap.xml`,
  };
}

import type { MetadataRoute } from 'next';
import { serverSide } from './_server/load.ts';

export default async function robots(): Promise<MetadataRoute.Robots> {
  const { env } = await (await serverSide()).services();
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: ['/settings/', '/sign-in', '/outbox', '/billing/', '/api/', '/v1/', '/ask/', '/search'],
    },
    sitemap: `${env.webUrl}/sitemap.xml`,
  };
}

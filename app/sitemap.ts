import type { MetadataRoute } from 'next';
import { serverSide } from './_server/load.ts';
import { api } from './_server/reader.ts';
import { articleSlugs } from './(site)/help/article-of.ts';

export const dynamic = 'force-dynamic';

const standing = [
  '/',
  '/shows',
  '/themes',
  '/companies',
  '/ask',
  '/pricing',
  '/methodology',
  '/corrections',
  '/docs/api',
  '/docs/mcp',
  '/docs/alerts',
  '/docs/test-keys',
  '/docs/versions',
  '/changelog',
  '/widgets',
  '/help',
  '/support',
  '/privacy',
  '/terms',
];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { env } = await (await serverSide()).services();
  const rows = await (await api()).pages.sitemap();
  return [
    ...[...standing, ...articleSlugs.map((slug) => `/help/${slug}`)].map((path) => ({
      url: `${env.webUrl}${path}`,
    })),
    ...rows.map((row) => ({ url: `${env.webUrl}${row.path}`, lastModified: row.at })),
  ];
}

import type { Metadata } from 'next';
import { api } from '../../_server/reader.ts';
import { Methodology } from './article.tsx';

export const metadata: Metadata = {
  title: 'Methodology',
  description: 'How ideas are found, what depth, stance and theses mean, and what Earmark never says.',
  alternates: { canonical: '/methodology' },
};

export default async function Page() {
  return <Methodology readBy={await (await api()).pages.readBy()} />;
}

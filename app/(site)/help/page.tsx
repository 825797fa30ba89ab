import type { Metadata } from 'next';
import Link from '../../_ui/frame/link.tsx';
import { Section } from '../../_ui/frame/section.tsx';
import { articles } from './articles.ts';

export const metadata: Metadata = {
  title: 'Help',
  description: 'What a refused call means and how to go on, and the guides to the record, the API and MCP.',
  alternates: { canonical: '/help' },
};

const guides = [
  ['/methodology', 'Methodology', 'What depth, stance and theses mean, and what we never say.'],
  ['/docs/api', 'API reference', 'Every route, parameter and answer.'],
  ['/docs/mcp', 'MCP guide', 'Connect an agent in a minute.'],
  ['/docs/alerts', 'Alerts', 'What is told by mail, feed and webhook, and how to check a webhook.'],
  ['/corrections', 'Corrections', 'How mistakes are reported and put right.'],
] as const;

export default function Help() {
  return (
    <>
      <h1 className="text-3xl">Help</h1>
      <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <Section id="refusals" title="When a call is refused">
          <ul>
            {Object.entries(articles).map(([slug, article]) => (
              <li key={slug} className="border-b border-rule py-3">
                <Link href={`/help/${slug}`} className="quiet font-serif text-lg">
                  {article.title}
                </Link>
                <p className="text-sm text-soft">{article.about}</p>
              </li>
            ))}
          </ul>
        </Section>
        <Section id="guides" title="Guides">
          <ul>
            {guides.map(([href, name, about]) => (
              <li key={href} className="border-b border-rule py-3">
                <Link href={href} className="quiet font-serif text-lg">
                  {name}
                </Link>
                <p className="text-sm text-soft">{about}</p>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}

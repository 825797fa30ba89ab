import type { Metadata } from 'next';
import Link from '../../_ui/frame/link.tsx';
import { Section } from '../../_ui/frame/section.tsx';
import { type Article, articles } from './articles.ts';
import { howTo } from './guides.ts';

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
        <div className="grid content-start gap-y-10">
          <Section id="how" title="How to">
            <Entries of={entriesOf(howTo)} />
          </Section>
          <Section id="guides" title="Guides">
            <Entries of={guides} />
          </Section>
        </div>
        <Section id="refusals" title="When something is refused">
          <Entries of={entriesOf(articles)} />
        </Section>
      </div>
    </>
  );
}

type Entry = readonly [href: string, name: string, about: string];

function entriesOf(of: Readonly<Record<string, Article>>): Entry[] {
  return Object.entries(of).map(([slug, { title, about }]) => [`/help/${slug}`, title, about]);
}

function Entries({ of }: { of: readonly Entry[] }) {
  return (
    <ul>
      {of.map(([href, name, about]) => (
        <li key={href} className="border-b border-rule py-3">
          <Link href={href} className="quiet font-serif text-lg">
            {name}
          </Link>
          <p className="text-sm text-soft">{about}</p>
        </li>
      ))}
    </ul>
  );
}

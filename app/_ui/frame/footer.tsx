import { RECORD_NOTICE } from '#server/api/attribution.ts';
import { SectionLink } from './section-link.tsx';

const links = [
  ['/methodology', 'Methodology'],
  ['/corrections', 'Corrections'],
  ['/docs/api', 'API reference'],
  ['/docs/mcp', 'MCP guide'],
  ['/widgets', 'Widgets'],
  ['/changelog', 'Changelog'],
  ['/help', 'Help'],
  ['/pricing', 'Pricing'],
  ['/support', 'Support'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const;

/** The foot of every page: what Earmark is, and the pages about it. */
export function Footer() {
  return (
    <footer className="mt-auto border-t border-rule text-sm text-soft">
      <div className="page mt-0 grid gap-4 py-8 gap-x-12 sm:grid-cols-2">
        <p className="max-w-prose">{RECORD_NOTICE}</p>
        <nav aria-label="About the service">
          <ul className="flex flex-wrap gap-x-5 gap-y-1 sm:justify-end">
            {links.map(([href, name]) => (
              <li key={href}>
                <SectionLink href={href} name={name} className="min-h-8" />
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

import { viewer } from '../../_server/reader.ts';
import { Mark } from '../record/mark.tsx';
import Link from './link.tsx';
import { OwnMenu } from './own-menu.tsx';
import { SectionLink } from './section-link.tsx';

const reading = [
  ['/search', 'Search'],
  ['/shows', 'Shows'],
  ['/themes', 'Themes'],
  ['/ask', 'Ask'],
] as const;
const own = [
  ['/digest', 'Digest', '/digest'],
  ['/following', 'Following', '/following'],
  ['/saved', 'Saved', '/saved'],
  ['/settings/privacy', 'Settings', '/settings'],
] as const;

/** The head of every page: name and navigation, with the reader's own pages when they have an account. */
export async function Header() {
  const reader = await viewer();
  return (
    <header className="border-b border-rule">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-paper focus:px-3 focus:py-2"
      >
        Skip to the content
      </a>
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <Link href="/" className="quiet flex min-h-11 items-center gap-2 font-serif text-xl font-semibold">
          <Mark />
          Earmark
        </Link>
        {reader ? (
          <OwnMenu label="Your pages">
            <nav aria-label="Your pages">
              {own.map(([href, name, within]) => (
                <SectionLink key={href} href={href} name={name} within={within} />
              ))}
            </nav>
          </OwnMenu>
        ) : null}
        <nav aria-label="Main" className="flex flex-wrap gap-x-2.5 text-sm sm:gap-x-5 sm:text-[0.9375rem]">
          {reading.map(([href, name]) => (
            <SectionLink key={href} href={href} name={name} />
          ))}
          {reader ? (
            // In a narrow window the menu above holds these, so that the head takes two rows and not three.
            <div className="hidden gap-x-5 sm:flex">
              {own.map(([href, name, within]) => (
                <SectionLink key={href} href={href} name={name} within={within} />
              ))}
            </div>
          ) : (
            <SectionLink href="/sign-in" name="Sign in" />
          )}
        </nav>
      </div>
    </header>
  );
}

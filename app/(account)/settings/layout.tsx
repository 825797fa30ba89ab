import { signedIn } from '../../_server/reader.ts';
import { SectionLink } from '../../_ui/frame/section-link.tsx';
import { signOut } from './actions.ts';

const sections = [
  ['/settings/privacy', 'Account'],
  ['/settings/connectors', 'Connectors'],
  ['/settings/plan', 'Plan'],
  ['/settings/follows', 'Follows'],
  ['/settings/saved', 'Saved'],
  ['/settings/searches', 'Searches'],
  ['/settings/alerts', 'Alerts'],
  ['/settings/shows', 'Your shows'],
] as const;

export default async function SettingsLayout({ children }: { children: React.ReactNode }) {
  const reader = await signedIn();
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-soft">
        <p>Signed in as {reader.email}</p>
        <form action={signOut}>
          <button type="submit" className="btn btn-plain btn-small">
            Sign out
          </button>
        </form>
      </div>
      <nav
        aria-label="Settings"
        className="mt-3 flex flex-wrap gap-x-6 border-y border-rule text-[0.9375rem]"
      >
        {sections.map(([href, name]) => (
          <SectionLink key={href} href={href} name={name} />
        ))}
      </nav>
      <div className="mt-8">{children}</div>
    </>
  );
}

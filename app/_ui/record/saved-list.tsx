import { told } from '#server/features/ideas/telling.ts';
import { api, orMissing } from '../../_server/reader.ts';
import { setSaved } from '../actions.ts';
import { ActionButton } from '../form/action-button.tsx';
import { Landing } from '../form/landing.tsx';
import Link from '../frame/link.tsx';
import { day } from '../text/format.ts';
import { Card } from './card.tsx';

/** The reader's saved ideas, newest save first, each with a button that removes it. */
export async function SavedList({ path, cursor }: { path: string; cursor?: string | undefined }) {
  const page = await orMissing((await api()).saves.listSaves({ ...(cursor ? { cursor } : {}) }));
  if (!page) {
    return (
      <p role="alert" className="note">
        This address does not lead into your list. <Link href={path}>Start with the newest</Link>
      </p>
    );
  }
  return (
    <>
      <Landing
        key={cursor ?? ''}
        of={page.ideas.map((idea) => idea.id).join()}
        label="Saved ideas"
        said="Removed from your saved ideas."
      >
        {page.ideas.map((idea) => (
          <div key={idea.id}>
            <Card idea={idea} level="h2" />
            <div className="flex flex-wrap items-baseline gap-4 pb-5 text-sm text-soft sm:pl-[10.5rem]">
              {idea.savedAt ? <span>Saved {day(idea.savedAt)}</span> : null}
              <ActionButton action={setSaved} fields={{ path, save: 'no', ideaId: idea.id }}>
                Remove<span className="sr-only">: {told(idea).headline}</span>
              </ActionButton>
            </div>
          </div>
        ))}
        {page.ideas.length === 0 ? (
          <p className="border-t border-rule pt-6">
            {cursor ? (
              <>
                No older save. <Link href={path}>Your newest saves</Link>
              </>
            ) : (
              'Nothing saved yet. Save an idea from its page; it stays even when a later reading replaces it.'
            )}
          </p>
        ) : null}
      </Landing>
      {page.nextCursor ? (
        <Link className="btn btn-plain mt-4" href={`${path}?cursor=${encodeURIComponent(page.nextCursor)}`}>
          Older saves
        </Link>
      ) : null}
    </>
  );
}

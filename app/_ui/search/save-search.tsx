import type { SearchAsked } from '#server/features/ideas/search/rules.ts';
import { api, viewer } from '../../_server/reader.ts';
import { setSearchSaved } from '../actions.ts';
import { ActionButton } from '../form/action-button.tsx';
import Link from '../frame/link.tsx';
import { NeedsAccount, WhyUndone } from '../record/marks.tsx';

/** A button that saves a search with alerts, or removes it; nothing when the search has no filter. */
export async function SaveSearch({ asked, path }: { asked: SearchAsked; path: string }) {
  if (Object.keys(asked).length === 0) return null;
  if (!(await viewer()))
    return (
      <div className="mb-5">
        <NeedsAccount path={path} wish={{ search: asked }}>
          Save this search
        </NeedsAccount>
      </div>
    );
  const { search } = await (await api()).searches.kept(asked);
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-5 gap-y-1">
      <ActionButton
        action={setSearchSaved}
        fields={{ path, asked: JSON.stringify(asked), save: search ? 'no' : 'yes' }}
      >
        {search ? 'Remove from your searches' : 'Save this search'}
      </ActionButton>
      {search ? (
        <p className="py-1.5 text-sm text-soft">
          Saved as “{search.name}” among <Link href="/settings/searches">your searches</Link>
        </p>
      ) : (
        <WhyUndone />
      )}
    </div>
  );
}

/** A button that follows or unfollows a speaker, which is a saved search of their name. */
export async function FollowPerson({ name, path }: { name: string; path: string }) {
  const asked = { person: name };
  if (!(await viewer()))
    return (
      <NeedsAccount path={path} wish={{ search: asked }}>
        Follow {name}
      </NeedsAccount>
    );
  const { search } = await (await api()).searches.kept(asked);
  return (
    <>
      <ActionButton
        action={setSearchSaved}
        fields={{ path, asked: JSON.stringify(asked), save: search ? 'no' : 'yes', name }}
        className={`btn btn-named btn-small ${search ? 'btn-plain' : ''}`}
      >
        {search ? 'Unfollow' : 'Follow'} {name}
      </ActionButton>
      {search ? null : <WhyUndone />}
    </>
  );
}

import type { SearchAsked } from '#server/features/ideas/search/rules.ts';
import { api, viewer } from '../../_server/reader.ts';
import { setSearchSaved } from '../actions.ts';
import { ActionButton } from '../form/action-button.tsx';
import Link from '../frame/link.tsx';
import { NeedsAccount, WhyUndone } from '../record/marks.tsx';

/**
 * A button that saves a search with alerts, or removes it; nothing when the search has no filter. Of a search with air
 * dates (`dated`) it says that they are not saved. `of` names the search on a page that does not show it.
 */
export async function SaveSearch(props: { asked: SearchAsked; dated: boolean; path: string; of?: string }) {
  const { asked, dated, path, of } = props;
  const save = of === undefined ? 'Save this search' : `Save the search for ${of}`;
  if (Object.keys(asked).length === 0) return null;
  if (!(await viewer()))
    return (
      <div className="mb-5 flex flex-wrap items-start gap-x-5 gap-y-1">
        <NeedsAccount path={path} wish={{ search: asked }}>
          {save}
        </NeedsAccount>
        {dated ? <Undated /> : null}
      </div>
    );
  const { search } = await (await api()).searches.kept(asked);
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-5 gap-y-1">
      <ActionButton
        action={setSearchSaved}
        fields={{
          path,
          asked: JSON.stringify(asked),
          dated: dated ? 'yes' : 'no',
          save: search ? 'no' : 'yes',
        }}
      >
        {search ? 'Remove from your searches' : save}
      </ActionButton>
      {search ? (
        <p className="py-1.5 text-sm text-soft">
          Saved as “{search.name}”{dated ? ', without the air dates,' : ''} among{' '}
          <Link href="/settings/searches">your searches</Link>
        </p>
      ) : (
        <>
          {dated ? <Undated /> : null}
          <WhyUndone />
        </>
      )}
    </div>
  );
}

function Undated() {
  return (
    <p className="py-1.5 text-sm text-soft">It is saved without the air dates: alerts tell of what is new.</p>
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

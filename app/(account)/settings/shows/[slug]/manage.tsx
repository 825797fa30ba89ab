import type { OwnerPage } from '#server/features/owners/router.ts';
import { ConfirmedAction } from '../../../../_ui/form/action-button.tsx';
import { ActionForm } from '../../../../_ui/form/action-form.tsx';
import { TextField, TickField } from '../../../../_ui/form/fields.tsx';
import { Landing } from '../../../../_ui/form/landing.tsx';
import Link from '../../../../_ui/frame/link.tsx';
import { Section } from '../../../../_ui/frame/section.tsx';
import { day, moment, number } from '../../../../_ui/text/format.ts';
import { endClaim, setRights } from '../actions.ts';

type Owned = Extract<OwnerPage, { state: 'owner' }>;

/** What a show allows, its widgets' counts, who manages it, and who changed what. */
export function ManageShow({ show }: { show: Owned }) {
  return (
    <>
      <RightsForm show={show} />
      <Section id="widgets" title="Its widgets in the last 30 days" className="mt-12">
        <Widgets counts={show.widgets} />
      </Section>
      <Section id="owners" title="Who manages it" className="mt-12">
        <Landing
          of={show.owners.map(({ ownershipId }) => ownershipId).join()}
          label="Who manages it"
          said="That claim has ended."
        >
          <ul>
            {show.owners.map((owner) => (
              <OwnerLine
                key={owner.ownershipId}
                slug={show.slug}
                owner={owner}
                alone={show.owners.length === 1}
              />
            ))}
          </ul>
        </Landing>
      </Section>
      <Section id="trail" title="What changed" className="mt-12">
        <ol>
          {show.trail.map((line) => (
            <li key={`${line.at.toISOString()} ${line.what}`} className="border-b border-rule py-3">
              <p>{line.what}.</p>
              <p className="figures text-sm text-soft">
                {moment(line.at)}, by {line.who}
              </p>
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

const formWords = { show: 'Widget of the show', episode: 'Widgets of episodes', image: 'Image' } as const;

/** Views and clicks as sums: no cookie is set and no address is stored for them. */
function Widgets({ counts }: { counts: Owned['widgets'] }) {
  if (counts.length === 0) return <p className="py-3 text-soft">None was shown.</p>;
  return (
    <>
      <table className="figures mt-2 w-full max-w-md text-left">
        <thead className="text-sm text-soft">
          <tr className="border-b border-rule">
            <th scope="col" className="py-2 font-normal">
              Form
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Views
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Clicks
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ form, views, clicks }) => (
            <tr key={form} className="border-b border-rule">
              <th scope="row" className="py-2 font-normal">
                {formWords[form]}
              </th>
              <td className="py-2 text-right">{number(views)}</td>
              <td className="py-2 text-right">{form === 'image' ? '' : number(clicks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-soft">
        Counted without cookies and without addresses: one reader may count more than once, an image in
        somebody’s cache not at all.
      </p>
    </>
  );
}

function RightsForm({ show: { slug, rights, quoteBounds } }: { show: Owned }) {
  return (
    <Section id="rights" title="What it allows" className="mt-8">
      <ActionForm action={setRights} className="mt-3">
        <input type="hidden" name="slug" value={slug} />
        <Switch name="embedEnabled" label="Other sites may embed it" on={rights.embedEnabled}>
          Headlines, dates and your show’s name, as a widget of the show or of an episode. Switched off, every
          widget of it is gone with the next request.{' '}
          <Link href={`/widgets?kind=show&id=${encodeURIComponent(slug)}`}>Build a widget</Link>
        </Switch>
        <Switch name="mediaEnabled" label="Moments may be quoted and played" on={rights.mediaEnabled}>
          Switched off, no sentence of the transcript is shown and nothing is played from here. Ideas keep
          their headline and the link to your episode.
        </Switch>
        <div className="border-b border-rule py-4">
          <label className="label" htmlFor="quoteChars">
            Longest quote, in characters
          </label>
          <TextField
            id="quoteChars"
            name="quoteChars"
            type="number"
            required
            min={quoteBounds.min}
            max={quoteBounds.max}
            defaultValue={rights.quoteChars}
            className="field max-w-40"
          />
          <p className="mt-1 text-sm text-soft">
            {quoteBounds.min} to {quoteBounds.max}; 280 unless set. A moment of which no whole clause fits is
            neither quoted nor played.
          </p>
        </div>
        <button type="submit" className="btn mt-5">
          Save
        </button>
      </ActionForm>
    </Section>
  );
}

function Switch(props: { name: string; label: string; on: boolean; children: React.ReactNode }) {
  return (
    <div className="flex items-start gap-3 border-b border-rule py-4">
      <TickField
        type="checkbox"
        id={props.name}
        name={props.name}
        defaultChecked={props.on}
        aria-describedby={`${props.name}-means`}
        className="mt-1 size-5 shrink-0"
      />
      <div className="min-w-0">
        <label htmlFor={props.name} className="font-medium">
          {props.label}
        </label>
        <p id={`${props.name}-means`} className="text-sm text-soft">
          {props.children}
        </p>
      </div>
    </div>
  );
}

function OwnerLine({ slug, owner, alone }: { slug: string; owner: Owned['owners'][number]; alone: boolean }) {
  const proof = owner.method === 'feed' ? 'a token in the feed' : 'the feed’s owner address';
  return (
    <li className="border-b border-rule py-4">
      <p className="font-medium">{owner.you ? 'You' : 'Another account'}</p>
      <p className="figures text-sm text-soft">
        Since {day(owner.since)}, by {proof}
        {owner.backed ? '' : ', which the feed no longer holds'}
      </p>
      {owner.removable ? (
        <ConfirmedAction
          action={endClaim}
          fields={{ slug, ownershipId: owner.ownershipId }}
          title={owner.you ? 'Stop managing this show' : 'End this claim'}
          yes={owner.you ? 'Yes, stop' : 'Yes, end it'}
          className="mt-2"
        >
          {warningOf(owner.you, alone)}
        </ConfirmedAction>
      ) : null}
    </li>
  );
}

function warningOf(you: boolean, alone: boolean): string {
  if (!you)
    return 'The feed backs you and no longer that account. It stops managing the show at once, and is told.';
  return alone
    ? 'Nobody manages the show then, so its widgets are switched off with it. You can claim it again.'
    : 'The other owners stay, and so does what the show allows. You can claim it again.';
}

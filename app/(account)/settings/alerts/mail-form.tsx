import type { PageCaller } from '#server/edges/pages.ts';
import { ActionForm } from '../../../_ui/form/action-form.tsx';
import { SelectField, TickField } from '../../../_ui/form/fields.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { moment } from '../../../_ui/text/format.ts';
import { setWanted } from './actions.ts';
import { zoneName, zonesWith } from './time-zones.ts';

const rhythms = [
  ['off', 'Off', 'no mail'],
  ['at_once', 'At once', 'as soon as there is news, at most every quarter of an hour'],
  ['daily', 'Daily', 'at 06:00 UTC, when there is news'],
  ['weekly', 'Weekly', 'on Mondays at 06:00 UTC, when there is news'],
] as const;

type Overview = Awaited<ReturnType<PageCaller['alerts']['overview']>>;

/** What to be told, how often by mail, and the hours in which no mail comes. */
export function MailForm({ alerts }: { alerts: Overview }) {
  return (
    <ActionForm action={setWanted} className="mt-4 grid gap-5">
      <fieldset>
        <legend className="label">What to be told</legend>
        <Tick name="newIdeas" checked={alerts.newIdeas} title="New ideas">
          on shows and tickers you follow, and of your saved searches
        </Tick>
        <Tick name="stanceChange" checked={alerts.stanceChange} title="Changes of stance">
          a show argues another side than before on a ticker you follow
          {alerts.plan === 'free' ? (
            <>
              {'; told on '}
              <Link href="/pricing">Premium</Link>
              {' only'}
            </>
          ) : null}
        </Tick>
      </fieldset>
      <fieldset>
        <legend className="label">Digest by mail</legend>
        {rhythms.map(([value, title, when]) => (
          <label key={value} className="flex items-start gap-2 py-1.5">
            <TickField
              type="radio"
              name="mail"
              value={value}
              defaultChecked={alerts.mail === value}
              className="mt-1.5"
            />
            <span>
              <span className="font-semibold">{title}</span> <span className="text-soft">{when}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <QuietHours alerts={alerts} />
      {alerts.nextMailAt ? (
        <p className="text-sm text-soft">
          Next: {moment(alerts.nextMailAt)}
          {alerts.lastMailAt ? `. Last sent: ${moment(alerts.lastMailAt)}` : ''}.
        </p>
      ) : null}
      <div>
        <button type="submit" className="btn">
          Save
        </button>
      </div>
    </ActionForm>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
function QuietHours({ alerts }: { alerts: Overview }) {
  return (
    <fieldset>
      <legend className="label">Quiet hours</legend>
      <p className="mb-2 text-sm text-soft">No mail in between; what comes meanwhile waits for their end.</p>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Hour name="quietFrom" label="From" value={alerts.quietFrom} />
        <Hour name="quietUntil" label="Until" value={alerts.quietUntil} />
        <div className="min-w-0">
          <label className="label" htmlFor="timeZone">
            Time zone
          </label>
          <StoredSelect name="timeZone" stored={zoneName(alerts.timeZone)}>
            {zonesWith(alerts.timeZone).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </StoredSelect>
        </div>
      </div>
    </fieldset>
  );
}

function Hour({ name, label, value }: { name: string; label: string; value: number | null }) {
  return (
    <div>
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <StoredSelect name={name} stored={value ?? ''}>
        <option value="">none</option>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {String(hour).padStart(2, '0')}:00
          </option>
        ))}
      </StoredSelect>
    </div>
  );
}

/**
 * A select with the stored value chosen. React resets a form after it was sent, and a select falls back to its first
 * value; the key makes a new select with the stored one.
 */
function StoredSelect(props: { name: string; stored: string | number; children: React.ReactNode }) {
  const { name, stored, children } = props;
  return (
    <SelectField key={stored} id={name} name={name} defaultValue={stored}>
      {children}
    </SelectField>
  );
}

function Tick(props: { name: string; checked: boolean; title: string; children: React.ReactNode }) {
  return (
    <label className="flex items-start gap-2 py-1.5">
      <TickField type="checkbox" name={props.name} defaultChecked={props.checked} className="mt-1.5" />
      <span>
        <span className="font-semibold">{props.title}</span>{' '}
        <span className="text-soft">{props.children}</span>
      </span>
    </label>
  );
}

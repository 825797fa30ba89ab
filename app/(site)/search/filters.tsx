import { mostCharacters } from '#server/api/limits.ts';
import { stanceAskedInWords, stancesAsked } from '#server/features/ideas/search/rules.ts';
import { depthWords } from '#server/features/ideas/telling.ts';
import type { Choice } from '#server/features/pages/schema.ts';
import type { Refused } from '../../_server/reader.ts';
import Link from '../../_ui/frame/link.tsx';
import type { Query } from './query.ts';

/** Filters at which a refusal is shown. */
export const typedFilters = ['ticker', 'person', 'from', 'to', 'minDepth'] as const;
type Choices = { readonly shows: readonly Choice[]; readonly themes: readonly Choice[] };

/** The filters of a search, with the button that applies them and the link that clears them. A refused one says why. */
export function Filters(props: { query: Query; choices: Choices; refused: Refused | null }) {
  const { query, choices, refused } = props;
  const problemOf = (name: string) => (refused?.field === name ? refused.message : null);
  return (
    <div className="grid gap-x-4 gap-y-4 pb-5 sm:grid-cols-6 sm:pb-0">
      <Field
        name="ticker"
        label="Ticker"
        value={query.ticker}
        maxLength={mostCharacters.symbol}
        problem={problemOf('ticker')}
      />
      <Choose name="show" label="Show" any="Any show" value={query.show} choices={choices.shows} />
      <Choose name="theme" label="Theme" any="Any theme" value={query.theme} choices={choices.themes} />
      <Field
        name="person"
        label="Said by"
        value={query.person}
        maxLength={mostCharacters.searchedPerson}
        problem={problemOf('person')}
      />
      <StanceChoice value={query.stance} />
      <Field
        name="from"
        label="Aired on or after"
        type="date"
        value={query.from}
        problem={problemOf('from')}
      />
      <Field name="to" label="Aired on or before" type="date" value={query.to} problem={problemOf('to')} />
      <DepthChoice value={query.minDepth} problem={problemOf('minDepth')} />
      <OrderChoice value={query.order} />
      <p className="text-sm text-soft sm:col-span-6">
        In words: <code>"data center"</code> for a phrase, <code>OR</code> between two, <code>NOT</code>{' '}
        before one to leave out.
      </p>
      <div className="flex flex-wrap items-center gap-x-5 sm:col-span-6">
        <button type="submit" className="btn">
          Search with these
        </button>
        <Link href="/search" className="py-2">
          Clear all
        </Link>
      </div>
    </div>
  );
}

function StanceChoice({ value }: { value: Query['stance'] }) {
  return (
    <div className="sm:col-span-2">
      <label className="label" htmlFor="stance">
        Argued as
      </label>
      <select id="stance" name="stance" defaultValue={value ?? ''} className="field">
        <option value="">Any side, or none</option>
        {stancesAsked.map((stance) => (
          <option key={stance} value={stance}>
            {stanceAskedInWords(stance)}
          </option>
        ))}
      </select>
    </div>
  );
}

function DepthChoice({ value, problem }: { value: Query['minDepth']; problem: string | null }) {
  return (
    <div className="sm:col-span-2">
      <label className="label" htmlFor="minDepth">
        Depth at least
      </label>
      <select
        id="minDepth"
        name="minDepth"
        defaultValue={value ?? '1'}
        className="field"
        {...describedBy('minDepth', problem)}
      >
        <option value="1">Any depth</option>
        {[2, 3, 4, 5].map((depth) => (
          <option key={depth} value={depth}>
            {depth}, {depthWords[depth]}
          </option>
        ))}
      </select>
      <Problem of="minDepth" text={problem} />
    </div>
  );
}

function OrderChoice({ value }: { value: Query['order'] }) {
  return (
    <div className="sm:col-span-2">
      <label className="label" htmlFor="order">
        Order
      </label>
      <select id="order" name="order" defaultValue={value ?? ''} className="field">
        <option value="">Most fully argued first</option>
        <option value="newest">Newest first</option>
      </select>
    </div>
  );
}

/** A select. A value of the address that is not among the choices, such as an id, stays chosen. */
function Choose(props: {
  name: string;
  label: string;
  any: string;
  value: string | undefined;
  choices: readonly Choice[];
}) {
  const { name, label, any, value, choices } = props;
  const isListed = value === undefined || choices.some((choice) => choice.slug === value);
  return (
    <div className="min-w-0 sm:col-span-2">
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <select id={name} name={name} defaultValue={value ?? ''} className="field">
        <option value="">{any}</option>
        {isListed ? null : <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.slug} value={choice.slug}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Field(props: {
  name: string;
  label: string;
  value: string | undefined;
  type?: string;
  maxLength?: number;
  problem: string | null;
}) {
  const { name, label, value, type = 'text', maxLength, problem } = props;
  return (
    <div className="sm:col-span-2">
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <input
        id={name}
        name={name}
        type={type}
        defaultValue={value}
        maxLength={maxLength}
        className="field"
        {...describedBy(name, problem)}
      />
      <Problem of={name} text={problem} />
    </div>
  );
}

/** What is wrong with a filter, below it. */
function Problem({ of, text }: { of: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p id={`${of}-problem`} role="alert" className="mt-1 text-sm">
      {text}
    </p>
  );
}

function describedBy(name: string, problem: string | null) {
  return problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${name}-problem` };
}

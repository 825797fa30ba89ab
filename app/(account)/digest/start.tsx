import { api } from '../../_server/reader.ts';
import { ActionForm } from '../../_ui/form/action-form.tsx';
import { TickField } from '../../_ui/form/fields.tsx';
import Link from '../../_ui/frame/link.tsx';
import { Section } from '../../_ui/frame/section.tsx';
import { followPicked } from './actions.ts';

type Show = { readonly id: string; readonly name: string };

/** For an account that follows nothing: shows and tickers to tick, of which the digest is then made. */
export async function Start({ shows }: { shows: readonly Show[] }) {
  const { tickers } = await (await api()).pages.front();
  return (
    <Section id="start" title="Make it yours" className="mt-6 max-w-4xl">
      <p className="mt-3 max-w-prose text-soft">
        Tick some shows and tickers; three of each are a good start. You can change it at any time under{' '}
        <Link href="/settings/follows">Follows</Link>, where any ticker can be added.
      </p>
      <ActionForm action={followPicked} className="mt-4">
        <div className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
          <fieldset>
            <legend className="label">Shows</legend>
            {shows.map(({ id, name }) => (
              <Tick key={id} name="show" value={id}>
                <span className="font-serif text-lg">{name}</span>
              </Tick>
            ))}
          </fieldset>
          <fieldset>
            <legend className="label">Tickers argued about lately</legend>
            {tickers.map(({ symbol, name }) => (
              <Tick key={symbol} name="symbol" value={symbol}>
                <span className="symbol text-accent">{symbol}</span> {name}
              </Tick>
            ))}
          </fieldset>
        </div>
        <button type="submit" className="btn mt-5">
          Follow these
        </button>
      </ActionForm>
    </Section>
  );
}

function Tick(props: { name: string; value: string; children: React.ReactNode }) {
  return (
    <label className="flex min-h-11 items-center gap-3 border-b border-rule">
      <TickField type="checkbox" name={props.name} value={props.value} />
      <span className="min-w-0">{props.children}</span>
    </label>
  );
}

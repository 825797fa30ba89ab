import { mostCharacters } from '#server/api/limits.ts';
import type { Desk } from '#server/edges/operator/desk.ts';
import { timestampText } from '#server/platform/clock.ts';
import { TextField } from '../_ui/form/fields.tsx';
import Link from '../_ui/frame/link.tsx';
import { Section } from '../_ui/frame/section.tsx';
import { counted } from '../_ui/text/format.ts';
import { DecisionForm, Decisions } from './decisions.tsx';
import { Item, Items } from './items.tsx';

/** Companies of ideas without a symbol. An operator names the symbol, or says that there is none. */
export function Names({ names }: { names: Desk['names'] }) {
  return (
    <Section id="names" title="Names without a symbol" className="mt-12">
      <Decisions of={names.listed.map(({ subjectKey }) => subjectKey).join()} label="Names without a symbol">
        <Items none="Every company that ideas are about is decided." hasMore={names.hasMore}>
          {names.listed.map((one) => (
            <Item
              key={one.subjectKey}
              title={one.subjectName}
              beside={counted(one.ideas, 'idea')}
              actions={
                <>
                  <DecisionForm
                    fields={{ do: 'teach', name: one.subjectName }}
                    className="flex flex-wrap items-end gap-2"
                  >
                    <label className="text-sm">
                      Symbol
                      <TextField
                        name="symbol"
                        required
                        maxLength={mostCharacters.symbol}
                        className="field ml-2 w-24"
                      />
                    </label>
                    <button type="submit" className="btn btn-plain btn-small">
                      Teach
                    </button>
                  </DecisionForm>
                  <Decide fields={{ do: 'refuse', slug: one.subjectKey }}>Has none</Decide>
                </>
              }
            >
              {one.thesis}
              {one.quote ? <q className="block">{one.quote}</q> : null}
              <span className="block">
                <bdi>{one.show}</bdi>. <Link href={`/ideas/${one.ideaId}`}>The idea</Link>
              </span>
            </Item>
          ))}
        </Items>
      </Decisions>
    </Section>
  );
}

/**
 * Held-back names: the linker was not sure enough of them to serve them. An operator says whether they stand for the
 * symbol.
 */
export function HeldBack({ names }: { names: Desk['heldBack'] }) {
  return (
    <Section id="held-back" title="Names held back" className="mt-12">
      <Decisions
        of={names.listed.map(({ slug, symbol }) => `${slug} ${symbol}`).join()}
        label="Names held back"
      >
        <Items none="Every name that was held back is decided." hasMore={names.hasMore}>
          {names.listed.map((one) => (
            <Item
              key={`${one.slug} ${one.symbol}`}
              title={`${one.name}: ${one.symbol}?`}
              beside={counted(one.episodes, 'episode')}
              actions={
                <>
                  <Decide fields={{ do: 'teach', name: one.name, symbol: one.symbol }}>
                    It always is {one.symbol}
                  </Decide>
                  <Decide fields={{ do: 'refuse', slug: one.slug }}>It is not</Decide>
                </>
              }
            >
              {one.company}
              {one.words ? <q className="block">{one.words}</q> : null}
              <span className="block">
                <bdi>{one.show}</bdi>, <bdi>{one.episode}</bdi>, at {timestampText(one.seconds)}
              </span>
            </Item>
          ))}
        </Items>
      </Decisions>
    </Section>
  );
}

/** A decision by one button. */
function Decide({
  fields,
  children,
}: {
  fields: Readonly<Record<string, string>>;
  children: React.ReactNode;
}) {
  return (
    <DecisionForm fields={fields}>
      <button type="submit" className="btn btn-plain btn-small">
        {children}
      </button>
    </DecisionForm>
  );
}

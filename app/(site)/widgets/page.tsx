import type { Metadata } from 'next';
import { mostCharacters } from '#server/api/limits.ts';
import { boundedSize, EMBED_HEIGHT, embedOfPage } from '#server/features/embeds/rules.ts';
import { EMBED_SANDBOX, MAX_EMBED_NAME } from '#server/features/embeds/schema.ts';
import { cut } from '#server/language/phrasing.ts';
import { serverSide } from '../../_server/load.ts';
import { api, orMissing } from '../../_server/reader.ts';
import { Copyable } from '../../_ui/form/copy.tsx';
import Link from '../../_ui/frame/link.tsx';
import { suggestedBy } from '../../_ui/search/suggested.ts';
import { snippetsOf, type WidgetOptions, widgetPath } from './snippets.ts';

export const metadata: Metadata = {
  title: 'Widgets',
  description: 'Put the recorded ideas of a show, an episode or a ticker on your own site.',
  alternates: { canonical: '/widgets' },
};

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Widgets({ searchParams }: Props) {
  const { services } = await serverSide();
  const { webUrl } = (await services()).env;
  const options = read(await searchParams, webUrl);
  const widget = options.id === '' ? null : await find(options);
  const caller = await api();
  const shows = widget ? [] : await caller.embeds.embeddable();
  const episodes =
    widget && options.kind === 'show'
      ? ((await orMissing(caller.pages.show({ slug: widget.id })))?.episodes ?? [])
      : [];
  return (
    <>
      <h1 className="text-3xl">Widgets</h1>
      <p className="mt-3 max-w-prose text-soft">
        A short list of what was argued, with dates and attribution: no stance, no price, no arrow. Show and
        episode widgets appear once the show’s owner has opted in, and vanish within a minute once the owner
        opts out. Ticker widgets are open. Is a show yours? <Link href="/settings/shows">Claim it</Link>, then
        switch its widgets on.
      </p>
      <WidgetForm options={options} />
      {options.id !== '' && !widget ? (
        <>
          <p role="alert" className="note mt-8">
            <WhyNone options={options} />
          </p>
          <WidgetLinks title="Did you mean one of these?" choices={await meant(options)} />
        </>
      ) : null}
      {widget ? <Preview options={{ ...options, id: widget.id }} name={widget.name} webUrl={webUrl} /> : null}
      <WidgetLinks
        title="Widgets of single episodes"
        choices={episodes.slice(0, 12).map(({ id, title }) => ({ kind: 'episode', id, name: title }))}
      />
      <WidgetLinks
        title="Shows that allow widgets"
        choices={shows.map(({ slug, name }) => ({ kind: 'show', id: slug, name }))}
      />
    </>
  );
}

function WidgetForm({ options }: { options: WidgetOptions }) {
  return (
    <form action="/widgets" className="mt-6 grid gap-4 border-b border-rule pb-7 sm:grid-cols-6">
      <div className="sm:col-span-2">
        <label className="label" htmlFor="kind">
          Widget of
        </label>
        <select id="kind" name="kind" defaultValue={options.kind} className="field">
          <option value="show">a show</option>
          <option value="episode">an episode</option>
          <option value="ticker">a ticker</option>
        </select>
      </div>
      <Field
        name="id"
        label="Its name, its page here, or its symbol"
        value={options.id}
        span="sm:col-span-4"
      />
      <div className="sm:col-span-2">
        <label className="label" htmlFor="theme">
          Theme
        </label>
        <select id="theme" name="theme" defaultValue={options.theme} className="field">
          <option value="auto">as the reader’s system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </div>
      <Field name="accent" label="Accent, a hex colour" value={options.accent} span="sm:col-span-2" />
      <Field
        name="height"
        label={`Height in pixels, ${EMBED_HEIGHT.min} to ${EMBED_HEIGHT.max}`}
        value={String(options.height)}
        span="sm:col-span-2"
      />
      <div className="sm:col-span-6">
        <button type="submit" className="btn">
          Preview
        </button>
      </div>
    </form>
  );
}

function WidgetLinks({
  title,
  choices,
}: {
  title: string;
  choices: { kind: string; id: string; name: string }[];
}) {
  if (choices.length === 0) return null;
  return (
    <section className="mt-10 max-w-2xl">
      <h2 className="kicker">{title}</h2>
      <ul>
        {choices.map(({ kind, id, name }) => (
          <li key={id} className="border-b border-rule py-2.5">
            <Link href={`/widgets?${new URLSearchParams({ kind, id })}`}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Preview({ options, name, webUrl }: { options: WidgetOptions; name: string; webUrl: string }) {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-2">
      <section aria-labelledby="preview">
        <h2 id="preview" className="mb-3 text-xl">
          Preview
        </h2>
        <iframe
          src={widgetPath(options)}
          title={`Ideas on ${name}`}
          height={options.height}
          className="w-full border border-rule"
          sandbox={EMBED_SANDBOX}
        />
        {options.kind === 'show' ? (
          <>
            <h2 className="mt-8 mb-3 text-lg">As an image</h2>
            {/* biome-ignore lint/performance/noImgElement: it is shown as a site would show it */}
            <img
              src={`${widgetPath({ ...options, theme: 'auto', accent: '' })}/image`}
              alt={`The newest ideas on ${name}`}
              width={1200}
              height={630}
              className="h-auto w-full border border-rule"
            />
          </>
        ) : null}
      </section>
      <section aria-labelledby="code" className="min-w-0">
        <h2 id="code" className="mb-3 text-xl">
          Copy
        </h2>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {snippetsOf(options, name, webUrl).map(({ label, text }) => (
            <Copyable key={label} label={label} text={text} />
          ))}
        </div>
        <p className="mt-4 text-sm text-soft">
          The script shows the widget after its own tag. Where it can only stand in the head of a page, name
          the id of an element with <code>data-target</code>: the widget appears in that.
        </p>
        <p className="mt-3 text-sm text-soft">
          WordPress takes the address as it stands. With{' '}
          <a href="/widgets/earmark-widget.php" download>
            this file
          </a>{' '}
          in <code>wp-content/plugins</code> it also knows the shortcode, and lets links open in a new window.
        </p>
      </section>
    </div>
  );
}

function Field({ name, label, value, span }: { name: string; label: string; value: string; span: string }) {
  return (
    <div className={span}>
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <input id={name} name={name} defaultValue={value} maxLength={MAX_EMBED_NAME} className="field" />
    </div>
  );
}

/** Why there is no widget: nothing of that name is known, or the owner of the show has not switched its widgets on. */
async function WhyNone({ options }: { options: WidgetOptions }) {
  const { path } = await (await api()).embeds.standIn({ kind: options.kind, id: options.id });
  if (path === null) return unknownIn[options.kind];
  return (
    <>
      <Link href={path}>This {options.kind}</Link> is in the record, and the owner of the show has not
      switched its widgets on. Is it yours? <Link href={claimOf(path)}>Claim it</Link>, then switch them on.
    </>
  );
}

const unknownIn: Readonly<Record<WidgetOptions['kind'], string>> = {
  show: 'No show, or more than one, has this name or address.',
  episode: 'No episode has this address.',
  ticker: 'No ticker has this symbol.',
};

/** Where the show of a page is claimed; of an episode's, where any is. */
function claimOf(path: string): string {
  return path.startsWith('/shows/') ? `/settings${path}` : '/settings/shows';
}

/** The widget of an address or a symbol, else that of the one show of the name. */
async function find({ kind, id }: WidgetOptions): Promise<{ id: string; name: string } | null> {
  const found = await findByAddress(kind, id);
  if (found || kind !== 'show') return found;
  const slug = await (await api()).embeds.embeddableNamed({ name: id });
  return slug === null ? null : findByAddress(kind, slug);
}

async function findByAddress(
  kind: WidgetOptions['kind'],
  id: string,
): Promise<{ id: string; name: string } | null> {
  try {
    return await (await api()).embeds.getEmbed({ kind, id });
  } catch (error) {
    if (await (await serverSide()).pageRefusal(error)) return null;
    throw error;
  }
}

/** The widgets of shows and tickers whose name is like what was typed. */
async function meant({ id }: WidgetOptions): Promise<{ kind: string; id: string; name: string }[]> {
  const caller = await api();
  const [found, shows] = await Promise.all([
    orMissing(caller.pages.suggest({ q: cut(id, mostCharacters.soughtName) })),
    caller.embeds.embeddable(),
  ]);
  if (!found) return [];
  return suggestedBy(found).flatMap(({ kind, key, name }) => {
    const allowed = kind === 'ticker' || (kind === 'show' && shows.some(({ slug }) => slug === key));
    return allowed ? [{ kind, id: key, name: kind === 'ticker' ? `${key}, ${name}` : name }] : [];
  });
}

function read(sent: Record<string, string | string[] | undefined>, webUrl: string): WidgetOptions {
  const text = (name: string) =>
    typeof sent[name] === 'string' ? cut(sent[name].trim(), MAX_EMBED_NAME) : '';
  const kind = text('kind');
  const pasted = embedOfPage(text('id'), { webUrl });
  const theme = text('theme');
  const accent = text('accent').replace(/^#/, '');
  return {
    kind: pasted?.kind ?? (kind === 'episode' || kind === 'ticker' ? kind : 'show'),
    id: pasted?.id ?? text('id'),
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    accent: /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(accent) ? accent.toLowerCase() : '',
    height: boundedSize(text('height'), EMBED_HEIGHT),
  };
}

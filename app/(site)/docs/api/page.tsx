import type { Metadata } from 'next';
import { serverSide } from '../../../_server/load.ts';
import { Coded } from '../../../_ui/coded.tsx';
import { Fold } from '../../../_ui/fold.tsx';
import Link from '../../../_ui/link.tsx';
import {
  type ApiDocument,
  type Field,
  groupsOf,
  isRefusal,
  type Route,
  schemasOf,
  sharedRefusals,
} from './document.ts';

export const metadata: Metadata = {
  title: 'API reference',
  description:
    'Every route of the Earmark API with its parameters and answers, made from the OpenAPI document it serves.',
  alternates: { canonical: '/docs/api' },
};

export default async function ApiReference() {
  const { apiDescription, services } = await serverSide();
  const { env } = await services();
  const document = (await apiDescription()) as ApiDocument;
  const groups = groupsOf(document);
  const schemas = schemasOf(document);
  const named = new Set(schemas.map(({ name }) => name));
  const refusals = sharedRefusals(groups);
  const shared = new Set(refusals.map(({ about }) => about));
  return (
    <div className="grid gap-x-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <h1 className="text-3xl lg:col-start-2">API reference</h1>
      <nav
        aria-label="Routes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also by keyboard
        tabIndex={0}
        className="mt-3 text-sm lg:sticky lg:top-6 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:max-h-[92vh] lg:self-start lg:overflow-y-auto"
      >
        <Fold from="lg" title="Routes">
          {groups.map((group) => (
            <div key={group.name} className="mb-4">
              <p className="font-semibold">{group.name}</p>
              <ul>
                {group.routes.map((route) => (
                  <li key={route.id}>
                    <a href={`#${route.id}`} className="quiet block py-1.5 text-soft lg:py-0.5">
                      {route.id}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </Fold>
      </nav>
      <div className="min-w-0">
        <div className="prose mt-3">
          <p className="text-soft">
            Made from the description that this deployment serves at{' '}
            <a href="/v1/agent/openapi.json" className="code break-all">
              /v1/agent/openapi.json
            </a>
            , version {document.info.version}. The base address is{' '}
            <span className="code break-all">{env.webUrl}</span>.
          </p>
          <p>
            Send a connector key as <span className="code">Authorization: Bearer YOUR_KEY</span>, or as{' '}
            <span className="code">x-service-api-key</span>.{' '}
            <Link href="/settings/connectors">Make a key</Link>. Every answer that carries corpus data has an
            attribution block: pass it on. Refusals carry{' '}
            <Link href="/help">a machine code and a help article</Link>.
          </p>
        </div>
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name} className="mt-12">
            <h2 className="kicker !text-base">{group.name}</h2>
            {group.about ? <p className="mt-2 max-w-prose text-soft">{group.about}</p> : null}
            {group.routes.map((route) => (
              <RouteArticle key={route.id} route={route} named={named} shared={shared} />
            ))}
          </section>
        ))}
        <section aria-label="Shared refusals" id="refusals" className="mt-14">
          <h2 className="kicker !text-base">Refusals that most routes share</h2>
          <Answers answers={refusals} named={named} />
        </section>
        <section aria-label="Shapes" className="mt-14">
          <h2 className="kicker !text-base">Shapes</h2>
          {schemas.map(({ name, fields }) => (
            <details key={name} id={`shape-${name}`} className="border-b border-rule py-2">
              <summary className="min-h-9 py-1.5 font-semibold">{name}</summary>
              <Fields fields={fields} places={false} label={`Fields of ${name}`} />
            </details>
          ))}
        </section>
      </div>
    </div>
  );
}

function RouteArticle({
  route,
  named,
  shared,
}: {
  route: Route;
  named: ReadonlySet<string>;
  /** What refusals say that are told once for all routes. */
  shared: ReadonlySet<string>;
}) {
  const refusals = route.answers.filter(isRefusal);
  const answers = route.answers.filter((answer) => !isRefusal(answer));
  const own = refusals.filter((refusal) => !shared.has(refusal.about));
  return (
    <article id={route.id} className="border-b border-rule py-6">
      <h3 className="font-sans text-base">{route.summary || route.id}</h3>
      <p className="code mt-1 break-all">
        <span className="font-semibold">{route.method}</span> {route.path}
      </p>
      {route.about ? (
        <p className="mt-2 max-w-prose text-soft">
          <Coded text={route.about} />
        </p>
      ) : null}
      {route.fields.length > 0 ? (
        <Fields fields={route.fields} places label={`Parameters of ${route.id}`} />
      ) : null}
      <Answers answers={answers} named={named} />
      {refusals.length > 0 ? (
        <p className="mt-2 text-sm text-soft">
          Refuses with {refusals.map(({ status }) => status).join(', ')}
          {own.length < refusals.length ? (
            <>
              {'; '}
              <a href="#refusals">what most routes share</a>
              {own.length > 0 ? ', and' : ''}
            </>
          ) : null}
          {own.length > 0 ? ':' : '.'}
        </p>
      ) : null}
      <Answers answers={own} named={named} />
    </article>
  );
}

function Answers({ answers, named }: { answers: Route['answers']; named: ReadonlySet<string> }) {
  if (answers.length === 0) return null;
  return (
    <dl className="mt-3 grid gap-y-1 text-sm">
      {answers.map((answer) => (
        <div key={answer.status} className="grid grid-cols-[3rem_minmax(0,1fr)]">
          <dt className="figures font-semibold">{answer.status}</dt>
          <dd className="text-soft">
            <Coded text={answer.about} />
            {answer.schema && named.has(answer.schema) ? (
              <>
                {' '}
                <a href={`#shape-${answer.schema}`}>{answer.schema}</a>
              </>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Fields({ fields, places, label }: { fields: readonly Field[]; places: boolean; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a scrolling region, not a section of the text
    <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="plain-table !text-sm">
        <thead>
          <tr>
            <th scope="col">{places ? 'Name, place and type' : 'Name and type'}</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={`${field.place}-${field.name}`}>
              <th scope="row" className="w-2/5 min-w-32 max-w-64">
                <span className="code break-words">{field.name}</span>
                <span className="block text-soft">
                  {places ? `${field.place}, ` : ''}
                  {field.type}
                  {field.required ? '' : ', optional'}
                </span>
              </th>
              <td className="text-soft">
                <Coded text={field.about} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

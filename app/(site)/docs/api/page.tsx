import type { Metadata } from 'next';
import { serverSide } from '../../../_server/load.ts';
import { Fold } from '../../../_ui/form/fold.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { type ApiDocument, referenceOf } from './document.ts';
import { Answers, Fields, RouteArticle } from './reference.tsx';

export const metadata: Metadata = {
  title: 'API reference',
  description:
    'Every route of the Earmark API with its parameters and answers, made from the OpenAPI document it serves.',
  alternates: { canonical: '/docs/api' },
};

type Reference = ReturnType<typeof referenceOf>;

export default async function ApiReference() {
  const { apiDescription, services } = await serverSide();
  const { env } = await services();
  const document = (await apiDescription()) as ApiDocument;
  const { groups, shapes, refusals } = referenceOf(document);
  return (
    <div className="grid gap-x-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <h1 className="text-3xl lg:col-start-2">API reference</h1>
      <RouteList groups={groups} />
      <div className="min-w-0">
        <Introduction version={document.info.version} webUrl={env.webUrl} />
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name} className="mt-12">
            <h2 className="kicker !text-base">{group.name}</h2>
            {group.about ? <p className="mt-2 max-w-prose text-soft">{group.about}</p> : null}
            {group.routes.map((route) => (
              <RouteArticle key={route.id} route={route} />
            ))}
          </section>
        ))}
        <section aria-label="Shared refusals" id="refusals" className="mt-14">
          <h2 className="kicker !text-base">Refusals that most routes share</h2>
          <Answers answers={refusals} />
        </section>
        <Shapes shapes={shapes} />
      </div>
    </div>
  );
}

function RouteList({ groups }: Pick<Reference, 'groups'>) {
  return (
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
  );
}

function Introduction({ version, webUrl }: { version: string; webUrl: string }) {
  return (
    <div className="prose mt-3">
      <p className="text-soft">
        Made from the description that this deployment serves at{' '}
        <a href="/v1/agent/openapi.json" className="code break-all">
          /v1/agent/openapi.json
        </a>
        , version {version}. The base address is <span className="code break-all">{webUrl}</span>.
      </p>
      <p>
        Send a connector key as <span className="code">Authorization: Bearer YOUR_KEY</span>, or as{' '}
        <span className="code">x-service-api-key</span>. <Link href="/settings/connectors">Make a key</Link>,
        or <Link href="/docs/test-keys">a test key</Link>. The clients for TypeScript and Python lie in{' '}
        <span className="code">clients/</span> of the repository;{' '}
        <a href="/docs/api/collection.json" download>
          a collection
        </a>{' '}
        of all routes opens in Postman, Bruno and others. Every answer that carries corpus data has an
        attribution block: pass it on. Refusals carry{' '}
        <Link href="/help">a machine code and a help article</Link>.
      </p>
    </div>
  );
}

function Shapes({ shapes }: Pick<Reference, 'shapes'>) {
  return (
    <section aria-label="Shapes" className="mt-14">
      <h2 className="kicker !text-base">Shapes</h2>
      {shapes.map(({ name, fields }) => (
        <details key={name} id={`shape-${name}`} className="border-b border-rule py-2">
          <summary className="min-h-9 py-1.5 font-semibold">{name}</summary>
          <Fields fields={fields} heading="Name and type" label={`Fields of ${name}`} />
        </details>
      ))}
    </section>
  );
}

'use client';

import { Coded } from '../../../_ui/text/coded.tsx';
import type { Answer, Field, ToldRoute } from './document.ts';

// A client component: beside the HTML, the page then sends only the facts and not every cell a second time.

/** One route of the reference: fields, answers and refusals. */
export function RouteArticle({ route }: { route: ToldRoute }) {
  return (
    <article id={route.id} className="border-b border-rule py-6">
      <h3 className="font-sans text-base">{route.summary || route.id}</h3>
      <p className="code mt-1 break-all">
        <span className="font-semibold">{route.method}</span>
        {` ${route.path}`}
      </p>
      {route.about ? (
        <p className="mt-2 max-w-prose text-soft">
          <Coded text={route.about} />
        </p>
      ) : null}
      {route.fields.length > 0 ? (
        <Fields fields={route.fields} heading="Name, place and type" label={`Parameters of ${route.id}`} />
      ) : null}
      <Answers answers={route.answers} />
      <Refusals route={route} />
      <Answers answers={route.ownRefusals} />
      {route.answers.length > 0 ? (
        <p className="mt-3 text-sm font-semibold">
          <a href={`/docs/api/${route.id}`}>Samples and an answer</a>
        </p>
      ) : null}
    </article>
  );
}

function Refusals({ route: { refuses, ownRefusals } }: { route: ToldRoute }) {
  if (refuses.length === 0) return null;
  const end = ownRefusals.length > 0 ? ':' : '.';
  return (
    <p className="mt-2 text-sm text-soft">
      {`Refuses with ${refuses.join(', ')}`}
      {ownRefusals.length < refuses.length ? (
        <>
          {'; '}
          <a href="#refusals">what most routes share</a>
          {ownRefusals.length > 0 ? ', and' : ''}
        </>
      ) : null}
      {end}
    </p>
  );
}

/** Answers by status, each with a link to its shape. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  if (answers.length === 0) return null;
  return (
    <dl className="answers">
      {answers.map(({ status, about, schema }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            <Coded text={about} />
            {schema ? (
              <>
                {' '}
                <a href={`#shape-${schema}`}>{schema}</a>
              </>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields, one a row. There are hundreds, so their style is in the style sheet and not on every cell. */
export function Fields(props: { fields: readonly Field[]; heading: string; label: string }) {
  const { fields, heading, label } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a scrolling region, not a section of the text
    <div className="fields" tabIndex={0} role="region" aria-label={label}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, kind, about }) => (
            <tr key={`${kind} ${name}`}>
              <th scope="row">
                <code>{name}</code>
                <span>{kind}</span>
              </th>
              <td>
                <Coded text={about} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

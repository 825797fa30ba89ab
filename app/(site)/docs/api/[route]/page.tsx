import type { Metadata } from 'next';
import { serverSide } from '../../../../_server/load.ts';
import Link from '../../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../../_ui/frame/missing.tsx';
import type { ApiDocument } from '../document.ts';
import { referenceOf } from '../document.ts';
import { Samples } from '../samples.tsx';

type Props = { readonly params: Promise<{ readonly route: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { route } = await params;
  const found = await load(route);
  if (!found) return missing;
  const { summary, method, path } = found.route;
  return {
    title: `Samples of ${route}`,
    description: `${summary || route}: ${method} ${path} of the Earmark API in several languages, with its answer.`,
    alternates: { canonical: `/docs/api/${route}` },
  };
}

/** A route with its sample call, by its operation id; null when there is none. */
async function load(id: string) {
  const { apiDescription, apiSamples } = await serverSide();
  const { groups } = referenceOf((await apiDescription()) as ApiDocument);
  const route = groups.flatMap(({ routes }) => routes).find((one) => one.id === id);
  const call = (await apiSamples()).get(id);
  return route && call ? { route, call } : null;
}

/** A sample call of one route in several languages, and its answer. */
export default async function RouteSamples({ params }: Props) {
  const found = await load((await params).route);
  if (!found) return <Missing />;
  const { route, call } = found;
  return (
    <article>
      <p className="text-sm text-soft">
        <Link href={`/docs/api#${route.id}`}>API reference</Link>
      </p>
      <h1 className="text-3xl">{route.summary || route.id}</h1>
      <p className="code mt-2 break-all">
        <span className="font-semibold">{route.method}</span>
        {` ${route.path}`}
      </p>
      <Samples call={call} />
    </article>
  );
}

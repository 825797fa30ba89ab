import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { serverSide } from '../../../../_server/load.ts';
import Link from '../../../../_ui/frame/link.tsx';
import type { ApiDocument } from '../document.ts';
import { referenceOf } from '../document.ts';
import { Samples } from '../samples.tsx';

type Asked = { readonly params: Promise<{ readonly route: string }> };

export async function generateMetadata({ params }: Asked): Promise<Metadata> {
  const { route } = await params;
  return { title: `Samples of ${route}`, alternates: { canonical: `/docs/api/${route}` } };
}

/** One route called in several languages, and its answer. */
export default async function RouteSamples({ params }: Asked) {
  const { route: id } = await params;
  const { apiDescription, apiSamples } = await serverSide();
  const { groups } = referenceOf((await apiDescription()) as ApiDocument);
  const route = groups.flatMap(({ routes }) => routes).find((one) => one.id === id);
  const call = (await apiSamples()).get(id);
  if (!route || !call) notFound();
  return (
    <article>
      <h1 className="text-3xl">{route.summary || route.id}</h1>
      <p className="code mt-2 break-all">
        <span className="font-semibold">{route.method}</span>
        {` ${route.path}`}
      </p>
      <Samples call={call} />
      <p className="mt-8">
        <Link href={`/docs/api#${route.id}`}>Its parameters, answers and refusals</Link>
      </p>
    </article>
  );
}

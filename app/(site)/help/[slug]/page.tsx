import type { Metadata } from 'next';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { articleOf } from '../article-of.ts';
import type { Part } from '../articles.ts';

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  const article = articleOf(slug);
  return article
    ? { title: article.title, description: article.about, alternates: { canonical: `/help/${slug}` } }
    : missing;
}

export default async function HelpArticle({ params }: Props) {
  const article = articleOf((await params).slug);
  if (!article) return <Missing />;
  return (
    <article className="prose">
      <p className="text-sm">
        <Link href="/help">Help</Link>
      </p>
      <h1 className="!mt-1 text-3xl">{article.title}</h1>
      <p className="text-soft">{article.about}</p>
      {article.parts.map((part) => (
        <PartOf key={part.heading ?? ''} part={part} />
      ))}
      <ul className="!mt-8 !list-none !pl-0">
        {article.links.map(([href, name]) => (
          <li key={href}>
            <Link href={href}>{name}</Link>
          </li>
        ))}
      </ul>
    </article>
  );
}

function PartOf({ part: { heading, text = [], steps = [] } }: { part: Part }) {
  return (
    <section>
      {heading ? <h2>{heading}</h2> : null}
      {text.map((paragraph) => (
        <p key={paragraph} className="mt-3">
          {paragraph}
        </p>
      ))}
      {steps.length > 0 ? (
        <ol className="mt-3">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

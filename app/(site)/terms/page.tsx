import type { Metadata } from 'next';
import Link from '../../_ui/frame/link.tsx';
import { Operator } from '../../_ui/frame/operator.tsx';

export const metadata: Metadata = {
  title: 'Terms',
  description: 'What Earmark gives, what it does not, and what is asked of those who use it.',
  alternates: { canonical: '/terms' },
};
export const dynamic = 'force-dynamic';

export default function Terms() {
  return (
    <article className="prose">
      <h1 className="text-3xl">Terms</h1>
      <p className="text-lg text-soft">What you get, what you do not, and what is asked of you.</p>

      <h2>A record, not advice</h2>
      <p>
        Earmark describes what was said on podcasts, by whom and when. It is not investment advice, nor a
        rating, a forecast or a recommendation, and it may be wrong: a machine reads transcripts, and{' '}
        <Link href="/methodology">Methodology</Link> says where its limits are.
      </p>

      <h2>What is asked of you</h2>
      <ul>
        <li>Name the show and the episode wherever you pass an idea on, and cite Earmark as the index.</li>
        <li>Keep your keys to yourself. What is done with them is done in your name.</li>
        <li>Stay within the limits of your plan, and do not take the record whole to serve it elsewhere.</li>
      </ul>

      <h2>Shows and their rights</h2>
      <p>
        What was said belongs to those who said it. Quotes are short, and shorter where a show asks for it.
        Whoever owns a show may <Link href="/settings/shows">claim it</Link> and decide on quotes, moments and
        widgets, or have it taken out.
      </p>

      <h2>Plans</h2>
      <p>
        The limits of the free plan and the price of Premium stand under <Link href="/pricing">Pricing</Link>.
        Premium ends when you end it, with the period that is paid. An account that harms the service or
        others may be closed.
      </p>

      <h2>No warranty</h2>
      <p>
        The service is given as it is, without a promise that it is always there or always right, as far as
        the law allows.
      </p>

      <h2>Who you agree this with</h2>
      <Operator />
    </article>
  );
}

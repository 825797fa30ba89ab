import type { Metadata } from 'next';
import { cache } from 'react';
import { api, orMissing } from '../../../_server/reader.ts';
import { Tickers } from '../../../_ui/card.tsx';
import { Missing, missing } from '../../../_ui/missing.tsx';
import { ThesisAnswer } from '../../../_ui/thesis-trail.tsx';

type Props = { params: Promise<{ id: string }> };

const load = cache(async (id: string) => {
  const history = await orMissing((await api()).theses.getThesisHistory({ thesisId: id }));
  const thesis = history?.theses[0];
  return history && thesis ? { history, thesis } : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load((await params).id);
  if (!found) return missing;
  const { thesis } = found;
  return {
    title: `${thesis.title}: a thesis over time`,
    description: `Which named shows argued it, when, and how it changed.`,
    alternates: { canonical: `/theses/${thesis.thesisId}` },
  };
}

export default async function ThesisPage({ params }: Props) {
  const found = await load((await params).id);
  if (!found) return <Missing />;
  const { history, thesis } = found;
  return (
    <div className="max-w-3xl">
      <p className="text-sm text-soft">Thesis</p>
      <h1 className="mt-1 text-[clamp(1.75rem,4.2vw,2.5rem)]">{thesis.title}</h1>
      <div className="mt-3">
        <Tickers symbols={thesis.tickers} />
      </div>
      <ThesisAnswer history={history} headings={false} />
    </div>
  );
}

import type { Metadata } from 'next';
import { cache } from 'react';
import type { ThesisPage as Surroundings } from '#server/features/pages/schema.ts';
import { api, orMissing, sampleShows } from '../../../_server/reader.ts';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { pageOf } from '../../../_ui/frame/page-of.ts';
import { Section } from '../../../_ui/frame/section.tsx';
import { Card, Cards, Tickers } from '../../../_ui/record/card.tsx';
import { ThesisList } from '../../../_ui/record/thesis-list.tsx';
import { SaidBy, ThesisAnswer } from '../../../_ui/record/thesis-trail.tsx';
import { counted, day } from '../../../_ui/text/format.ts';
import { Unbroken } from '../../../_ui/text/unbroken.tsx';
import { Positions } from './positions.tsx';

type Props = { params: Promise<{ id: string }> };

/** How many ideas of the same episode stand beside a thesis of one statement. */
const MOST_NEAR = 3;

/** A thesis with its surroundings. `lone` is the page of its idea when the thesis has only one statement. */
const load = cache(async (id: string) => {
  const caller = await api();
  const [history, around] = await Promise.all([
    orMissing(caller.theses.getThesisHistory({ thesisId: id })),
    orMissing(caller.pages.thesis({ id })),
  ]);
  const thesis = history?.theses[0];
  const latest = thesis?.statements.at(-1);
  if (!history || !thesis || !around || !latest) return null;
  if (thesis.statements.length > 1 || thesis.historyLocked) return { history, thesis, around, lone: null };
  const lone = await orMissing(caller.pages.idea({ id: latest.ideaId }));
  return lone ? { history, thesis, around, lone } : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load((await params).id);
  if (!found) return missing;
  const { thesis, around } = found;
  const samples = await sampleShows();
  return {
    title: `${propositionOf(found)?.text ?? thesis.title}: a thesis over time`,
    description: `${thesis.title}. Which named shows hold it, which dispute it, and when.`,
    alternates: { canonical: `/theses/${thesis.thesisId}` },
    ...(around.positions.every(({ showId }) => samples.has(showId)) ? { robots: { index: false } } : {}),
  };
}

export default async function ThesisPage({ params }: Props) {
  const found = await load((await params).id);
  if (!found) return <Missing />;
  const { history, thesis, around, lone } = found;
  const proposition = propositionOf(found);
  const others = around.theses.filter((other) => other.id !== thesis.thesisId);
  return (
    <div className="max-w-3xl">
      <p className="text-sm text-soft">
        Thesis on <Subject subject={around.subject} />
        {proposition ? `, on the line of ${lineOf(thesis.title)}` : ''}
      </p>
      <h1 className="mt-1 text-[clamp(1.75rem,4.2vw,2.5rem)]">
        <Unbroken text={proposition?.text ?? thesis.title} />
      </h1>
      {proposition ? <SaidBy proposition={proposition} /> : null}
      <div className="mt-3">
        <Tickers symbols={thesis.tickers} />
      </div>
      <p className="figures mt-3 text-sm text-soft">{placeOf(thesis.thesisId, around)}</p>
      <Positions positions={around.positions} side={proposition?.stance ?? null} />

      <Section id="said" title={saidTitle(lone !== null, thesis.historyLocked)} className="mt-8">
        {lone ? (
          <div className="mt-3">
            {proposition ? <ThesisAnswer history={history} headings={false} /> : <Card idea={lone.card} />}
            <p className="border-t border-rule pt-3 text-sm text-soft">
              No other statement on this line of argument since {day(thesis.lastMentionAt)}.
            </p>
            <Themes themes={lone.themes} />
          </div>
        ) : (
          <ThesisAnswer history={history} headings={false} />
        )}
      </Section>

      {around.opposing ? (
        <Section
          id="other-side"
          title={`The strongest other side on ${around.subject.name}`}
          className="mt-12"
        >
          <div className="mt-3">
            <Card idea={around.opposing} />
          </div>
        </Section>
      ) : null}

      {others.length > 0 ? (
        <Section id="others" title={`Also argued on ${around.subject.name}`} className="mt-12">
          <ThesisList theses={others} />
        </Section>
      ) : null}

      {lone && lone.sameEpisode.length > 0 ? (
        <Section id="episode" title="Also argued in this episode" className="mt-12">
          <div className="mt-3">
            <Cards ideas={lone.sameEpisode.slice(0, MOST_NEAR)} known="episode" empty={null} />
          </div>
        </Section>
      ) : null}
    </div>
  );
}

/** The title over what is shown of what was said: all of it, with both sides and with none, or the last alone. */
function saidTitle(isLone: boolean, isLocked: boolean): string {
  if (isLone) return 'What was said';
  return isLocked ? 'What was said last on this line' : 'What was said on this line, and when';
}

type Found = NonNullable<Awaited<ReturnType<typeof load>>>;

function propositionOf({ thesis, around }: Found) {
  return around.theses.find((one) => one.id === thesis.thesisId)?.proposition ?? null;
}

/** `product and competition` of `Nvidia: product and competition`. */
function lineOf(title: string): string {
  return title.slice(title.lastIndexOf(': ') + 1).trim();
}

function Themes({ themes }: { themes: readonly { slug: string; name: string }[] }) {
  if (themes.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-soft">
      <span>Touches</span>
      {themes.map((theme) => (
        <Link key={theme.slug} href={`/themes/${theme.slug}`} className="target">
          {theme.name}
        </Link>
      ))}
    </p>
  );
}

/** The share of this thesis in what was said on its subject, as a sentence. */
function placeOf(id: string, { subject, theses }: Surroundings): string {
  const own = theses.find((thesis) => thesis.id === id)?.statements ?? 0;
  if (theses.length === 1) return `The only thesis on ${subject.name}, ${counted(own, 'statement')} so far.`;
  const all = theses.reduce((sum, thesis) => sum + thesis.statements, 0);
  return `One of ${counted(theses.length, 'thesis', 'theses')} on ${subject.name}, with ${own} of its ${counted(all, 'statement')}.`;
}

/** The subject of the thesis, as a link to all that was said on it. */
function Subject({ subject }: { subject: Surroundings['subject'] }) {
  return <Link href={pageOf(subject)}>{subject.name}</Link>;
}

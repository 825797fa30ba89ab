import type { Metadata } from 'next';
import { cache } from 'react';
import { told } from '#server/features/ideas/telling.ts';
import type { IdeaPage } from '#server/features/pages/schema.ts';
import { timestampText } from '#server/platform/clock.ts';
import { api, isFictional, orMissing, viewer } from '../../../_server/reader.ts';
import { Copyable } from '../../../_ui/form/copy.tsx';
import { Share } from '../../../_ui/form/share.tsx';
import { JsonLd } from '../../../_ui/frame/json-ld.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { companyPath } from '../../../_ui/frame/page-of.ts';
import { Section } from '../../../_ui/frame/section.tsx';
import { AlsoPublishedBy, Attribution } from '../../../_ui/record/attribution.tsx';
import { Cards, Then, Tickers } from '../../../_ui/record/card.tsx';
import { Depth } from '../../../_ui/record/depth.tsx';
import { SaveIdea } from '../../../_ui/record/marks.tsx';
import { StanceMark } from '../../../_ui/record/stance.tsx';
import { ThesisAnswer } from '../../../_ui/record/thesis-trail.tsx';
import { PlayAt } from '../../../_ui/sound/play-at.tsx';
import { Player } from '../../../_ui/sound/player.tsx';
import { day } from '../../../_ui/text/format.ts';
import { Unbroken } from '../../../_ui/text/unbroken.tsx';
import { FullArgument } from './argument.tsx';
import { citationOf } from './citation.ts';
import { CorrectionForm } from './correction-form.tsx';
import { SourceMoment } from './moment.tsx';
import { BeforeAndAfter, BothSides } from './sides.tsx';
import { structured } from './structured.ts';

type Props = { params: Promise<{ id: string }> };

const load = cache(async (id: string) => orMissing((await api()).pages.idea({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load((await params).id);
  if (!found) return missing;
  const { card, indexedAt } = found;
  const { headline, show } = told(card);
  return {
    title: `${headline}, ${show}`,
    description: card.thesis,
    alternates: { canonical: `/ideas/${card.id}` },
    openGraph: {
      type: 'article',
      title: headline,
      description: card.thesis,
      publishedTime: new Date(indexedAt).toISOString(),
    },
    ...(card.superseded || (await isFictional(card.show.id)) ? { robots: { index: false } } : {}),
  };
}

export default async function Idea({ params }: Props) {
  const idea = await load((await params).id);
  if (!idea) return <Missing />;
  const { card } = idea;
  const reader = await viewer();
  const own = reader ? await orMissing((await api()).pages.ideaForAccount({ id: card.id })) : null;
  return (
    <>
      <article className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="max-w-[44rem]">
          <Said idea={idea} saved={own ? own.saved : null} />

          <FullArgument idea={idea} own={own} />
          <SourceMoment idea={idea} plan={own?.plan ?? null} />

          <BothSides idea={idea} />
          <BeforeAndAfter idea={idea} />
          <Trail idea={idea} />

          <Around idea={idea} />
        </div>

        <Aside idea={idea} />
      </article>
      {(await isFictional(card.show.id)) ? null : <JsonLd make={(webUrl) => structured(idea, webUrl)} />}
    </>
  );
}

/** Where the idea was said, what was argued, and what can be done with it. `saved` is null without an account. */
function Said({ idea, saved }: { idea: IdeaPage; saved: boolean | null }) {
  const { card } = idea;
  const { headline, line } = told(card);
  return (
    <>
      <Attribution card={card} />
      <AlsoPublishedBy episodes={idea.alsoPublished} />
      {card.superseded ? (
        <p role="note" className="note mt-4">
          {idea.standing === null ? (
            'A later reading of this episode replaced this idea.'
          ) : (
            <>
              A later reading of this episode replaced this idea by{' '}
              <Link href={`/ideas/${idea.standing}`}>the one that stands now</Link>.
            </>
          )}{' '}
          It stays here so that citations of it still lead somewhere.
        </p>
      ) : null}
      <h1 className="mt-6 text-[clamp(1.9rem,4.8vw,3rem)] leading-[1.1]">
        <Unbroken text={headline} />
      </h1>
      {line === null ? null : (
        <p className="mt-4 font-serif text-[1.3125rem] leading-normal">
          <Unbroken text={line} />
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-baseline gap-x-5 gap-y-2 text-sm text-soft">
        {idea.company ? (
          <Link href={companyPath(idea.company.slug)} className="target">
            {idea.company.name}
          </Link>
        ) : null}
        <Tickers symbols={card.tickers} />
        <StanceMark stance={card.stance} />
        <Then />
        <Depth depth={card.discussionDepth} />
        <Link href="/methodology#depth">what depth means</Link>
      </div>
      <div className="actions mt-5">
        {card.listenUrl && card.timestampSeconds !== null ? (
          <PlayAt href={card.listenUrl} second={card.timestampSeconds} className="btn btn-small">
            Listen at {timestampText(card.timestampSeconds)}
          </PlayAt>
        ) : null}
        <SaveIdea ideaId={card.id} saved={saved} />
        <Link href={`/ask?idea=${card.id}`} className="btn btn-plain btn-small">
          Ask about it
        </Link>
        <Share url={card.url} title={headline} />
      </div>
      {idea.audioUrl ? <Player url={idea.audioUrl} from={card.timestampSeconds} className="mt-4" /> : null}
    </>
  );
}

/** Ideas on the same subject elsewhere, and others of the same episode. */
function Around({ idea: { card, elsewhere, sameEpisode } }: { idea: IdeaPage }) {
  return (
    <>
      {elsewhere.length > 0 ? (
        <Section id="elsewhere" title="Argued elsewhere" className="mt-12">
          <div className="mt-3">
            <Cards ideas={elsewhere} empty={null} />
          </div>
        </Section>
      ) : null}

      {sameEpisode.length > 0 ? (
        <Section id="episode" title="Also argued in this episode" className="mt-12">
          <div className="mt-3">
            <Cards ideas={sameEpisode.slice(0, 4)} known="episode" empty={null} />
          </div>
          <p className="mt-2 text-sm">
            <Link href={`/episodes/${card.episode.id}`}>All ideas of “{card.episode.title}”</Link>
          </p>
        </Section>
      ) : null}
    </>
  );
}

/** The themes of the idea, its citation, its corrections, and the form that reports a mistake. */
function Aside({ idea: { card, speaker, themes, corrections } }: { idea: IdeaPage }) {
  return (
    <aside className="mt-12 grid content-start gap-10 lg:mt-0">
      {themes.length > 0 ? (
        <Section id="themes" title="Themes">
          <ul className="mt-3 text-[0.9375rem]">
            {themes.map((theme) => (
              <li key={theme.slug} className="py-1">
                <Link href={`/themes/${theme.slug}`} className="quiet">
                  {theme.name}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section id="record" title="The record" className="text-sm">
        <Cite card={card} speaker={speaker} />
        {corrections.map((correction) => (
          <p key={String(correction.at)} className="mt-2">
            <Link href="/corrections">Corrected</Link> {day(correction.at)} ({correction.changed.join(', ')})
            {correction.note ? `: ${correction.note}` : ''}
          </p>
        ))}
        <CorrectionForm ideaId={card.id} />
      </Section>
    </aside>
  );
}

/** The citation as text, and in formats to copy. */
function Cite({ card, speaker }: Pick<IdeaPage, 'card' | 'speaker'>) {
  const { plain, markdown, bibtex } = citationOf(card, speaker);
  return (
    <>
      <p className="mt-3 text-soft [overflow-wrap:anywhere]">Cite as: {plain}</p>
      <details className="mt-2">
        <summary className="min-h-9 py-1.5 underline underline-offset-4">Copy the citation</summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">
          <Copyable label="Plain" text={plain} />
          <Copyable label="Markdown" text={markdown} />
          <Copyable label="BibTeX" text={bibtex} />
        </div>
      </details>
    </>
  );
}

/** The first thesis of the idea over time: the statements nearest to this one. */
async function Trail({ idea }: { idea: IdeaPage }) {
  const [thesis] = idea.theses;
  if (!thesis) return null;
  if (thesis.statements === 1)
    return (
      <Section id="trail" title="Thesis trail" className="mt-12">
        <p className="mt-3 text-soft">
          The only statement so far on <Link href={`/theses/${thesis.id}`}>{thesis.title}</Link>.
        </p>
      </Section>
    );
  const history = await orMissing((await api()).theses.getThesisHistory({ thesisId: thesis.id }));
  if (!history) return null;
  return (
    <Section id="trail" title="Thesis trail" className="mt-12">
      <ThesisAnswer history={history} focus={idea.card.id} most={5} />
    </Section>
  );
}

import type { Plan } from '#server/domain.ts';
import type { IdeaPage } from '#server/features/pages/schema.ts';
import { timestampText } from '#server/platform/clock.ts';
import { api, orMissing } from '../../../_server/reader.ts';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';

/**
 * The quote of an idea with its moment, within the show's rights. On the free plan it says that this needs Premium;
 * nothing when the idea has no quote.
 */
export async function SourceMoment({ idea, plan }: { idea: IdeaPage; plan: Plan | null }) {
  if (!idea.hasQuote) return null;
  if (plan !== 'premium') return <Locked />;
  return <Quote ideaId={idea.card.id} />;
}

function Moment({ children }: { children: React.ReactNode }) {
  return (
    <Section id="moment" title="In the speaker’s words" className="mt-10">
      {children}
    </Section>
  );
}

function Locked() {
  return (
    <Moment>
      <p className="mt-3 text-soft">
        Premium shows the sentence as the transcript has it, with what was said right before and after it, and
        plays that moment alone, within what the show permits. <Link href="/pricing">See Premium</Link>
      </p>
    </Moment>
  );
}

async function Quote({ ideaId }: { ideaId: string }) {
  const caller = await api();
  const [media, around] = await Promise.all([
    orMissing(caller.ideas.getIdeaMedia({ ideaId })),
    orMissing(caller.pages.quoteContext({ id: ideaId })),
  ]);
  if (!media || !around) return null;
  return (
    <Moment>
      <figure className="mt-4">
        <blockquote className="border-l-4 border-mark pl-4 font-serif text-xl leading-relaxed">
          “{around.before ? `${around.before} ` : ''}
          <mark className="bg-mark text-inherit">{media.quote}</mark>
          {around.after ? ` ${around.after}` : ''}”
        </blockquote>
        <figcaption className="mt-3 text-sm text-soft">
          {media.show.name}, {timestampText(media.startSeconds)} to {timestampText(media.endSeconds)}
          {around.before || around.after
            ? '. The marked words are the quote; the rest is what stood around it'
            : ''}
          {media.youtubeUrl ? (
            <>
              {'. '}
              <a href={media.youtubeUrl} rel="noopener">
                Watch at this moment
              </a>
            </>
          ) : null}
        </figcaption>
        {media.audioUrl ? (
          // biome-ignore lint/a11y/useMediaCaption: the quoted words stand above the player
          <audio
            controls
            preload="none"
            src={`${media.audioUrl.split('#')[0]}#t=${media.startSeconds},${media.endSeconds}`}
            className="mt-3 h-10 w-full max-w-lg"
          />
        ) : null}
      </figure>
    </Moment>
  );
}

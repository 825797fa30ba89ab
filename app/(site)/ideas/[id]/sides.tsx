import type { IdeaPage } from '#server/features/pages/schema.ts';
import { Section } from '../../../_ui/frame/section.tsx';
import { Card } from '../../../_ui/record/card.tsx';
import { noOtherSide } from './no-other-side.ts';

/** This idea beside the strongest idea of the other side, or a sentence on why there is none. */
export function BothSides({ idea: { card, opposing, untold } }: { idea: IdeaPage }) {
  return (
    <Section id="other-side" title={opposing ? 'Both sides' : 'The other side'} className="mt-12">
      {opposing ? (
        <div className="mt-3 grid gap-x-8 sm:grid-cols-2">
          <Card idea={card} narrow />
          <Card idea={opposing} narrow />
        </div>
      ) : (
        <p className="mt-3 text-soft">{noOtherSide(card.stance, untold)}</p>
      )}
    </Section>
  );
}

/** What the speaker, or else the show, argued on the same subject in the episodes just before and just after. */
export function BeforeAndAfter({ idea: { card, nextTo } }: { idea: IdeaPage }) {
  const { speaker, before, after } = nextTo;
  if (!before && !after) return null;
  const known = speaker === null ? { known: 'show' as const } : {};
  return (
    <Section
      id="before-and-after"
      title={`${speaker ?? card.show.name} on the same subject`}
      className="mt-12"
    >
      <div className={`mt-3 grid gap-x-8 ${before && after ? 'sm:grid-cols-2' : ''}`}>
        {before ? <Other title="Before" idea={before} {...known} /> : null}
        {after ? <Other title="After" idea={after} {...known} /> : null}
      </div>
    </Section>
  );
}

function Other(props: { title: string; idea: IdeaPage['card']; known?: 'show' }) {
  const { title, idea, ...known } = props;
  return (
    <div>
      <h3 className="mb-2 font-sans text-sm text-soft">{title}</h3>
      <Card idea={idea} level="h4" narrow {...known} />
    </div>
  );
}

import type { PageCaller } from '#server/edges/pages.ts';
import type { AskAnswer, Citation } from '#server/features/ask/schema.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { curly, told } from '#server/features/ideas/telling.ts';
import { inQuotationMarks } from '#server/language/phrasing.ts';
import { timestampText } from '#server/platform/clock.ts';
import Link from '../../../_ui/frame/link.tsx';
import { day } from '../../../_ui/text/format.ts';

export type Message = Awaited<ReturnType<PageCaller['ask']['getConversation']>>['messages'][number];

/** One answer with its sources beside it. A marker links to its source and highlights it. */
export function Answer({
  message,
  cards,
  number,
}: {
  message: Message;
  /** The cited ideas that are still listed, by id. */
  cards: ReadonlyMap<string, IdeaCard>;
  /** Index of the answer among the messages; questions and answers alternate. */
  number: number;
}) {
  const { answer } = message;
  if (!answer)
    return <p className="mt-4 max-w-[44rem] whitespace-pre-line font-serif text-lg">{message.text}</p>;
  return (
    <div className="mt-4 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="max-w-[44rem]">
        {answer.refused ? <p className="note">{answer.message}</p> : null}
        {answer.coverage === 'low' && !answer.refused ? (
          <p className="note mb-4">
            The record holds little on this: read the answer as a few voices, not as a survey.
          </p>
        ) : null}
        {answer.answer ? (
          <div className="whitespace-pre-line font-serif text-lg leading-relaxed">
            <Marked text={answer.answer} answer={answer} number={number} />
          </div>
        ) : answer.refused ? null : (
          <p className="font-serif text-lg">{answer.message ?? message.text}</p>
        )}
        <Suggestions suggestions={answer.suggestions} />
      </div>
      {answer.citations.length > 0 ? (
        <aside
          aria-label={`Sources of answer ${Math.ceil(number / 2)}`}
          className="lg:sticky lg:top-4 lg:max-h-[90vh] lg:overflow-y-auto"
        >
          <h3 className="kicker">Sources</h3>
          <ol>
            {answer.citations.map((citation) => (
              <Source
                key={citation.marker}
                citation={citation}
                card={cards.get(citation.ideaId ?? '')}
                corrected={message.correctedSince.includes(citation.marker)}
                number={number}
              />
            ))}
          </ol>
        </aside>
      ) : null}
    </div>
  );
}

/** The answer's text with each [n] as a link to its source. A number without a citation stays text. */
function Marked({ text, answer, number }: { text: string; answer: AskAnswer; number: number }) {
  const known = new Set(answer.citations.map((citation) => citation.marker));
  return text.split(/(\[\d+\])/).map((part, index) => {
    const marker = /^\[(\d+)\]$/.exec(part)?.[1];
    if (!marker || !known.has(Number(marker))) return part;
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        key={index}
        href={`#source-${number}-${marker}`}
        className="quiet font-sans text-sm text-accent"
        aria-label={`Source ${marker}`}
      >
        [{marker}]
      </a>
    );
  });
}

/** A source, folded to a line. Its marker or a click opens it. */
function Source({
  citation,
  card,
  corrected,
  number,
}: {
  citation: Citation;
  card: IdeaCard | undefined;
  /** The idea was corrected after the answer was given. */
  corrected: boolean;
  number: number;
}) {
  const { marker, show, episodeTitle, episodeId, timestampSeconds, ideaId } = citation;
  const second = timestampSeconds === null ? null : timestampText(timestampSeconds);
  return (
    <li className="border-b border-rule text-sm">
      <details className="group">
        <summary className="grid min-h-11 grid-cols-[1.75rem_minmax(0,1fr)_1rem] py-2.5">
          <span className="figures text-accent">[{marker}]</span>
          <span>
            <span className="font-serif text-base">
              {card
                ? told(card).headline
                : citation.ideaHeadline
                  ? curly(citation.ideaHeadline)
                  : inQuotationMarks(episodeTitle)}
            </span>
            <span className="block text-soft">
              {show}, {day(citation.publishedAt)}
            </span>
            {corrected ? (
              <span className="block text-accent">Corrected since: the answer may tell it as it was.</span>
            ) : null}
          </span>
          <span aria-hidden="true" className="text-right text-soft group-open:hidden">
            +
          </span>
        </summary>
        {/* Markers link to this inner element, so that a browser opens the source without a script. */}
        <div id={`source-${number}-${marker}`} className="scroll-mt-24 py-2 pl-7 pr-2 target:bg-mark">
          {card ? <p className="font-serif text-base">{told(card).line}</p> : null}
          <p className="mt-2 text-soft">
            <Link href={`/episodes/${episodeId}${timestampSeconds === null ? '' : `?t=${timestampSeconds}`}`}>
              “{episodeTitle}”
            </Link>
            {second === null ? ', at a moment that is not known' : `, at ${second}`}
          </p>
          <p className="mt-2 flex flex-wrap gap-x-4">
            {ideaId ? (
              <Link href={`/ideas/${ideaId}`}>
                Open the idea<span className="sr-only"> of source {marker}</span>
              </Link>
            ) : null}
            {card?.listenUrl && second !== null ? (
              <a href={card.listenUrl} rel="noopener nofollow">
                Listen at {second}
              </a>
            ) : null}
          </p>
        </div>
      </details>
    </li>
  );
}

function Suggestions({ suggestions }: { suggestions: readonly string[] }) {
  if (suggestions.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="text-base">What the record can answer</h3>
      <ul className="mt-1 font-serif">
        {suggestions.map((suggestion) => (
          <li key={suggestion} className="py-1">
            <Link href={`/ask?q=${encodeURIComponent(suggestion)}`}>{suggestion}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

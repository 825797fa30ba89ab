import Link from 'next/link';
import type { PageCaller } from '#server/edges/pages.ts';
import type { AskAnswer, Citation } from '#server/features/ask/schema.ts';
import { day, timecode } from '../../../_ui/format.ts';

type Message = Awaited<ReturnType<PageCaller['ask']['getConversation']>>['messages'][number];

/** One answer, its sources beside it; a marker leads to its source and marks it. */
export function Answer({ message, number }: { message: Message; number: number }) {
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
        <p className="mt-4 text-sm text-soft">{answer.disclaimer}</p>
      </div>
      {answer.citations.length > 0 ? (
        <aside aria-label="Sources" className="lg:sticky lg:top-4 lg:max-h-[90vh] lg:overflow-y-auto">
          <h3 className="kicker">Sources</h3>
          <ol>
            {answer.citations.map((citation) => (
              <Source key={citation.marker} citation={citation} number={number} />
            ))}
          </ol>
        </aside>
      ) : null}
    </div>
  );
}

/** The answer's text with each [n] as a link to its source; a number that cites nothing stays text. */
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

function Source({ citation, number }: { citation: Citation; number: number }) {
  return (
    <li
      id={`source-${number}-${citation.marker}`}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)] border-b border-rule py-3 text-sm target:bg-mark"
    >
      <span className="figures text-accent">[{citation.marker}]</span>
      <div>
        {citation.ideaId && citation.ideaHeadline ? (
          <p className="font-serif text-base">
            <Link href={`/ideas/${citation.ideaId}`} prefetch={false} className="quiet">
              {citation.ideaHeadline}
            </Link>
          </p>
        ) : null}
        <p className="text-soft">
          {citation.show},{' '}
          <Link href={`/episodes/${citation.episodeId}`} prefetch={false}>
            “{citation.episodeTitle}”
          </Link>
          , {day(citation.publishedAt)}
          {citation.timestampSeconds === null ? '' : `, at ${timecode(citation.timestampSeconds)}`}
        </p>
      </div>
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
            <Link href={`/ask?q=${encodeURIComponent(suggestion)}`} prefetch={false}>
              {suggestion}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

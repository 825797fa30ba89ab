import type { Metadata } from 'next';
import { cache } from 'react';
import { mostCharacters } from '#server/api/limits.ts';
import { MOST_CARDS } from '#server/features/pages/schema.ts';
import { cut } from '#server/language/phrasing.ts';
import { serverSide } from '../../../_server/load.ts';
import { type Sent, single } from '../../../_server/query.ts';
import { api, orMissing, signedIn } from '../../../_server/reader.ts';
import { Landing } from '../../../_ui/form/landing.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { WhyUndone } from '../../../_ui/record/marks.tsx';
import { AskForm } from '../ask-form.tsx';
import { Answer, type Message } from './answer.tsx';

type Props = { params: Promise<{ id: string }>; searchParams: Sent<'q'> };

const load = cache(async (id: string) =>
  orMissing((await api()).ask.getConversation({ conversationId: id })),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  await signedIn();
  const conversation = await load(id);
  return conversation ? { title: conversation.title, robots: { index: false } } : missing;
}

export default async function ConversationPage({ params, searchParams }: Props) {
  const { id } = await params;
  const q = single((await searchParams).q);
  await signedIn();
  const caller = await api();
  const { answersGrow } = await serverSide();
  const conversation = await load(id);
  if (!conversation) return <Missing />;
  const answers = conversation.messages.flatMap(({ answer }) => answer ?? []);
  const cited = answers.flatMap(({ citations }) => citations.flatMap(({ ideaId }) => ideaId ?? []));
  const cards = new Map(
    (await caller.pages.cards({ ids: [...new Set(cited)].slice(-MOST_CARDS) })).map((card) => [
      card.id,
      card,
    ]),
  );
  const { messages } = conversation;
  const latest = Math.max(0, messages.map(({ kind }) => kind).lastIndexOf('question'));
  return (
    <>
      <p className="text-sm">
        <Link href="/ask">All conversations</Link>
      </p>
      <h1 className="sr-only">Conversation: {conversation.title}</h1>
      <Exchange messages={messages.slice(0, latest)} from={0} cards={cards} />
      <Landing id="latest" of={String(messages.length)} label="The latest answer" always>
        <Exchange messages={messages.slice(latest)} from={latest} cards={cards} />
      </Landing>
      <div className="mt-12 border-t border-rule pt-6">
        <AskForm
          conversationId={conversation.id}
          label="Follow up"
          grows={await answersGrow()}
          {...(q ? { question: cut(q, mostCharacters.question) } : {})}
        />
        <WhyUndone />
      </div>
    </>
  );
}

/** Questions and answers in their order. `from` is the index of the first one in the conversation. */
function Exchange({
  messages,
  from,
  cards,
}: {
  messages: readonly Message[];
  from: number;
  cards: React.ComponentProps<typeof Answer>['cards'];
}) {
  return messages.map((message, index) =>
    message.kind === 'question' ? (
      <h2
        key={message.id}
        className={`border-t-2 border-ink pt-3 text-2xl ${from + index === 0 ? 'mt-6' : 'mt-10'}`}
      >
        {message.text}
      </h2>
    ) : (
      <Answer key={message.id} message={message} cards={cards} number={from + index} />
    ),
  );
}

import type { Metadata } from 'next';
import { serverSide } from '../../../_server/load.ts';
import { api, orMissing, signedIn } from '../../../_server/reader.ts';
import Link from '../../../_ui/link.tsx';
import { Missing } from '../../../_ui/missing.tsx';
import { AskForm } from '../ask-form.tsx';
import { Answer } from './answer.tsx';

export const metadata: Metadata = { title: 'Conversation', robots: { index: false } };

type Props = { params: Promise<{ id: string }> };

export default async function ConversationPage({ params }: Props) {
  const { id } = await params;
  await signedIn(`/ask/${id}`);
  const caller = await api();
  const { answersGrow } = await serverSide();
  const conversation = await orMissing(caller.ask.getConversation({ conversationId: id }));
  if (!conversation) return <Missing />;
  const answers = conversation.messages.flatMap(({ answer }) => answer ?? []);
  const cited = answers.flatMap(({ citations }) => citations.flatMap(({ ideaId }) => ideaId ?? []));
  const cards = new Map(
    (await caller.pages.cards({ ids: [...new Set(cited)].slice(-200) })).map((card) => [card.id, card]),
  );
  return (
    <>
      <p className="text-sm">
        <Link href="/ask">All conversations</Link>
      </p>
      <h1 className="sr-only">Conversation: {conversation.title}</h1>
      {conversation.messages.map((message, index) =>
        message.kind === 'question' ? (
          <h2 key={message.id} className="mt-10 border-t-2 border-ink pt-3 text-2xl first-of-type:mt-6">
            {message.text}
          </h2>
        ) : (
          <Answer key={message.id} message={message} cards={cards} number={index} />
        ),
      )}
      <div className="mt-12 border-t border-rule pt-6">
        <AskForm conversationId={conversation.id} label="Follow up" grows={await answersGrow()} />
        <p className="mt-8 max-w-prose text-sm text-soft">{answers.at(-1)?.disclaimer}</p>
      </div>
    </>
  );
}

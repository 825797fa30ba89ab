import type { Metadata } from 'next';
import Link from 'next/link';
import { api, orNotFound, signedIn } from '../../../_server/reader.ts';
import { AskForm } from '../ask-form.tsx';
import { Answer } from './answer.tsx';

export const metadata: Metadata = { title: 'Conversation', robots: { index: false } };

type Props = { params: Promise<{ id: string }> };

export default async function ConversationPage({ params }: Props) {
  const { id } = await params;
  await signedIn(`/ask/${id}`);
  const conversation = await orNotFound((await api()).ask.getConversation({ conversationId: id }));
  return (
    <>
      <p className="text-sm">
        <Link href="/ask">All conversations</Link>
      </p>
      <h1 className="sr-only">Conversation: {conversation.title}</h1>
      {conversation.messages.map((message, index) =>
        message.kind === 'question' ? (
          <h2 key={message.id} className="mt-8 max-w-[44rem] border-t-2 border-ink pt-3 text-2xl">
            {message.text}
          </h2>
        ) : (
          <Answer key={message.id} message={message} number={index} />
        ),
      )}
      <div className="mt-12 border-t border-rule pt-6">
        <AskForm conversationId={conversation.id} label="Follow up" />
      </div>
    </>
  );
}

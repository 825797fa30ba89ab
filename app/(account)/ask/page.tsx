import type { Metadata } from 'next';
import { freeLimits, mostCharacters } from '#server/api/limits.ts';
import { MOST_CONVERSATIONS } from '#server/features/ask/kept/rules.ts';
import { cut } from '#server/language/phrasing.ts';
import { serverSide } from '../../_server/load.ts';
import { type Sent, single } from '../../_server/query.ts';
import { api, viewer } from '../../_server/reader.ts';
import Link from '../../_ui/frame/link.tsx';
import { Section } from '../../_ui/frame/section.tsx';
import { Card } from '../../_ui/record/card.tsx';
import { WhyUndone } from '../../_ui/record/marks.tsx';
import { counted, day } from '../../_ui/text/format.ts';
import { AskForm } from './ask-form.tsx';

export const metadata: Metadata = {
  title: 'Ask',
  description: 'Questions answered from what named finance podcasts said, each sentence with its source.',
  alternates: { canonical: '/ask' },
};

export default async function Ask({ searchParams }: { searchParams: Sent<'q' | 'idea'> }) {
  const sent = await searchParams;
  const [q, idea] = [single(sent.q), single(sent.idea)];
  const reader = await viewer();
  const [about] = idea ? await (await api()).pages.cards({ ids: [idea] }) : [];
  const back = `/ask?${new URLSearchParams({ ...(about ? { idea: about.id } : {}), ...(q ? { q } : {}) })}`;
  return (
    <>
      <h1 className="text-3xl">Ask the record</h1>
      <p className="mt-3 max-w-prose text-soft">
        Answers are made of what named shows said, each sentence with a numbered source. It says what was
        argued, never whether to trade.
      </p>
      {reader ? (
        <div className="mt-6">
          {about ? (
            <div className="mb-6 max-w-3xl">
              <p className="kicker">About this idea</p>
              <Card idea={about} level="h2" />
            </div>
          ) : null}
          <AskForm
            label="Your question"
            grows={await (await serverSide()).answersGrow()}
            {...(q ? { question: cut(q, mostCharacters.question) } : {})}
            {...(about ? { ideaId: about.id } : {})}
          />
          <QuestionsLeft />
          <WhyUndone />
          <Conversations />
        </div>
      ) : (
        <p className="note mt-6 max-w-prose">
          Questions belong to an account: {freeLimits.asks} a day on the free plan.{' '}
          <Link href={`/sign-in?next=${encodeURIComponent(back)}`}>Sign in or open an account</Link>
        </p>
      )}
      <Examples />
    </>
  );
}

/** How many questions of the day are left; nothing on a plan without a limit. */
async function QuestionsLeft() {
  const { limit, remaining } = (await (await api()).settings.overview()).quotas.asks;
  if (limit === null || remaining === null) return null;
  return (
    <p className="mt-2 text-sm text-soft">
      {remaining} of {counted(limit, 'question')} left today (UTC).
    </p>
  );
}

async function Examples() {
  const examples = await (await api()).ask.exampleQuestions();
  if (examples.length === 0) return null;
  return (
    <Section id="examples" title="Questions it can answer" className="mt-12 max-w-2xl">
      <ul className="mt-3 font-serif text-lg">
        {examples.map((example) => (
          <li key={example} className="py-1">
            <Link href={`/ask?q=${encodeURIComponent(example)}`} className="quiet">
              {example}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

async function Conversations() {
  const { conversations } = await (await api()).ask.listConversations();
  if (conversations.length === 0) return null;
  return (
    <Section id="before" title="Your conversations" className="mt-12 max-w-2xl">
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.id} className="border-b border-rule py-3">
            <Link href={`/ask/${conversation.id}`} className="quiet font-serif text-lg">
              {conversation.title}
            </Link>
            <p className="text-sm text-soft">
              {counted(conversation.questions, 'question')}, last {day(conversation.updatedAt)}
            </p>
          </li>
        ))}
      </ul>
      {conversations.length < MOST_CONVERSATIONS ? null : (
        <p className="mt-3 text-sm text-soft">
          These are the newest {MOST_CONVERSATIONS}. Older ones are kept, too, and stand in the data that you
          download under <Link href="/settings/privacy">Account</Link>.
        </p>
      )}
      <p className="mt-3 text-sm">
        <Link href="/settings/privacy">Erase them</Link>
      </p>
    </Section>
  );
}

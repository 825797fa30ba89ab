import { failed } from '../../_server/attempt.ts';
import { field } from '../../_server/field.ts';
import { serverSide } from '../../_server/load.ts';
import { readerAddress, signedIn, viewer } from '../../_server/reader.ts';
import { signInWith } from '../../_server/wish.ts';
import type { Outcome } from '../../_ui/outcome.ts';
import { MAX_QUESTION } from './question.ts';

/** Where the answer stands, or why there is none and the question that was asked. */
export type Asked =
  | { readonly to: string }
  | { readonly outcome: NonNullable<Outcome>; readonly question: string };

/**
 * Where a reader signs in whose session ended before the question was sent; the question waits meanwhile. Null for one
 * who is signed in. To be called before an answer begins: it sets a cookie.
 */
export async function signInToAsk(form: FormData): Promise<string | null> {
  if (await viewer()) return null;
  const conversation = field(form, 'conversationId').trim();
  const idea = field(form, 'ideaId').trim();
  const path = conversation
    ? `/ask/${encodeURIComponent(conversation)}`
    : `/ask${idea ? `?${new URLSearchParams({ idea })}` : ''}`;
  return signInWith({ question: field(form, 'question').trim().slice(0, MAX_QUESTION) }, path);
}

/** Asks what a form says as its signed-in reader; `onAnswer` hears an answer that a model writes grow. */
export async function asking(form: FormData, onAnswer?: (soFar: string) => void): Promise<Asked> {
  const text = (name: string) => field(form, name).trim();
  const [question, conversationId, ideaId] = [text('question'), text('conversationId'), text('ideaId')];
  const reader = await signedIn();
  const { askAs } = await serverSide();
  try {
    const answer = await askAs(
      reader,
      await readerAddress(),
      { question, ...(conversationId ? { conversationId } : {}), ...(ideaId ? { ideaId } : {}) },
      onAnswer,
    );
    return { to: answer.conversationId ? `/ask/${answer.conversationId}#latest` : '/ask' };
  } catch (error) {
    return { question, outcome: await failed(error) };
  }
}

import { mostCharacters } from '#server/api/limits.ts';
import { cut } from '#server/language/phrasing.ts';
import { failed } from '../../_server/attempt.ts';
import { field } from '../../_server/field.ts';
import { serverSide } from '../../_server/load.ts';
import { readerAddress, signedIn, viewer } from '../../_server/reader.ts';
import { signInWith } from '../../_server/wish.ts';
import type { Outcome } from '../../_ui/outcome.ts';

/** The path of the answer; or why there is none, with the question. */
export type Asked =
  | { readonly to: string }
  | { readonly outcome: NonNullable<Outcome>; readonly question: string };

/**
 * The sign-in page for a reader whose session ended before they sent the question, which is stored meanwhile; null
 * for a signed-in reader. Call it before the response begins: it sets a cookie.
 */
export async function signInToAsk(form: FormData): Promise<string | null> {
  if (await viewer()) return null;
  const conversation = field(form, 'conversationId').trim();
  const idea = field(form, 'ideaId').trim();
  const path = conversation
    ? `/ask/${encodeURIComponent(conversation)}`
    : `/ask${idea ? `?${new URLSearchParams({ idea })}` : ''}`;
  return signInWith({ question: cut(field(form, 'question').trim(), mostCharacters.question) }, path);
}

/** Asks the question of a form as its signed-in reader. `onAnswer` gets the answer so far while a model writes it. */
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

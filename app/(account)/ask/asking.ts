import { failed } from '../../_server/attempt.ts';
import { field } from '../../_server/field.ts';
import { serverSide } from '../../_server/load.ts';
import { readerAddress, signedIn } from '../../_server/reader.ts';
import type { Outcome } from '../../_ui/outcome.ts';

/** Where the answer stands, or why there is none and the question that was asked. */
export type Asked =
  | { readonly to: string }
  | { readonly outcome: NonNullable<Outcome>; readonly question: string };

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

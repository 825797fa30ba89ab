'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, startTransition, useActionState, useEffect, useRef, useState } from 'react';
import { mostCharacters } from '#server/api/limits.ts';
import { SentForm } from '../../_ui/form/action-form.tsx';
import { TextArea } from '../../_ui/form/fields.tsx';
import { type AskOutcome, ask } from './actions.ts';
import type { AskLine } from './stream/route.ts';

type Props = {
  conversationId?: string;
  ideaId?: string;
  label: string;
  question?: string;
  /** Whether the answer is shown while it is written. Without scripts it always comes whole. */
  grows: boolean;
};
/** A question that is being answered, and the answer so far. */
type Growing = { readonly question: string; readonly soFar: string };

/**
 * The form that asks a question: a new conversation, or one that `conversationId` continues; about one idea with
 * `ideaId`.
 */
export function AskForm({ conversationId, ideaId, label, question, grows }: Props) {
  const [refused, send, sending] = useActionState(ask, null);
  const { growing, broken, listen } = useGrowingAnswer();
  const asking = sending || growing !== null;
  const failed = broken ?? refused;
  return (
    <>
      {growing?.soFar ? (
        <section aria-label="The answer so far" className="mb-8 max-w-[44rem]">
          <h2 className="text-2xl">{growing.question}</h2>
          <p aria-live="polite" className="mt-4 whitespace-pre-line font-serif text-lg leading-relaxed">
            {growing.soFar}
          </p>
        </section>
      ) : null}
      <SentForm
        outcome={failed?.outcome ?? null}
        send={send}
        sending={asking}
        onSubmit={grows ? listen : undefined}
        className="max-w-2xl"
      >
        {conversationId ? <input type="hidden" name="conversationId" value={conversationId} /> : null}
        {ideaId ? <input type="hidden" name="ideaId" value={ideaId} /> : null}
        <label className="label" htmlFor="question">
          {label}
        </label>
        <TextArea
          id="question"
          name="question"
          required
          maxLength={mostCharacters.question}
          rows={3}
          readOnly={asking}
          defaultValue={failed?.question ?? question}
        />
        <div className="mt-3 flex flex-wrap items-center gap-4">
          <button type="submit" className="btn">
            Ask
          </button>
          <p role="status" className="text-sm text-soft">
            {asking ? 'Reading the record. This takes up to half a minute.' : ''}
          </p>
        </div>
      </SentForm>
    </>
  );
}

const BROKEN = 'The connection broke off. If the question was answered, it stands among your conversations.';

/** Sends the form to the address that streams the answer, then goes to the conversation, unless the reader has left. */
function useGrowingAnswer() {
  const router = useRouter();
  const [growing, setGrowing] = useState<Growing | null>(null);
  const [broken, setBroken] = useState<AskOutcome>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, []);
  const listen = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const sent = new FormData(form);
    const question = String(sent.get('question') ?? '');
    setBroken(null);
    setGrowing({ question, soFar: '' });
    const { signal } = leaving.current!;
    const end = await hear(sent, signal, (soFar) => setGrowing({ question, soFar }));
    if (signal.aborted) return;
    if (end && 'to' in end) {
      // The streamed answer stays until the page with its sources is there.
      return startTransition(() => {
        router.push(end.to);
        router.refresh();
        form.reset();
        setGrowing(null);
      });
    }
    setGrowing(null);
    setBroken(end ?? { question, outcome: { ok: false, message: BROKEN } });
  };
  return { growing, broken, listen };
}

/**
 * The last line of the stream; `onAnswer` gets the answer so far with each line before. Null when the connection
 * broke off.
 */
async function hear(form: FormData, signal: AbortSignal, onAnswer: (soFar: string) => void) {
  try {
    const answer = await fetch('/ask/stream', { method: 'POST', body: form, signal });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop()!;
      for (const line of lines.map((text) => JSON.parse(text) as AskLine)) {
        if (!('soFar' in line)) return line;
        onAnswer(line.soFar);
      }
    }
    return null;
  } catch {
    return null;
  }
}

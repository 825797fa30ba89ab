'use client';

import { useActionState } from 'react';
import { OutcomeNote } from '../../_ui/action-form.tsx';
import { ask } from './actions.ts';

type Props = { conversationId?: string; ideaId?: string; label: string; question?: string };

export function AskForm({ conversationId, ideaId, label, question }: Props) {
  const [failed, send, asking] = useActionState(ask, null);
  return (
    <form action={send} aria-busy={asking} className="max-w-2xl">
      {conversationId ? <input type="hidden" name="conversationId" value={conversationId} /> : null}
      {ideaId ? <input type="hidden" name="ideaId" value={ideaId} /> : null}
      <label className="label" htmlFor="question">
        {label}
      </label>
      <textarea
        id="question"
        name="question"
        required
        maxLength={600}
        rows={3}
        defaultValue={failed?.question ?? question}
        className="field"
      />
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <button type="submit" disabled={asking} className="btn">
          Ask
        </button>
        <p role="status" className="text-sm text-soft">
          {asking ? 'Reading the record. This takes up to half a minute.' : ''}
        </p>
      </div>
      <OutcomeNote outcome={failed?.outcome ?? null} />
    </form>
  );
}

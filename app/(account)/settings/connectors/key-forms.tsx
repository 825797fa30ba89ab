'use client';

import { useActionState, useEffect, useRef } from 'react';
import { mostCharacters } from '#server/api/limits.ts';
import type { Scope } from '#server/api/scopes.ts';
import { OutcomeNote, SentForm } from '../../../_ui/form/action-form.tsx';
import { Copyable } from '../../../_ui/form/copy.tsx';
import { TextField, TickField } from '../../../_ui/form/fields.tsx';
import { Snippets } from '../../../_ui/form/snippets.tsx';
import { scopeWords } from '../../../_ui/text/scope-words.ts';
import { createKey, type KeyOutcome, rotateKey } from './actions.ts';
import { REPLACE_FORM } from './replace-form.ts';

type NewKey = {
  /** Id of the key to be made, so that the form makes one key, however often it is sent. */
  id: string;
  webUrl: string;
  scopes: readonly Scope[];
  offersTest: boolean;
};

/** The form that makes a connector key and shows it once, above the form. */
export function NewKeyForm({ id, webUrl, scopes, offersTest }: NewKey) {
  const [outcome, send, sending] = useActionState<KeyOutcome, FormData>(createKey, null);
  const refused = outcome?.ok === false ? outcome : null;
  return (
    <>
      <ShownOnce outcome={outcome} webUrl={webUrl} />
      <SentForm outcome={refused} send={send} sending={sending} className="mt-4 grid max-w-2xl gap-5">
        <input type="hidden" name="id" value={id} />
        <div>
          <label className="label" htmlFor="name">
            Name, so that you know it again
          </label>
          <TextField
            id="name"
            name="name"
            required
            maxLength={mostCharacters.keyName}
            placeholder="Research agent on my laptop"
          />
        </div>
        <fieldset>
          <legend className="label">What it may do</legend>
          <Preset value="read" checked name="Read only">
            profile, ideas, follows, saves and media; changes nothing and asks nothing
          </Preset>
          <Preset value="everything" name="Everything">
            also follow, save and ask for you
          </Preset>
          <Preset value="custom" name="My own pick">
            the scopes ticked below
          </Preset>
          <details className="mt-2" open={refused?.field === 'scopes' || undefined}>
            <summary className="min-h-9 py-1.5 text-sm">Scopes for my own pick</summary>
            <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
              {scopes.map((scope) => (
                <label key={scope} className="flex items-start gap-2 py-1.5 text-sm">
                  <TickField type="checkbox" name="scopes" value={scope} className="mt-1" />
                  <span>
                    <span className="code">{scope}</span>
                    <span className="block text-soft">{scopeWords[scope]}</span>
                  </span>
                </label>
              ))}
            </div>
          </details>
        </fieldset>
        {offersTest ? (
          <label className="flex items-start gap-2 py-1.5">
            <TickField type="checkbox" name="test" className="mt-1.5" />
            <span>
              <span className="font-medium">Test key, for trying</span>
              <span className="block text-sm text-soft">
                sees the fictional sample shows alone, spends nothing, and{' '}
                <a href="/docs/test-keys">answers whatever you ask for</a>
              </span>
            </span>
          </label>
        ) : null}
        <div>
          <button type="submit" className="btn">
            {sending ? 'Making the key' : 'Make the key'}
          </button>
        </div>
      </SentForm>
    </>
  );
}

/** The form of every Replace button. It shows the new key once, above the list. */
export function ReplaceKeyForm({ webUrl }: { webUrl: string }) {
  const [outcome, send, sending] = useActionState<KeyOutcome, FormData>(rotateKey, null);
  return (
    <form id={REPLACE_FORM} action={send} aria-busy={sending}>
      <ShownOnce outcome={outcome} webUrl={webUrl} />
      {outcome && !outcome.ok ? <OutcomeNote outcome={outcome} /> : null}
    </form>
  );
}

function Preset(props: { value: string; name: string; checked?: boolean; children: React.ReactNode }) {
  return (
    <label className="flex items-start gap-2 py-1.5">
      <TickField
        type="radio"
        name="preset"
        value={props.value}
        defaultChecked={props.checked}
        className="mt-1.5"
      />
      <span>
        <span className="font-medium">{props.name}</span>
        <span className="block text-sm text-soft">{props.children}</span>
      </span>
    </label>
  );
}

function ShownOnce({ outcome, webUrl }: { outcome: KeyOutcome; webUrl: string }) {
  const panel = useRef<HTMLElement>(null);
  const key = outcome && 'key' in outcome ? outcome.key : null;
  useEffect(() => {
    if (key !== null) panel.current?.focus();
  }, [key]);
  if (!outcome || !('key' in outcome)) return null;
  const name = outcome.name ?? 'Unnamed key';
  return (
    <section
      ref={panel}
      role="status"
      tabIndex={-1}
      aria-label="The new key"
      className="my-4 grid max-w-3xl scroll-mt-6 grid-cols-[minmax(0,1fr)] gap-5 border border-accent p-4 sm:p-5"
    >
      <div>
        <h3 className="text-lg">{outcome.replaces ? `The new key of “${name}”` : 'The new key'}</h3>
        <p className="mt-1">{outcome.message}</p>
      </div>
      <Copyable label={name} text={outcome.key} />
      <details>
        <summary className="min-h-9 py-1.5">Ready settings for curl, Claude Code, Cursor and VS Code</summary>
        <div className="mt-3">
          <Snippets webUrl={webUrl} apiKey={outcome.key} />
        </div>
      </details>
    </section>
  );
}

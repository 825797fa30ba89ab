'use client';

import { useActionState } from 'react';
import { OutcomeNote } from '../../../_ui/action-form.tsx';
import { Copyable } from '../../../_ui/copy.tsx';
import { Snippets } from '../../../_ui/snippets.tsx';
import { createKey, type KeyOutcome, rotateKey } from '../../actions.ts';

const scopeWords: Readonly<Record<string, string>> = {
  'profile:read': 'see your plan and quotas',
  'ideas:read': 'digest, search, full ideas, shows',
  'follows:read': 'see what you follow',
  'follows:write': 'follow and unfollow',
  'saves:read': 'see your saved ideas',
  'saves:write': 'save and remove ideas',
  'ask:write': 'ask questions, erase their history',
  'media:read': 'quotes and their moment (Premium)',
};

export function NewKeyForm({ webUrl, scopes }: { webUrl: string; scopes: readonly string[] }) {
  const [outcome, send, sending] = useActionState<KeyOutcome, FormData>(createKey, null);
  return (
    <>
      <ShownOnce outcome={outcome} webUrl={webUrl} />
      <form action={send} className="mt-4 grid max-w-2xl gap-5" aria-busy={sending}>
        <div>
          <label className="label" htmlFor="name">
            Name, so that you know it again
          </label>
          <input
            id="name"
            name="name"
            required
            maxLength={60}
            placeholder="Research agent on my laptop"
            className="field"
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
          <details className="mt-2">
            <summary className="min-h-9 py-1.5 text-sm">Scopes for my own pick</summary>
            <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
              {scopes.map((scope) => (
                <label key={scope} className="flex items-start gap-2 py-1.5 text-sm">
                  <input type="checkbox" name="scope" value={scope} className="mt-1" />
                  <span>
                    <span className="code">{scope}</span>
                    <span className="block text-soft">{scopeWords[scope]}</span>
                  </span>
                </label>
              ))}
            </div>
          </details>
        </fieldset>
        <div>
          <button type="submit" disabled={sending} className="btn">
            {sending ? 'Making the key' : 'Make the key'}
          </button>
          {outcome && !outcome.ok ? <OutcomeNote outcome={outcome} /> : null}
        </div>
      </form>
    </>
  );
}

/** Replaces a key. It stays for a key that was replaced, where it shows the successor, once. */
export function RotateForm({ webUrl, id, offered }: { webUrl: string; id: string; offered: boolean }) {
  const [outcome, send, sending] = useActionState<KeyOutcome, FormData>(rotateKey, null);
  return (
    <form action={send} aria-busy={sending} className={outcome && 'key' in outcome ? 'w-full' : ''}>
      <input type="hidden" name="id" value={id} />
      <ShownOnce outcome={outcome} webUrl={webUrl} />
      {offered && !(outcome && 'key' in outcome) ? (
        <button type="submit" disabled={sending} className="btn btn-plain btn-small">
          Replace, with 24 hours of overlap
        </button>
      ) : null}
      {outcome && !outcome.ok ? <OutcomeNote outcome={outcome} /> : null}
    </form>
  );
}

function Preset(props: { value: string; name: string; checked?: boolean; children: React.ReactNode }) {
  return (
    <label className="flex items-start gap-2 py-1.5">
      <input
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
  if (!outcome || !('key' in outcome)) return null;
  return (
    <section
      role="status"
      aria-label="The new key"
      className="my-4 grid max-w-3xl gap-5 border border-accent p-4 sm:p-5"
    >
      <p>{outcome.message}</p>
      <Copyable label={outcome.name ?? 'Key'} text={outcome.key} />
      <details>
        <summary className="min-h-9 py-1.5">Ready settings for curl, Claude Code, Cursor and VS Code</summary>
        <div className="mt-3">
          <Snippets webUrl={webUrl} apiKey={outcome.key} />
        </div>
      </details>
    </section>
  );
}

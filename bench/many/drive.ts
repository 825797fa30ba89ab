import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

/** An account that calls: what it may save, and what of it the service said is done. */
export type Caller = {
  readonly key: string;
  readonly accountId: string;
  readonly plan: 'free' | 'premium';
  /** By idea: the last change of a save that was answered; absent while one has failed and nobody knows. */
  readonly saves: Map<string, boolean>;
};

type Failure = { readonly at: number; readonly what: string };

/** What callers saw. */
export type Seen = { calls: number; readonly failures: Failure[]; readonly slowest: number[] };

export type Drive = { readonly seen: Seen; stop(): Promise<void> };

/** Calls without pause: each caller searches, reads the open tools, saves and unsaves, and opens ideas. */
export function drive(port: number, callers: readonly Caller[], ideas: readonly string[]): Drive {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: callers.length });
  const seen: Seen = { calls: 0, failures: [], slowest: [] };
  let over = false;
  const send = async (caller: Caller, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const started = performance.now();
    const status = await pool
      .request({
        path,
        method,
        headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
        headersTimeout: 30_000,
      })
      .then(
        async (answer) => {
          await answer.body.dump();
          return answer.statusCode;
        },
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
    seen.calls += 1;
    seen.slowest.push(performance.now() - started);
    // A limit that is reached is an answer.
    const isAnswer = typeof status === 'number' && (status < 400 || status === 402 || status === 429);
    if (!isAnswer) seen.failures.push({ at: Date.now(), what: String(status) });
    return status;
  };
  const calls = callers.map(async (caller, n) => {
    for (let turn = 0; !over; turn += 1) {
      const idea = ideas[(turn + n) % ideas.length]!;
      await send(caller, 'GET', '/v1/agent/ideas?limit=10');
      await send(caller, 'GET', '/v1/agent/thesis-history?ticker=NVDA');
      await send(caller, 'GET', `/v1/agent/ideas/${idea}`);
      if (caller.plan === 'premium') await changeSave(send, caller, idea, !caller.saves.get(idea));
      await pause(400);
    }
  });
  return {
    seen,
    stop: async () => {
      over = true;
      await Promise.all(calls);
      await pool.close();
    },
  };
}

type Send = (
  caller: Caller,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<number | string>;

async function changeSave(send: Send, caller: Caller, ideaId: string, saved: boolean): Promise<void> {
  const status = saved
    ? await send(caller, 'POST', '/v1/agent/saves', { ideaId })
    : await send(caller, 'DELETE', `/v1/agent/saves/${ideaId}`);
  if (status === 200) caller.saves.set(ideaId, saved);
  // It may have been written all the same, but a refusal by a limit was not.
  else if (status !== 429) caller.saves.delete(ideaId);
}

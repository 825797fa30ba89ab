import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

/** An account that calls, and what the service answered it. */
export type Caller = {
  readonly key: string;
  readonly accountId: string;
  readonly plan: 'free' | 'premium';
  /** By idea: whether it is saved, by the last change that was answered. Absent after a change that failed, until the next answer. */
  readonly saves: Map<string, boolean>;
  /** Ideas that it got in full, and ideas that it asked for in a call that failed. */
  readonly opened: Set<string>;
  readonly unsure: Set<string>;
};

/** The outcome of one call. An answer that a limit is reached is no failure. */
export type Outcome = {
  readonly kind: 'search' | 'history' | 'full idea' | 'save' | 'timeline without a key' | 'hasty search';
  readonly at: number;
  readonly ms: number;
  readonly status: number | null;
  readonly failure: string | null;
};

export type Drive = { readonly outcomes: readonly Outcome[]; stop(): Promise<void> };

/** A key may call 120 times a minute and an account 600 times an hour: four calls in so many milliseconds stay within both. */
const TURN_MS = 2_200;
/** Milliseconds between calls without a key: an address may make 30 a minute. */
const KEYLESS_MS = 2_500;
const KEYLESS = 4;
/** Each free account starts to open ideas this many turns after the one before it, so that some do while each part is away. */
const TURNS_BETWEEN = 2;
/** It then opens this many at once, more than its plan allows. */
const AT_ONCE = 5;

/** Starts the callers: each searches, reads a history, opens ideas and, on Premium, saves and unsaves. Some more call without a key. */
export function drive(port: number, callers: readonly Caller[], ideas: readonly string[]): Drive {
  const outcomes: Outcome[] = [];
  const pools: Pool[] = [];
  let isOver = false;
  const senderAt = (address: string, connections: number) => {
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections, localAddress: address });
    pools.push(pool);
    return senderOver(pool, outcomes);
  };
  const inTurns = async (first: number, everyMs: number, take: (turn: number) => Promise<unknown>) => {
    await pause(first);
    for (let turn = 0; !isOver; turn += 1) {
      const rest = pause(everyMs);
      await take(turn);
      await rest;
    }
  };
  const send = senderAt('127.0.0.1', callers.length);
  const free = callers.filter(({ plan }) => plan === 'free');
  const turns = callers.map((caller, n) =>
    inTurns((n * TURN_MS) / callers.length, TURN_MS, async (turn) => {
      const ideaAt = (at: number) => ideas[(at + n) % ideas.length]!;
      const { key } = caller;
      await send({ kind: 'search', path: '/v1/agent/ideas?limit=10', key });
      await send({ kind: 'history', path: '/v1/agent/thesis-history?ticker=NVDA', key });
      if (caller.plan === 'premium') {
        await openIdea(send, caller, ideaAt(turn));
        await changeSave(send, caller, ideaAt(turn));
        return;
      }
      const opens = turn - free.indexOf(caller) * TURNS_BETWEEN;
      const wanted = opens === 0 ? AT_ONCE : opens > 0 ? 1 : 0;
      await Promise.all(
        Array.from({ length: wanted }, (_, at) => openIdea(send, caller, ideaAt(opens + at))),
      );
    }),
  );
  for (let n = 0; n < KEYLESS; n += 1) {
    const alone = senderAt(`127.0.0.${n + 2}`, 1);
    const path = '/v1/agent/ticker-stance-timeline?ticker=NVDA';
    turns.push(
      inTurns((n * KEYLESS_MS) / KEYLESS, KEYLESS_MS, () => alone({ kind: 'timeline without a key', path })),
    );
  }
  return {
    outcomes,
    stop: async () => {
      isOver = true;
      await Promise.all(turns);
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

/** Calls with one key far above its limit of a minute. */
export function hurry(port: number, key: string): Drive {
  const outcomes: Outcome[] = [];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 4 });
  const send = senderOver(pool, outcomes);
  let isOver = false;
  const calls = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      await send({ kind: 'hasty search', path: '/v1/agent/ideas?limit=10', key });
      await pause(60);
    }
  });
  return {
    outcomes,
    stop: async () => {
      isOver = true;
      await Promise.all(calls);
      await pool.close();
    },
  };
}

type Asked = {
  readonly kind: Outcome['kind'];
  readonly path: string;
  readonly key?: string;
  readonly method?: 'POST' | 'DELETE';
  readonly body?: object;
};
type Send = (asked: Asked) => Promise<Outcome>;

/** Sends calls over a pool and notes the outcome of each. */
function senderOver(pool: Pool, outcomes: Outcome[]): Send {
  return async ({ kind, path, key, method, body }) => {
    const started = performance.now();
    const headers = {
      'content-type': 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    };
    const told = await pool
      .request({
        path,
        method: method ?? 'GET',
        headers,
        body: body ? JSON.stringify(body) : null,
        headersTimeout: 30_000,
      })
      .then(
        async ({ statusCode: status, headers: given, body: answer }) => {
          await answer.dump();
          return { status, failure: failureOf(status, 'retry-after' in given) };
        },
        (error: Error & { code?: string }) => ({ status: null, failure: error.code ?? error.message }),
      );
    const outcome = { kind, at: Date.now(), ms: performance.now() - started, ...told };
    outcomes.push(outcome);
    return outcome;
  };
}

function failureOf(status: number, saysWhen: boolean): string | null {
  if (status < 400 || status === 402 || status === 429) return null;
  return saysWhen ? String(status) : `${status} without Retry-After`;
}

async function openIdea(send: Send, caller: Caller, ideaId: string): Promise<void> {
  const path = `/v1/agent/ideas/${ideaId}`;
  const { status, failure } = await send({ kind: 'full idea', path, key: caller.key });
  if (status === 200) caller.opened.add(ideaId);
  // It may have been charged all the same.
  else if (failure !== null) caller.unsure.add(ideaId);
}

async function changeSave(send: Send, { key, saves }: Caller, ideaId: string): Promise<void> {
  const isSaved = !saves.get(ideaId);
  const { status } = isSaved
    ? await send({ kind: 'save', path: '/v1/agent/saves', key, method: 'POST', body: { ideaId } })
    : await send({ kind: 'save', path: `/v1/agent/saves/${ideaId}`, key, method: 'DELETE' });
  if (status === 200) saves.set(ideaId, isSaved);
  // It may have been written all the same, but a refusal by a limit was not.
  else if (status !== 429) saves.delete(ideaId);
}

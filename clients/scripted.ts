import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a scripted service does with one request: answers, hangs up, or sends a byte now and then without end. */
export type Step =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  | 'hangs up'
  | 'drips';

export type Seen = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };

export type Scripted = {
  readonly url: string;
  readonly seen: readonly Seen[];
  readonly close: () => Promise<void>;
};

/** A service that takes one step of a script for each request, in order, and remembers the requests. */
export async function scripted(steps: readonly Step[]): Promise<Scripted> {
  const left = [...steps];
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers });
    const step = left.shift();
    if (step === undefined || step === 'hangs up') return void request.socket.destroy();
    if (step === 'drips') return drip(response);
    response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
    response.end(typeof step.body === 'string' ? step.body : JSON.stringify(step.body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const DRIP_MS = 50;

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drops = setInterval(() => response.write(' '), DRIP_MS);
  response.on('close', () => clearInterval(drops));
}

const later = { 'retry-after': '0' };

/** Cases that both kits must handle alike: the call, the steps that it meets, what comes of it, and how many requests it takes. */
export const retries = {
  'a write that is refused for a moment is sent again under the same key': {
    call: 'save',
    steps: [
      { status: 503, headers: later, body: { error: 'agent_api_disabled', message: 'Off.' } },
      { status: 200, body: { ideaId: 'x', saved: true, already: false } },
    ],
    comes: 'answer',
    requests: 2,
  },
  'a read whose connection breaks is sent again': {
    call: 'read',
    steps: ['hangs up', { status: 200, body: { ideas: [], nextCursor: null } }],
    comes: 'answer',
    requests: 2,
  },
  'a question whose connection breaks is not asked again': {
    call: 'ask',
    steps: ['hangs up', { status: 200, body: {} }],
    comes: 'EarmarkConnectionError',
    requests: 1,
  },
  'a question whose slot was given back is asked again': {
    call: 'ask',
    steps: [
      { status: 502, headers: later, body: { error: 'ask_failed', message: 'Nothing was spent.' } },
      { status: 200, body: { answer: null } },
    ],
    comes: 'answer',
    requests: 2,
  },
  'a question that was lost behind something in between is not asked again': {
    call: 'ask',
    steps: [
      { status: 502, headers: later, body: '<html>Bad gateway</html>' },
      { status: 200, body: {} },
    ],
    comes: 'EarmarkError',
    requests: 1,
  },
  'an hour is nobody’s to wait through': {
    call: 'read',
    steps: [
      { status: 429, headers: { 'retry-after': '3600' }, body: { error: 'rate_limited', message: 'Slow.' } },
    ],
    comes: 'RateLimitedError',
    requests: 1,
  },
  'nor is one that a date tells': {
    call: 'read',
    steps: [
      {
        status: 429,
        headers: { date: 'Tue, 01 Dec 2026 10:00:00 GMT', 'retry-after': 'Tue, 01 Dec 2026 11:00:00 GMT' },
        body: { error: 'rate_limited', message: 'Slow.' },
      },
    ],
    comes: 'RateLimitedError',
    requests: 1,
  },
  'tries end': {
    call: 'read',
    steps: Array.from({ length: 9 }, () => ({
      status: 503,
      headers: later,
      body: { error: 'agent_api_disabled', message: 'Off.' },
    })),
    comes: 'AgentApiDisabledError',
    requests: 4,
  },
  'an answer of something in between is told as what it is': {
    call: 'read',
    steps: Array.from({ length: 9 }, () => ({
      status: 502,
      headers: later,
      body: '<html>Bad gateway</html>',
    })),
    comes: 'EarmarkError',
    requests: 4,
  },
  'a refusal of something in between, in a form of its own, is told as what it is': {
    call: 'read',
    steps: [{ status: 403, body: { error: { code: 403, message: 'Blocked.' } } }],
    comes: 'EarmarkError',
    requests: 1,
  },
} as const satisfies Record<
  string,
  { call: 'read' | 'save' | 'ask'; steps: readonly Step[]; comes: string; requests: number }
>;

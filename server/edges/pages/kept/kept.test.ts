import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { frontDoor } from '#server/edges/listener.ts';
import { nonceOf } from '#server/edges/pages/policy.ts';
import { sql } from '#server/platform/db.ts';
import type { Marks } from '#server/platform/postgres/snapshot.ts';
import { addShow, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';
import { keepingPages } from './kept.ts';

let services: TestServices;
const listeners: Server[] = [];
beforeAll(async () => {
  services = await testServices();
});
afterEach(() => {
  for (const listener of listeners.splice(0)) {
    listener.closeAllConnections();
    listener.close();
  }
});
afterAll(() => services.close());

/** A page with the number of visible shows and how often it was rendered. */
function countingPages() {
  const pages = { renders: 0, handler: async (_req: IncomingMessage, _res: ServerResponse) => {} };
  pages.handler = async (req, res) => {
    pages.renders += 1;
    const row = await services.db.row(sql`SELECT count(*)::int AS shows FROM show WHERE NOT hidden`);
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.writeHead(req.url === '/tickers/NONE' ? 404 : 200);
    res.write(`<script nonce="${nonceOf(req)}"></script>`);
    res.end(`${row!.shows} shows for ${req.headers.cookie ?? 'anybody'} ${'and on '.repeat(300)}`);
  };
  return pages;
}

async function served(pages: ReturnType<typeof countingPages>, of?: Marks) {
  const marks = of && { record: of, all: of };
  const kept = keepingPages((req, res) => pages.handler(req, res), services, marks);
  const listener = createServer(frontDoor(services, kept));
  listeners.push(listener);
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(base + path, { headers });
    return { answer, text: await answer.text() };
  };
  return Object.assign(get, { base });
}

/** A fixed mark: the real one changes whenever another test writes to this cluster. */
const still: Marks = { now: async () => 'the same' };

/** The same, told to the first `readers` in one turn, as one reading of it is. */
function toldTogether(readers: number): Marks {
  const { promise, resolve } = Promise.withResolvers<string>();
  let asked = 0;
  return {
    now: () => {
      asked += 1;
      if (asked === readers) resolve('the same');
      return promise;
    },
  };
}

describe('a public page', () => {
  it('is rendered once for two readers, each with a nonce and a number of their own', async () => {
    const pages = countingPages();
    const get = await served(pages, still);
    const [first, second] = [await get('/'), await get('/')];
    expect(pages.renders).toBe(1);
    for (const { answer, text } of [first, second]) {
      const nonce = /nonce="([^"]+)"/.exec(text)![1];
      expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
      expect(answer.headers.get('vary')).toMatch(/Accept-Encoding/);
    }
    expect(first.text).not.toBe(second.text);
    expect(first.answer.headers.get('x-request-id')).not.toBe(second.answer.headers.get('x-request-id'));
  });

  it('is rendered once for readers who come together', async () => {
    const pages = countingPages();
    const get = await served(pages, toldTogether(8));
    const answers = await Promise.all(Array.from({ length: 8 }, () => get('/shows')));
    expect(pages.renders).toBe(1);
    expect(new Set(answers.map(({ text }) => /nonce="([^"]+)"/.exec(text)![1])).size).toBe(8);
  });

  it.each([['gzip'], ['br'], ['identity']])('is sent as %s to whoever takes it so', async (encoding) => {
    const get = await served(countingPages(), still);
    for (const { answer, text } of [
      await get('/', { 'Accept-Encoding': encoding }),
      await get('/', { 'Accept-Encoding': encoding }),
    ]) {
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(text).toMatch(/shows for anybody/);
    }
  });

  const shows = ({ text }: { readonly text: string }) => Number(/(\d+) shows/.exec(text)![1]);
  const writeBeside = () =>
    services.db.run(sql`INSERT INTO setting (name, value) VALUES (${randomUUID()}, 'beside')`);

  it.each(['/', '/shows', '/tickers/NVDA'])(
    'of the record is kept while other things are written: %s',
    async (path) => {
      const pages = countingPages();
      const get = await served(pages);
      await get(path);
      await writeBeside();
      await get(path);
      expect(pages.renders).toBe(1);
    },
  );

  it('made of more than the record is rendered anew as soon as anything was written', async () => {
    const pages = countingPages();
    const get = await served(pages);
    await get('/ideas/1');
    await writeBeside();
    await get('/ideas/1');
    expect(pages.renders).toBe(2);
  });

  it.each(['/', '/shows', '/ideas/1'])(
    'tells at once, on every node, what was added and what hidden: %s',
    async (path) => {
      const nodes = [await served(countingPages()), await served(countingPages())];
      const seen = () => Promise.all(nodes.map(async (get) => shows(await get(path))));
      const before = (await seen())[0]!;
      const { id } = await addShow(services);
      expect(await seen()).toEqual([before + 1, before + 1]);
      await setHidden(services, 'show', [id], true);
      expect(await seen()).toEqual([before, before]);
    },
  );

  it('is of its own day', async () => {
    const pages = countingPages();
    const get = await served(pages);
    services.setNow('2026-09-15T23:59:59Z');
    await get('/');
    services.setNow('2026-09-16T00:00:01Z');
    await get('/');
    expect(pages.renders).toBe(2);
  });

  it('is neither given to a reader with a cookie nor kept of one', async () => {
    const pages = countingPages();
    const get = await served(pages, still);
    await get('/');
    expect((await get('/', { cookie: 'session=1' })).text).toContain('for session=1');
    expect((await get('/')).text).toContain('for anybody');
    expect(pages.renders).toBe(2);
  });

  it('that is not there is said to be not there each time', async () => {
    const pages = countingPages();
    const get = await served(pages, still);
    for (const { answer, text } of [await get('/tickers/NONE'), await get('/tickers/NONE')]) {
      expect(answer.status).toBe(404);
      expect(text).toContain('shows for anybody');
    }
    expect(pages.renders).toBe(2);
  });

  it('is sent though whoever wrote it waits until it is', async () => {
    const pages = countingPages();
    const { handler } = pages;
    pages.handler = async (req, res) => {
      const sent = once(res, 'finish');
      await handler(req, res);
      await sent;
    };
    const get = await served(pages, still);
    for (const path of ['/', '/', '/tickers/NONE']) expect((await get(path)).text).toContain('for anybody');
  });

  it('is rendered once more for all who wait where the reader it was rendered for hangs up', async () => {
    const pages = countingPages();
    let asked = 0;
    const marks: Marks = {
      now: async () => {
        asked += 1;
        return 'the same';
      },
    };
    const { handler } = pages;
    let go = () => {};
    const begun = new Promise<void>((done) => {
      pages.handler = async (req, res) => {
        done();
        await new Promise<void>((ready) => {
          go = ready;
        });
        await handler(req, res);
      };
    });
    const get = await served(pages, marks);
    const gone = new AbortController();
    const first = fetch(`${get.base}/`, { signal: gone.signal }).catch(() => 'gone');
    await begun;
    pages.handler = handler;
    const waiting = Promise.all(Array.from({ length: 8 }, () => get('/')));
    await expect.poll(() => asked).toBe(9);
    await turn();
    gone.abort();
    await first;
    for (const { text } of await waiting) expect(text).toContain('for anybody');
    expect(pages.renders).toBe(1);
    go();
  });

  it('is rendered where the database tells no mark', async () => {
    const pages = countingPages();
    const get = await served(pages, { now: () => Promise.reject(new Error('away')) });
    expect((await get('/')).answer.status).toBe(200);
    await turn();
    expect(pages.renders).toBe(1);
  });
});

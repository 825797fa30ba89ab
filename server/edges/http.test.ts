import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from '#server/api/meta.ts';
import { readEnv } from '#server/platform/env.ts';
import { readBody } from './http/body.ts';
import { clientIp, originAllowed } from './http/origin.ts';
import { textAnswer } from './http/packing.ts';
import { askedOf, requestOf } from './http.ts';
import { idempotencyKey } from './rest/input.ts';

const from = (forwarded?: string) =>
  new Request(
    'http://earmark.test/',
    forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } },
  );
const peer = { address: '192.0.2.9' };

describe('the address of a caller', () => {
  it('is the peer when no proxy is trusted, whatever the caller claims', () => {
    expect(clientIp(from('203.0.113.1'), peer, 0)).toBe('192.0.2.9');
    expect(clientIp(from(), peer, 0)).toBe('192.0.2.9');
  });

  it('is what the outermost trusted proxy saw, never what the caller wrote before it', () => {
    expect(clientIp(from('203.0.113.1'), peer, 1)).toBe('203.0.113.1');
    expect(clientIp(from('6.6.6.6, 203.0.113.1'), peer, 1)).toBe('203.0.113.1');
    expect(clientIp(from('6.6.6.6, 203.0.113.1, 10.0.0.2'), peer, 2)).toBe('203.0.113.1');
  });

  it('is the peer, or the first that is named, when fewer proxies came by than are trusted', () => {
    expect(clientIp(from(), peer, 1)).toBe('192.0.2.9');
    expect(clientIp(from('203.0.113.1'), peer, 3)).toBe('203.0.113.1');
  });

  it('does not change with anything that a caller puts before the trusted part', () => {
    fc.assert(
      fc.property(fc.array(fc.ipV4(), { maxLength: 5 }), fc.ipV4(), (claimed, seen) => {
        expect(clientIp(from([...claimed, seen].join(', ')), peer, 1)).toBe(seen);
      }),
    );
  });
});

describe('browser origins', () => {
  const env = readEnv({
    EARMARK_BASE_URL: 'https://earmark.test',
    EARMARK_ALLOWED_ORIGINS: 'https://Agent.example',
  });

  it('are the service’s own and those of the allowlist, by whole origin', () => {
    expect(originAllowed('https://earmark.test', env)).toBe(true);
    expect(originAllowed('https://agent.example', env)).toBe(true);
    for (const origin of [
      'null',
      '*',
      'http://agent.example',
      'https://agent.example:8443',
      'https://agent.example.evil.test',
      'https://evil-agent.example',
    ])
      expect(originAllowed(origin, env), origin).toBe(false);
  });
});

describe('a body', () => {
  const posted = (body: BodyInit, headers?: Record<string, string>) =>
    new Request('http://earmark.test/', { method: 'POST', body, ...(headers ? { headers } : {}) });

  it('is read up to its bound and not a byte further', async () => {
    expect(await readBody(posted('x'.repeat(100)), 100)).toEqual({ ok: true, text: 'x'.repeat(100) });
    expect(await readBody(posted('x'.repeat(101)), 100)).toEqual({ ok: false, status: 413 });
    expect(await readBody(posted('é'.repeat(51)), 100)).toEqual({ ok: false, status: 413 });
  });

  it('is refused by its announced length before it is read', async () => {
    expect(await readBody(posted('x', { 'content-length': '101' }), 100)).toEqual({ ok: false, status: 413 });
  });

  it('is refused when it is not UTF-8', async () => {
    expect(await readBody(posted(new Uint8Array([0x22, 0xff, 0x22])), 100)).toEqual({
      ok: false,
      status: 400,
    });
  });
});

describe('compression', () => {
  const text = 'a'.repeat(4000);
  const answer = (accept: string | null, body = text) =>
    textAnswer(
      new Request('http://earmark.test/', accept === null ? {} : { headers: { 'accept-encoding': accept } }),
      body,
      { status: 200, headers: {} },
    );

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    [null, null],
  ])('of a caller that accepts %s is %s', async (accept, encoding) => {
    const response = await answer(accept);
    expect(response.headers['Content-Encoding'] ?? null).toBe(encoding);
    expect(response.headers.Vary).toContain('Accept-Encoding');
  });

  it('spares short answers', async () => {
    expect((await answer('br', 'short')).headers).not.toHaveProperty('Content-Encoding');
  });
});

describe('an Idempotency-Key', () => {
  it('is refused where it is sent twice', () => {
    const rawHeaders = ['Idempotency-Key', 'a', 'idempotency-key', 'b'];
    const req = { method: 'POST', url: '/v1/agent/saves', rawHeaders } as IncomingMessage;
    const asked = askedOf(req, 'http://earmark.test', new AbortController().signal);
    expect(() => idempotencyKey(asked, { echoes: true } as Route)).toThrow(
      'Header Idempotency-Key is given more than once.',
    );
  });
});

describe('a request as the front door reads it', () => {
  const name = fc.constantFrom(
    'accept',
    'Accept',
    'X-Service-Api-Key',
    'if-none-match',
    'Authorization',
    'origin',
  );
  const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);

  it('has the headers that a Request would have', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), (sent) => {
        const req = { method: 'POST', url: '/v1/mcp?a=b', rawHeaders: sent.flat() } as IncomingMessage;
        const asked = askedOf(req, 'http://earmark.test', new AbortController().signal);
        const expected = new Headers(sent);
        for (const one of [...expected.keys()]
          .flatMap((key) => [key, key.toUpperCase()])
          .concat('accept', 'Cookie')) {
          expect([one, asked.headers.get(one)]).toEqual([one, expected.get(one)]);
          expect(asked.headers.has(one)).toBe(expected.has(one));
          const times = sent.filter(([given]) => given.toLowerCase() === one.toLowerCase()).length;
          expect(asked.headers.repeats!(one)).toBe(times > 1);
        }
        const request = requestOf(asked);
        expect([request.method, request.url]).toEqual(['POST', 'http://earmark.test/v1/mcp?a=b']);
        expect([...request.headers]).toEqual([...expected]);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { siteForm } from '#server/edges/pages/form.ts';

const OWN = { 'sec-fetch-site': 'same-origin' };
const sent = (body: BodyInit | undefined, headers: Record<string, string>) =>
  new Request('http://earmark.test/billing/checkout', {
    method: 'POST',
    headers: { host: 'earmark.test', ...headers },
    body: body ?? null,
  });

async function answerTo(body: BodyInit | undefined, headers: Record<string, string>) {
  const form = await siteForm(sent(body, headers));
  return form instanceof Response ? form.status : Object.fromEntries(form);
}

/** A body without an end, in parts of 16 KiB. */
function endless(asked: { parts: number }): ReadableStream {
  return new ReadableStream({
    pull: (stream) => {
      asked.parts += 1;
      stream.enqueue(new Uint8Array(16 * 1024).fill(97));
    },
  });
}

describe('a form', () => {
  it.each([
    ['same-origin', undefined, { a: '1' }],
    ['same-site', 'http://earmark.test', 403],
    ['cross-site', 'http://earmark.test', 403],
    ['none', 'http://earmark.test', 403],
    [undefined, 'http://earmark.test', { a: '1' }],
    [undefined, 'http://evil.example', 403],
    [undefined, 'null', 403],
    [undefined, undefined, 403],
  ])('of Sec-Fetch-Site %s and Origin %s is answered with %j', async (site, origin, answer) => {
    const headers = { ...(site ? { 'sec-fetch-site': site } : {}), ...(origin ? { origin } : {}) };
    expect(await answerTo(new URLSearchParams({ a: '1' }), headers)).toEqual(answer);
  });

  it('is read in both forms that browsers send, also when it has no field', async () => {
    const parts = new FormData();
    parts.set('question', 'who – and why?');
    expect(await answerTo(parts, OWN)).toEqual({ question: 'who – and why?' });
    expect(await answerTo(new URLSearchParams(), OWN)).toEqual({});
  });

  it.each([
    ['of another type', '{}', 'application/json'],
    ['without a type', undefined, undefined],
    ['that is cut short', '--x\r\nContent-Disposition: form-data', 'multipart/form-data; boundary=x'],
  ])('%s is refused with 400', async (_what, body, type) => {
    expect(await answerTo(body, { ...OWN, ...(type ? { 'content-type': type } : {}) })).toBe(400);
  });

  it('is not read further than any form of ours is long', async () => {
    const asked = { parts: 0 };
    const request = new Request('http://earmark.test/', {
      method: 'POST',
      headers: { ...OWN, 'content-type': 'application/x-www-form-urlencoded' },
      body: endless(asked),
      duplex: 'half',
    } as RequestInit);
    expect(((await siteForm(request)) as Response).status).toBe(413);
    expect(asked.parts).toBeLessThan(8);
  });
});

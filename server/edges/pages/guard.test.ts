import { describe, expect, it } from 'vitest';
import { refusalOfForm } from '#server/edges/pages/guard.ts';

const FORM = { 'content-type': 'multipart/form-data; boundary=x', host: 'earmark.test' };
const asked = (headers: Record<string, string>, method = 'POST') =>
  refusalOfForm({ method, headers: { ...FORM, ...headers } });

describe('a form to a page', () => {
  it.each([
    ['of this site', { origin: 'http://earmark.test', 'sec-fetch-site': 'same-origin' }, null],
    ['of this site, from an older browser', { origin: 'https://earmark.test' }, null],
    ['of a program, which names no site', {}, null],
    ['of another site', { origin: 'https://evil.example' }, 403],
    [
      'of another site that claims to be this one',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      403,
    ],
    [
      'of another host of the same site',
      { origin: 'https://blog.earmark.test', 'sec-fetch-site': 'same-site' },
      403,
    ],
    ['of a page without an origin', { origin: 'null' }, 403],
    ['of our page that tells no referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }, null],
    [
      'of a site behind the proxy that names it',
      { origin: 'https://a.example', 'x-forwarded-host': 'a.example' },
      null,
    ],
    ['of 64 KiB', { 'content-length': '65536' }, null],
    ['of more', { 'content-length': '65537' }, 413],
    ['of more, from another site', { 'content-length': '65537', origin: 'https://evil.example' }, 403],
    [
      'that scripts send',
      { 'content-type': 'text/x-component', 'next-action': 'a', origin: 'https://evil.example' },
      403,
    ],
  ])('%s is answered with %s', (_what, headers, status) => {
    expect(asked(headers as Record<string, string>)).toBe(status);
  });

  it('is no matter of a page that is read, or of a message that no form can send', () => {
    expect(asked({ origin: 'https://evil.example' }, 'GET')).toBeNull();
    expect(asked({ 'content-type': 'application/json', 'content-length': '999999' })).toBeNull();
  });
});

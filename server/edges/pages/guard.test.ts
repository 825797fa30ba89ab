import { describe, expect, it } from 'vitest';
import { refusalOfForm } from '#server/edges/pages/guard.ts';

const FORM = { 'content-type': 'multipart/form-data; boundary=x', host: 'earmark.test' };
const OURS = { origin: 'https://earmark.test' };
const asked = (headers: Record<string, string>, method = 'POST', url = '/operator') =>
  refusalOfForm({ method, url, headers: { ...FORM, ...headers } });

describe('a form to a page', () => {
  it.each([
    ['of this site', { origin: 'http://earmark.test', 'sec-fetch-site': 'same-origin' }, null],
    ['of this site, from an older browser', OURS, null],
    ['of nobody that is told', {}, 403],
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
    ['of 64 KiB', { ...OURS, 'content-length': '65536' }, null],
    ['of more', { ...OURS, 'content-length': '65537' }, 413],
    ['of more, from another site', { 'content-length': '65537', origin: 'https://evil.example' }, 403],
    [
      'that scripts send',
      { 'content-type': 'text/x-component', 'next-action': 'a', origin: 'https://evil.example' },
      403,
    ],
  ])('%s is answered with %s', (_what, headers, status) => {
    expect(asked(headers as Record<string, string>)).toBe(status);
  });

  it('of a mail program is let in where such programs unsubscribe, and nowhere else', () => {
    expect(asked({}, 'POST', '/unsubscribe/one-click?account=a&token=b')).toBeNull();
    expect(asked({ 'content-length': '65537' }, 'POST', '/unsubscribe/one-click')).toBe(413);
    expect(asked({}, 'POST', '/unsubscribe?next=/unsubscribe/one-click')).toBe(403);
  });

  it('is no matter of a page that is read, or of a message that no form can send', () => {
    expect(asked({ origin: 'https://evil.example' }, 'GET')).toBeNull();
    expect(asked({ 'content-type': 'application/json', 'content-length': '999999' })).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { postable } from '#server/platform/fetch/post.ts';

describe('an address to post to', () => {
  it.each([
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://[::1]/x',
    'https://10.0.0.8:8443/hook',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/',
    'https://localhost/x',
    'https://LOCALHOST.:8443/x',
    'https://hooks.localhost/x',
  ])('is refused at once when nothing could ever be sent to it: %s', (url) => {
    expect(postable(url, [])).toContain('private or reserved network');
  });

  it.each(['https://example.org:22/', 'https://example.org:25/hook', 'https://93.184.215.14:6667/'])(
    'is refused at the port of another protocol: %s',
    (url) => expect(postable(url, [])).toMatch(/^Port \d+ is one of another protocol/),
  );

  it.each([
    'https://example.org/hook',
    'https://example.org:8443/hook',
    'https://93.184.215.14/',
    'https://localhost.example.org/',
  ])('is taken when it may be public, its name resolved at delivery: %s', (url) =>
    expect(postable(url, [])).toBeNull(),
  );

  it('is taken where the operator allows the host, and there without TLS too', () => {
    expect(postable('http://127.0.0.1:9000/hook', ['127.0.0.1:9000'])).toBeNull();
    expect(postable('https://localhost/hook', ['localhost'])).toBeNull();
    expect(postable('https://127.0.0.1:6000/hook', ['127.0.0.1:6000'])).toBeNull();
    expect(postable('https://127.0.0.1:9001/hook', ['127.0.0.1:9000'])).not.toBeNull();
    expect(postable('http://example.org/hook', [])).toContain('https://');
  });
});

import { describe, expect, it } from 'vitest';
import { reachable } from '#server/platform/fetch/post.ts';

const PUBLIC = '93.184.215.14';

/** What is said of an address, whose name resolves to this one. */
const said = (url: string, allowHosts: readonly string[] = [], resolved = PUBLIC) => {
  const lookup = async () => [{ address: resolved, family: 4 as const }];
  return reachable(url, { allowHosts, timeoutMs: 10_000, lookup });
};

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
    'https://printer.local/x',
    'https://hooks.corp.internal/x',
    'https://nas.home.arpa./x',
  ])('is refused at once when nothing could ever be sent to it: %s', async (url) => {
    expect(await said(url)).toContain('private or reserved network');
  });

  it('is refused where its name leads into a private network, unless the operator allows the host', async () => {
    const url = 'https://hooks.example.org/';
    expect(await said(url, [], '10.0.0.8')).toContain('private or reserved network');
    expect(await said(url, ['hooks.example.org'], '10.0.0.8')).toBeNull();
  });

  it('is taken where its name does not resolve yet, or not in time', async () => {
    const url = 'https://hooks.example.org/';
    const fails = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await reachable(url, { allowHosts: [], timeoutMs: 10_000, lookup: fails })).toBeNull();
    const hangs = () => new Promise<never>(() => undefined);
    expect(await reachable(url, { allowHosts: [], timeoutMs: 1, lookup: hangs })).toBeNull();
  });

  it.each(['https://example.org:22/', 'https://example.org:25/hook', 'https://93.184.215.14:6667/'])(
    'is refused at the port of another protocol: %s',
    async (url) => expect(await said(url)).toMatch(/^Port \d+ is one of another protocol/),
  );

  it.each([
    'https://example.org/hook',
    'https://example.org:8443/hook',
    'https://93.184.215.14/',
    'https://localhost.example.org/',
  ])('is taken when it may be public, its name checked again at delivery: %s', async (url) =>
    expect(await said(url)).toBeNull(),
  );

  it('is taken where the operator allows the host, and there without TLS too', async () => {
    expect(await said('http://127.0.0.1:9000/hook', ['127.0.0.1:9000'])).toBeNull();
    expect(await said('https://localhost/hook', ['localhost'])).toBeNull();
    expect(await said('https://127.0.0.1:6000/hook', ['127.0.0.1:6000'])).toBeNull();
    expect(await said('https://127.0.0.1:9001/hook', ['127.0.0.1:9000'])).not.toBeNull();
    expect(await said('http://example.org/hook')).toContain('https://');
  });
});

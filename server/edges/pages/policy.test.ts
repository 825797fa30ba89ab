import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { frontDoor } from '#server/edges/listener.ts';
import type { Services } from '#server/platform/services.ts';

type Told = { readonly headers: IncomingHttpHeaders; readonly passedOn: string | undefined };

/** The head of a page's answer, and the policy that the page is told in its request. */
async function asked(path: string, nodeEnv = 'production'): Promise<Told> {
  const services = {
    log: { info: () => undefined, debug: () => undefined },
    env: { webUrl: 'http://earmark.test', NODE_ENV: nodeEnv, EARMARK_TRUSTED_PROXIES: 0 },
  } as unknown as Services;
  const server = createServer(
    frontDoor(services, (req, res) => res.end(req.headers['content-security-policy'] ?? '')),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    return await new Promise<Told>((done, fail) => {
      const { port } = server.address() as AddressInfo;
      const headers = { 'content-security-policy': "script-src 'nonce-strangers'" };
      get({ host: '127.0.0.1', port, path, headers, agent: false }, (res) => {
        let text = '';
        res.on('data', (chunk) => {
          text += chunk;
        });
        res.on('end', () => done({ headers: res.headers, passedOn: text || undefined }));
      }).on('error', fail);
    });
  } finally {
    server.close();
  }
}

const policyOf = (told: Told) => told.headers['content-security-policy'];

it('a page lets only scripts with the nonce of its own answer run, which no request chooses', async () => {
  const [first, second] = [await asked('/shows'), await asked('/shows')];
  expect(policyOf(first)).toMatch(
    /^script-src 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(policyOf(first)).toContain(first.passedOn);
  expect(policyOf(first)).not.toEqual(policyOf(second));
});

it('a widget says itself what it may do', async () => {
  expect(await asked('/embed/show/x')).toMatchObject({ passedOn: undefined });
  expect(policyOf(await asked('/embed/show/x'))).toBeUndefined();
});

it('a page that is being written may make code of text, and still stands in no frame', async () => {
  expect(policyOf(await asked('/shows', 'development'))).toBe(
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
});

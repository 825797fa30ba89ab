import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontDoor } from '#server/edges/listener.ts';
import { type TestServices, testServices } from '#server/platform/testing/services.ts';

let services: TestServices;
let listener: Server;
beforeAll(async () => {
  services = await testServices({ EARMARK_ALLOWED_ORIGINS: 'https://agent.example' });
  listener = createServer(frontDoor(services, (_req, res) => res.end('a page')));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
  await services.close();
});

const port = () => (listener.address() as AddressInfo).port;

/** What the server answers to a request line that no client library would send. */
function rawAnswer(requestLine: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port(), '127.0.0.1', () =>
      socket.write(`${requestLine}\r\nHost: earmark.test\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('the front door', () => {
  it.each(['/v1/mcp', '/v1/mcp/health', '/v1/agent/me', '/v1/agent/keys'])(
    'answers the preflight of an allowed browser origin for %s with that origin, once',
    async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port()}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://agent.example', 'access-control-request-method': 'POST' },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://agent.example');
    },
  );

  it('refuses a method that no route takes with what it takes', async () => {
    const answer = await rawAnswer('TRACE /v1/agent/me HTTP/1.1');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST, DELETE, OPTIONS\r\n/);
    expect(answer).toMatch(/"error":"invalid_request"/);
  });

  it('refuses a target that is no path', async () => {
    expect(await rawAnswer('OPTIONS * HTTP/1.1')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(['/v1', '/v1?x=1', '/v1/', '/v1/nothing'])('answers %s in the form of an error', async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port()}${path}`);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([404, 'not_found']);
  });

  it('serves the description with a slash at its end too', async () => {
    expect((await fetch(`http://127.0.0.1:${port()}/v1/agent/openapi.json/`)).status).toBe(200);
  });
});

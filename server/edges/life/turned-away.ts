import { maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal, renderRefusal } from '#server/api/errors.ts';
import { idOfRequest } from '#server/platform/observe/doing.ts';
import type { Services } from '#server/platform/services.ts';

// Refusals of requests that reach no edge, with the body of every error (docs/contract.md, Errors 1).

const refused = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Refusal('invalid_request', { status, message, headers });

/** Methods that our routes take. */
const ALLOW = 'GET, HEAD, POST, DELETE, OPTIONS';

/** 400 for a target that is no path, such as `*`. */
export const noPath = () => refused(400, 'The request names no path of this server.', { Allow: ALLOW });
/** 405 for a method that no route takes. */
export const noMethod = () => refused(405, `This server takes ${ALLOW}.`, { Allow: ALLOW });
/** 400 for a request without a Host header. */
export const noHost = () => refused(400, 'The request names no host.');
/** 417 for an `Expect` that is not met. */
export const noExpectation = () => refused(417, 'This server meets no expectation but 100-continue.');

/** The refusal of a request that Node's parser gave up, by its error code; null when the connection itself broke. */
export function refusalOfParser(code: string | undefined): Refusal | null {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refused(431, `The address and the headers are larger than ${maxHeaderSize / 1024} kB together.`);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return refused(413, 'The parts of the body carry more beside them than is read.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('timeout', { status: 408, message: 'The request did not come whole in time.' });
    default:
      return code?.startsWith('HPE_') ? refused(400, 'The request is not well-formed HTTP/1.1.') : null;
  }
}

type Seen = Pick<Services, 'env' | 'clock'>;

/** Answers a request with a refusal and closes its connection, since nobody reads the body. */
export function turnAway(res: ServerResponse, refusal: Refusal, services: Seen): void {
  const { status, headers, body } = told(refusal, services);
  res.writeHead(status, headers);
  res.end(body);
}

/** The same where Node made no response object: writes to the connection and ends it. */
export function turnAwayFrom(socket: Duplex & { destroySoon?(): void }, refusal: Refusal, services: Seen) {
  const { status, headers, body } = told(refusal, services);
  const head = Object.entries({ Date: services.clock().toUTCString(), ...headers });
  const lines = head.map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  socket.destroySoon?.();
}

function told(refusal: Refusal, { env }: Seen) {
  const { status, headers, body } = renderRefusal(refusal, env.webUrl);
  const text = JSON.stringify(body);
  const head = {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': idOfRequest(),
    Connection: 'close',
  };
  return { status, headers: head, body: text };
}

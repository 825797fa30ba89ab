import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { bodyTooLarge } from '#server/api/errors.ts';
import { MAX_EVENT_BYTES } from '#server/api/inputs.ts';
import type { Services } from '#server/platform/services.ts';
import { noExpectation, noHost, noMethod, refusalOfParser, turnAway, turnAwayFrom } from './turned-away.ts';

/** Milliseconds in which a request must have come whole, body included, and between two looks at those that have not. */
const WHOLE_MS = 60_000;
const LOOK_MS = 5_000;

/** What a refusal is made with. */
type RefusalTools = Pick<Services, 'env' | 'clock'>;

/**
 * The HTTP server in front of the front door. Requests that Node would refuse with an empty answer, or drop, get an error body.
 * `Upgrade` is ignored (RFC 9110, 7.8) unless `takesOver` says that a listener speaks the other protocol.
 */
export function openHttpServer(
  services: RefusalTools,
  listener: RequestListener,
  takesOver: (req: IncomingMessage) => boolean = () => false,
): Server {
  const { follow, exchangesOf } = followed();
  // Node's own refusal of a request without a host is empty.
  const options = {
    shouldUpgradeCallback: takesOver,
    requireHostHeader: false,
    requestTimeout: WHOLE_MS,
    connectionsCheckingInterval: LOOK_MS,
  };
  const take: RequestListener = (req, res) => {
    follow(req, res);
    if (lacksHost(req)) return turnAway(res, noHost(), services);
    return listener(req, res);
  };
  const server = createServer(options, take);
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    if (Number(req.headers['content-length']) > MAX_EVENT_BYTES)
      return turnAway(res, bodyTooLarge(MAX_EVENT_BYTES), services);
    res.writeContinue();
    return take(req, res);
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    follow(req, res);
    turnAway(res, noExpectation(), services);
  });
  server.on('connect', (_req, socket) => refuseTunnel(socket, exchangesOf(socket), services));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseBroken(error, socket, exchangesOf(socket), services),
  );
  return server;
}

/** The requests of each connection whose answers are still open. */
function followed() {
  const connections = new WeakMap<Duplex, Exchange[]>();
  const exchangesOf = (socket: Duplex) => connections.get(socket) ?? [];
  const follow = (req: IncomingMessage, res: ServerResponse) => {
    connections.set(req.socket, [...exchangesOf(req.socket).filter(isOpen), { req, res }]);
  };
  return { follow, exchangesOf };
}

/** Refuses CONNECT, unless an answer on the connection is still open: the refusal would be taken for it. */
function refuseTunnel(socket: Duplex, exchanges: readonly Exchange[], services: RefusalTools): void {
  // Node has removed its error listener: an unhandled error would end the process.
  socket.on('error', () => undefined);
  if (exchanges.some(isOpen)) return void socket.destroy();
  turnAwayFrom(socket, noMethod(), services);
}

/** Answers a request that could not be parsed, where the answer would be taken for its own; ends the connection elsewhere. */
function refuseBroken(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  exchanges: readonly Exchange[],
  services: RefusalTools,
): void {
  // The last answer was written and the connection ends: what follows is ignored.
  if (socket.writableEnded) return;
  const refusal = refusalOfParser(error.code);
  if (refusal === null || !socket.writable || !waitsForAnswer(exchanges)) return void socket.destroy(error);
  turnAwayFrom(socket, refusal, services);
}

/** A request with its answer. */
type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse };

const isOpen = ({ res }: Exchange) => !res.writableFinished && !res.destroyed;

/**
 * Whether an answer written now would be taken for that of the request that just broke. That is so for the body of the last
 * request before its answer has begun, and for a request after it, but never while an earlier answer is still to come.
 */
function waitsForAnswer(exchanges: readonly Exchange[]): boolean {
  const last = exchanges.at(-1);
  if (last === undefined || last.req.complete) return !exchanges.some(isOpen);
  return !last.res.headersSent && exchanges.filter(isOpen).length === 1;
}

/** HTTP/1.1 requires a Host header (RFC 9112, 3.2). */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Services } from '#server/platform/services.ts';
import { noExpectation, noHost, noMethod, refusalOfParser, turnAway, turnAwayFrom } from './turned-away.ts';

/**
 * The HTTP server before the front door. What Node would refuse with nothing in it, or drop, is told why. A wish for another
 * protocol (`Upgrade`) is passed over, as RFC 9110, 7.8 allows, but where `takesOver` says that somebody here speaks it.
 */
export function openHttpServer(
  services: Pick<Services, 'env' | 'clock'>,
  listener: RequestListener,
  takesOver: (req: IncomingMessage) => boolean = () => false,
): Server {
  const connections = new WeakMap<Duplex, Exchange[]>();
  const follow = (req: IncomingMessage, res: ServerResponse) => {
    const before = (connections.get(req.socket) ?? []).filter(isOpen);
    connections.set(req.socket, [...before, { req, res }]);
  };
  // Node's own refusal of a request without a host is empty.
  const options = { shouldUpgradeCallback: takesOver, requireHostHeader: false };
  const server = createServer(options, (req, res) => {
    follow(req, res);
    if (lacksHost(req)) return turnAway(res, noHost(), services);
    return listener(req, res);
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    follow(req, res);
    turnAway(res, noExpectation(), services);
  });
  server.on('connect', (_req, socket) => {
    // Node listens for its errors no more: one that nobody hears would end the process.
    socket.on('error', () => undefined);
    if ((connections.get(socket) ?? []).some(isOpen)) return void socket.destroy();
    turnAwayFrom(socket, noMethod(), services);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Its answer is on its way: what comes after it is nobody's.
    if (socket.writableEnded) return;
    const refusal = refusalOfParser(error.code);
    if (refusal === null || !socket.writable || !waitsForAnswer(connections.get(socket) ?? []))
      return void socket.destroy(error);
    turnAwayFrom(socket, refusal, services);
  });
  return server;
}

/** A request with its answer. */
type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse };

const isOpen = ({ res }: Exchange) => !res.writableFinished && !res.destroyed;

/**
 * Whether what is written to a connection now is read as the answer to what just broke: to the body of the last request, where
 * no answer to it has begun, or to a request after it. Never while an answer before it is still to come.
 */
function waitsForAnswer(exchanges: readonly Exchange[]): boolean {
  const last = exchanges.at(-1);
  if (last === undefined || last.req.complete) return !exchanges.some(isOpen);
  return !last.res.headersSent && exchanges.filter(isOpen).length === 1;
}

/** RFC 9112, 3.2. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { forwardedFor, isServedHost, namedIn, senderAddress } from '#server/edges/http/origin.ts';
import { handlerPeer, type Peer } from '#server/edges/http.ts';
import { askedPath } from '#server/features/accounts/signin/rules.ts';
import type { Env } from '#server/platform/env.ts';
import { limitedAddress } from '#server/platform/fetch/address.ts';

/** Who sent a page request. */
type Sender = {
  readonly peer: Peer;
  readonly address: string;
  readonly isFromHere: boolean;
};
type PageRequest = Sender & { readonly res: ServerResponse; readonly asked: string };

const underWay = new AsyncLocalStorage<PageRequest>();

/** Runs what answers a page request. Within, the page can ask who sent it and set its status. */
export function answering<Result>(
  req: IncomingMessage,
  res: ServerResponse,
  peer: Peer,
  env: Env,
  work: () => Result,
): Result {
  const sender = formsSender(req) ?? {
    peer,
    address: limitedAddress(senderAddress(req, peer, env)),
    isFromHere: isFromHere(req, peer, env),
  };
  if (req.method === 'POST') nameSender(req, res, sender);
  return underWay.run({ ...sender, res, asked: req.url ?? '/' }, work);
}

/** The header that names a form's sender. Next copies it to the request by which it fetches from us the page after the form. */
const SENT_BY = 'x-earmark-sent-by';

/** Senders of the forms under way, each under an id that only Next is told. */
const senders = new Map<string, Sender>();

/** Who sent the form after which Next fetches a page; null for any other request, whatever header it carries. */
function formsSender(req: IncomingMessage): Sender | null {
  const sender = senders.get(String(req.headers[SENT_BY])) ?? null;
  delete req.headers[SENT_BY];
  return sender;
}

function nameSender(req: IncomingMessage, res: ServerResponse, sender: Sender): void {
  const id = randomUUID();
  req.headers[SENT_BY] = id;
  senders.set(id, sender);
  res.once('close', () => senders.delete(id));
}

/** Makes the answer under way a 404; false when it has begun, or when no front door handed it over. */
export function answerMissing(): boolean {
  const res = underWay.getStore()?.res;
  if (!res || res.headersSent) return false;
  res.statusCode = 404;
  return true;
}

/** Runs `work` when the page request under way is answered or given up; never when no front door handed it over. */
export function onceAnswered(work: () => void): void {
  underWay.getStore()?.res.once('close', work);
}

/** The page that was asked for, as a path of this site with its query; null when no front door handed the request over. */
export function pageAsked(): string | null {
  const asked = underWay.getStore()?.asked;
  return asked === undefined ? null : askedPath(asked);
}

/** The peer of the page request under way, as its socket says. */
export function pagePeer(): Peer {
  return underWay.getStore()?.peer ?? handlerPeer;
}

/** The address that limits count the reader by (`clientIp`). */
export function readerAddress(): string {
  return underWay.getStore()?.address ?? handlerPeer.address;
}

/** Whether the reader sits at this very machine; false for a request that an undeclared proxy passed on. */
export function readerIsHere(): boolean {
  return underWay.getStore()?.isFromHere ?? false;
}

/** Headers that proxies add. */
const MARK_OF_PROXY =
  /^(?:x-forwarded(?:-.+)?|x-(?:real|client|original)-ip|(?:cf-connecting|true-client)-ip|forwarded|via)$/;

/** Whether a request was sent on this very machine, to a name of ours, and not passed on by a proxy. */
export function isFromHere(req: IncomingMessage, peer: Peer, env: Env): boolean {
  const address = vouchedAddress(req, peer, env);
  return address !== null && isLoopback(address) && isServedHost(req.headers.host ?? '', env);
}

/** The address a request was sent from; null when a proxy did not record the sender. */
export function vouchedAddress(req: IncomingMessage, peer: Peer, env: Env): string | null {
  const isPassedOn = Object.keys(req.headers).some((name) => MARK_OF_PROXY.test(name));
  return isPassedOn && !isVouched(req, env) ? null : senderAddress(req, peer, env);
}

function isVouched(req: IncomingMessage, { EARMARK_TRUSTED_PROXIES: trusted }: Env): boolean {
  return trusted > 0 && namedIn(forwardedFor(req)).length >= trusted;
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

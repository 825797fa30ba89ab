import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A whole answer of another writer, of which nothing was sent yet. */
export type Captured = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
};

/**
 * Captures what is written to a response until it ends, then restores the response for the caller to send. Null when the reader
 * hangs up first.
 */
export function captured(res: ServerResponse): Promise<Captured | null> {
  const { writeHead, write, end, flushHeaders } = res;
  const chunks: Buffer[] = [];
  return new Promise((done) => {
    let isBegun = false;
    Object.defineProperty(res, 'headersSent', { get: () => isBegun, configurable: true });
    const giveBack = () => {
      Object.assign(res, { writeHead, write, end, flushHeaders });
      Reflect.deleteProperty(res, 'headersSent');
    };
    const hungUp = () => done(null);
    res.once('close', hungUp);
    res.writeHead = ((status: number, ...rest: unknown[]) => {
      isBegun = true;
      res.statusCode = status;
      const headers = rest.find((one) => typeof one === 'object' && one !== null) ?? {};
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value as string);
      return res;
    }) as typeof res.writeHead;
    res.flushHeaders = () => undefined;
    res.write = ((...args: unknown[]) => {
      isBegun = true;
      take(chunks, args);
      return true;
    }) as typeof res.write;
    res.end = ((...args: unknown[]) => {
      take(chunks, args);
      giveBack();
      res.off('close', hungUp);
      done({ status: res.statusCode, headers: res.getHeaders(), body: Buffer.concat(chunks) });
      return res;
    }) as typeof res.end;
  });
}

/** Takes the arguments of `write` or `end`: a chunk, its encoding, a callback. */
function take(chunks: Buffer[], [chunk, ...rest]: readonly unknown[]): void {
  const [encoding] = rest.filter((one) => typeof one === 'string') as BufferEncoding[];
  if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding));
  else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  const told = [chunk, ...rest].find((one) => typeof one === 'function') as (() => void) | undefined;
  if (told) process.nextTick(told);
}

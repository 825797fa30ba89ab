import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

export type Host = { readonly url: string; close(): Promise<void> };

const TYPES: Readonly<Record<string, string>> = {
  '.xml': 'application/rss+xml; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.srt': 'application/x-subrip; charset=utf-8',
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
};

/** Serves a folder of shows as a podcast host does, with entity tags. Local addresses in feeds are replaced by its own. */
export function serveFolder(folder: string): Promise<Host> {
  return serve((req, res) => {
    const path = normalize(decodeURIComponent(new URL(req.url!, 'http://host').pathname));
    try {
      const file = readFileSync(join(folder, path));
      const own = `http://${req.headers.host}/`;
      const body =
        extname(path) === '.xml'
          ? Buffer.from(file.toString('utf8').replaceAll(/http:\/\/127\.0\.0\.1:\d+\//g, own))
          : file;
      answerTagged(req, res, body, TYPES[extname(path)]);
    } catch {
      res.writeHead(404).end();
    }
  });
}

/** Answers a body with its entity tag, or 304 to a caller who has it. */
export function answerTagged(
  req: Parameters<RequestListener>[0],
  res: Parameters<RequestListener>[1],
  body: Buffer,
  type = 'application/octet-stream',
): void {
  const etag = `"${createHash('sha1').update(body).digest('hex').slice(0, 16)}"`;
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, { ETag: etag }).end();
    return;
  }
  res.writeHead(200, { ETag: etag, 'Content-Type': type, 'Content-Length': body.length }).end(body);
}

/** Starts a server on a free port of this machine. */
export async function serve(listener: RequestListener): Promise<Host> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

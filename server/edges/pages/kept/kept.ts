import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { acceptedEncoding, peerOf } from '#server/edges/http.ts';
import { nonceOf } from '#server/edges/pages/policy.ts';
import { isFromHere } from '#server/edges/pages/request.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { type Marks, openMarks } from '#server/platform/postgres/snapshot.ts';
import type { Services } from '#server/platform/services.ts';
import { captured } from './capture.ts';
import { openMemory } from './memory.ts';
import { keptAs, type Page, pageOf } from './rules.ts';

type Pages = (req: IncomingMessage, res: ServerResponse) => unknown;
type Seen = Pick<Services, 'env' | 'db' | 'reads' | 'clock'>;

/** Compressed for each reader anew, since each has a nonce of its own: cheaply. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const GZIP = { level: 3 };

/**
 * Pages that readers without an account are answered from memory, as long as nothing in the database changed since they were
 * rendered: its own snapshot tells, so that what was hidden or published anywhere is seen at once. Readers who come while a
 * page is rendered wait for it. Each answer has its own nonce and number.
 */
export function keepingPages(pages: Pages, services: Seen, marks: Marks = marksOf(services)): Pages {
  const mostBytes = services.env.EARMARK_PAGES_KEPT_MB * 1024 * 1024;
  if (mostBytes === 0) return pages;
  const memory = openMemory(mostBytes);
  const underWay = new Map<string, Promise<Page | null>>();

  const rendered = async (req: IncomingMessage, res: ServerResponse, name: string, mark: string) => {
    const renderedAt = services.clock();
    const nonce = nonceOf(req)!;
    delete req.headers['accept-encoding'];
    const whole = captured(res);
    await pages(req, res);
    const answer = await whole;
    if (answer === null) return { page: null, answer };
    const page = pageOf(answer.status, answer.headers, answer.body.toString(), nonce);
    if (page === null) return { page, answer };
    if ((await marks.now().catch(() => null)) === mark) memory.keep(name, mark, renderedAt, page);
    return { page, answer };
  };

  const answer = async (req: IncomingMessage, res: ServerResponse, name: string): Promise<unknown> => {
    const encoding = req.headers['accept-encoding']?.toString() ?? null;
    const mark = await marks.now().catch(() => null);
    if (mark === null) return pages(req, res);
    const kept = memory.find(name, mark, services.clock());
    metrics.pagesKept.inc({ from: kept ? 'memory' : 'render' });
    if (kept) return send(req, res, kept, encoding);
    const flight = `${mark} ${name}`;
    const others = underWay.get(flight);
    if (others !== undefined) {
      const page = await others;
      return page ? send(req, res, page, encoding) : pages(req, res);
    }
    const rendering = rendered(req, res, name, mark);
    const shared = rendering.then(({ page }) => page).catch(() => null);
    underWay.set(flight, shared);
    shared.finally(() => underWay.delete(flight));
    const { page, answer } = await rendering;
    if (page) return send(req, res, page, encoding);
    if (answer) return res.end(answer.body);
  };

  return (req, res) => {
    const here = isFromHere(req, peerOf(req), services.env);
    const name = nonceOf(req) === null ? null : keptAs({ ...asked(req), isFromHere: here });
    return name === null ? pages(req, res) : answer(req, res, name);
  };
}

/** Marks of all that pages read. */
function marksOf({ db, reads }: Seen): Marks {
  const read = reads(db, new AbortController().signal);
  return openMarks(read === db ? [db] : [db, read]);
}

function asked({ method, url, headers }: IncomingMessage) {
  return { method, url, headers };
}

function send(
  req: IncomingMessage,
  res: ServerResponse,
  { headers, parts }: Page,
  accepted: string | null,
): void {
  const text = parts.join(nonceOf(req)!);
  const encoding = acceptedEncoding(accepted);
  const body =
    encoding === 'br'
      ? brotliCompressSync(text, BROTLI)
      : encoding === 'gzip'
        ? gzipSync(text, GZIP)
        : Buffer.from(text);
  const own: OutgoingHttpHeaders = { ...headers, vary: varying(headers.vary), 'content-length': body.length };
  if (encoding !== null) own['content-encoding'] = encoding;
  res.writeHead(200, own);
  res.end(body);
}

function varying(vary: OutgoingHttpHeaders[string]): string {
  const named = String(vary ?? '');
  if (/accept-encoding/i.test(named)) return named;
  return named === '' ? 'Accept-Encoding' : `${named}, Accept-Encoding`;
}

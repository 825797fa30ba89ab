import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { encodingFor, inForm } from '#server/edges/http/packing.ts';
import { peerOf } from '#server/edges/http.ts';
import { type Memory, openMemory } from '#server/edges/kept/memory.ts';
import { nonceOf } from '#server/edges/pages/policy.ts';
import { isFromHere } from '#server/edges/pages/request.ts';
import { readRecordMark } from '#server/features/visibility/record/store.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { type Marks, openMarks } from '#server/platform/postgres/snapshot.ts';
import type { Services } from '#server/platform/services.ts';
import { type Captured, captured } from './capture.ts';
import { FRESH_MS, isOfRecord, keptAs, type Page, pageOf, sizeOf, withNonce } from './rules.ts';

type Pages = (req: IncomingMessage, res: ServerResponse) => unknown;
type Seen = Pick<Services, 'env' | 'db' | 'reads' | 'clock'>;

/** The outcome of a render: a page for all who wait, an answer that is not cached, or `gone` when its reader hung up. */
type Render = { readonly page: Page } | { readonly unkept: Captured } | 'gone';

/** Marks that change with what pages are made of: the record alone, or the whole database. */
type PageMarks = { readonly record: Marks; readonly all: Marks };
/** A page that may be cached under its name while its mark is the same; `markNow` gives null when the mark cannot be read. */
type Wanted = { readonly name: string; readonly markNow: () => Promise<string | null> };

/**
 * Pages that are cached for readers without an account while nothing that they are made of changes. The mark of the record or the
 * database's own snapshot tells, so what is hidden or published anywhere shows at once. Readers who come during a render wait
 * for it. Each answer has its own nonce and request id.
 */
export function keepingPages(pages: Pages, services: Seen, marks: PageMarks = marksOf(services)): Pages {
  const mostBytes = services.env.EARMARK_PAGES_KEPT_MB * 1024 * 1024;
  if (mostBytes === 0) return pages;
  const memory = openMemory<Page>({ mostBytes, freshMs: FRESH_MS, sizeOf });
  const underWay = new Map<string, Promise<Render>>();

  const render = rendering(pages, services, memory);

  const answer = async (req: IncomingMessage, res: ServerResponse, wanted: Wanted): Promise<unknown> => {
    const { name, markNow } = wanted;
    const accepted = req.headers['accept-encoding']?.toString() ?? null;
    const mark = await markNow();
    // A response that has closed does not close again: others would wait for ever for a render that nothing ends.
    if (res.destroyed) return;
    if (mark === null) return pages(req, res);
    const kept = memory.find(name, mark, services.clock());
    metrics.pagesKept.inc({ from: kept ? 'memory' : 'render' });
    if (kept) return send(res, 200, kept.headers, written(kept, req), accepted);
    const flight = `${mark} ${name}`;
    // Nothing is awaited between here and `set`: readers whose marks came together find one render.
    const others = underWay.get(flight);
    if (others) {
      const made = await others;
      if (made === 'gone') return answer(req, res, wanted);
      if ('unkept' in made) return pages(req, res);
      return send(res, 200, made.page.headers, written(made.page, req), accepted);
    }
    const rendering = render(req, res, wanted, mark).finally(() => underWay.delete(flight));
    underWay.set(
      flight,
      rendering.catch(() => 'gone' as const),
    );
    const made = await rendering;
    if (made === 'gone') return;
    if ('page' in made) return send(res, 200, made.page.headers, written(made.page, req), accepted);
    const { status, headers, body } = made.unkept;
    return send(res, status, headers, body, accepted);
  };

  return (req, res) => {
    const here = isFromHere(req, peerOf(req), services.env);
    const name = nonceOf(req) === null ? null : keptAs({ ...asked(req), isFromHere: here });
    if (name === null) return pages(req, res);
    const { now } = marks[isOfRecord(req.url!) ? 'record' : 'all'];
    return answer(req, res, { name, markNow: () => now().catch(() => null) }).catch(() => res.destroy());
  };
}

type MakeRender = (
  req: IncomingMessage,
  res: ServerResponse,
  wanted: Wanted,
  mark: string,
) => Promise<Render>;

/** Renders a page and keeps it in `memory` if its mark is still the same afterwards. */
function rendering(pages: Pages, { clock }: Pick<Seen, 'clock'>, memory: Memory<Page>): MakeRender {
  return async (req, res, { name, markNow }, mark) => {
    const renderedAt = clock();
    const nonce = nonceOf(req)!;
    delete req.headers['accept-encoding'];
    const whole = captured(res);
    // The writer may wait until its output is sent, so the captured answer must not wait for the writer.
    const written = Promise.resolve(pages(req, res)).then(() => whole);
    const answer = await Promise.race([whole, written]);
    if (answer === null) return 'gone';
    const page = pageOf(answer.status, answer.headers, answer.body.toString(), nonce);
    if (page === null) return { unkept: answer };
    if ((await markNow()) === mark) memory.keep(name, mark, renderedAt, page);
    return { page };
  };
}

/** Marks of every database that pages read. */
function marksOf({ db, reads }: Seen): PageMarks {
  const read = reads(db, new AbortController().signal);
  const databases = read === db ? [db] : [db, read];
  return { record: openMarks(databases, { statement: readRecordMark }), all: openMarks(databases) };
}

function asked({ method, url, headers }: IncomingMessage) {
  return { method, url, headers };
}

/** A page with the nonce of the answer under way. */
function written(page: Page, req: IncomingMessage): Buffer {
  return withNonce(page, nonceOf(req)!);
}

/** Sends a body. It is compressed for each reader anew, because each has its own nonce. */
async function send(
  res: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: Buffer,
  accepted: string | null,
): Promise<void> {
  const encoding = headers['content-encoding'] ? null : encodingFor(body.length, accepted);
  const sent = encoding === null ? body : await inForm(body, encoding);
  res.removeHeader('transfer-encoding');
  res.writeHead(status, {
    ...headers,
    vary: varying(headers.vary),
    'content-length': sent.length,
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
  });
  res.end(sent);
}

function varying(vary: OutgoingHttpHeaders[string]): string {
  const named = String(vary ?? '');
  if (/accept-encoding/i.test(named)) return named;
  return named === '' ? 'Accept-Encoding' : `${named}, Accept-Encoding`;
}

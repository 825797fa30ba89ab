import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { running } from '#e2e/service.ts';
import { buildSamples, SAMPLE_ORIGIN } from '#prisma/samples/build.ts';

/** A publisher whose feed a test can change. It has a sample show's episodes under other titles. */
export type Publisher = {
  readonly feedUrl: string;
  /** Puts XML into the channel of the feed, in place of what was put there before. */
  put(xml: string): void;
  close(): void;
};

/**
 * Serves a show at the host that feeds may come from. `titles` name its episodes, newest first. The transcript of the newest is
 * `captions` (WebVTT), if given; all others are those of the first sample show, which makes them repeats.
 */
export async function publish(
  showTitle: string,
  titles: readonly string[],
  captions: string | null = null,
): Promise<Publisher> {
  const origin = `http://${running().publisher}`;
  const show = buildSamples(new Date(), origin)[0]!;
  const files = new Map(show.files.map((file) => [`/${show.slug}/${file.name}`, file]));
  const newest = /<podcast:transcript[^>]* url="([^"]+)"/.exec(show.feedXml)![1]!;
  let put = '';
  const server = createServer((request, response) => {
    const path = new URL(request.url!, origin).pathname;
    const file = files.get(path);
    if (path === '/feed.xml')
      return void response
        .setHeader('content-type', 'application/rss+xml')
        .end(retitled(show.feedXml, showTitle, titles, put).replaceAll(SAMPLE_ORIGIN, origin));
    if (!file) return void response.writeHead(404).end();
    const own = newest.endsWith(path) ? captions : null;
    response.setHeader('content-type', own === null ? file.contentType : 'text/vtt');
    response.end(own ?? file.body);
  });
  await listen(server);
  return {
    feedUrl: `${origin}/feed.xml`,
    put: (xml) => {
      put = xml;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server): Promise<void> {
  const [host, port] = running().publisher.split(':');
  server.listen(Number(port), host);
  await once(server, 'listening');
}

function retitled(xml: string, showTitle: string, titles: readonly string[], put: string): string {
  let at = 0;
  return xml.replace(/<title>[^<]*<\/title>/g, (own) => {
    const title = at === 0 ? showTitle : titles[at - 1];
    at += 1;
    const shown = title === undefined ? own : `<title>${escaped(title)}</title>`;
    return at === 1 ? `${shown}${put}` : shown;
  });
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

import { buildSamples, SAMPLE_ORIGIN, type SampleShow } from '#prisma/samples/build.ts';
import { samplesLoadedAt } from '#server/feeds/samples/store.ts';
import type { FetchResult, GuardedFetch } from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

/** A fetch that serves the sample shows from memory, dated from the day of their first load, and passes other addresses to `network`. */
export function sampleFetch(services: Services, network: GuardedFetch): GuardedFetch {
  let shows: Promise<readonly SampleShow[]> | undefined;
  return async (url, wanted) => {
    if (!url.startsWith(`${SAMPLE_ORIGIN}/`)) return network(url, wanted);
    shows ??= builtFrom(services).catch((error) => {
      // The next read tries again.
      shows = undefined;
      throw error;
    });
    return serve(await shows, url);
  };
}

async function builtFrom({ db, clock, env }: Services): Promise<readonly SampleShow[]> {
  return buildSamples(await samplesLoadedAt(db, clock()), env.webUrl);
}

function serve(shows: readonly SampleShow[], url: string): FetchResult {
  const answered = { etag: null, lastModified: null, finalUrl: url, permanentRedirectTo: null };
  for (const show of shows) {
    if (url === show.feedUrl)
      return {
        ...answered,
        status: 'ok',
        bytes: Buffer.from(show.feedXml),
        contentType: 'application/rss+xml',
      };
    const file = show.files.find(({ name }) => url === `${SAMPLE_ORIGIN}/${show.slug}/${name}`);
    if (file)
      return { ...answered, status: 'ok', bytes: Buffer.from(file.body), contentType: file.contentType };
  }
  return {
    status: 'failed',
    kind: 'status',
    reason: 'The sample shows have no such file.',
    httpStatus: 404,
    retryAfterSeconds: null,
    gone: false,
  };
}

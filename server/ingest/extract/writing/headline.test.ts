import { describe, expect, it } from 'vitest';
import { buildSamples, SAMPLE_ORIGIN } from '#prisma/samples/build.ts';
import { parseFeed } from '#server/feeds/parse.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { LEANING } from '#server/ingest/extract/llm/wording.ts';
import { parseTranscript } from '#server/ingest/transcript/parse.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';

const extractor = createRulesExtractor(createLinker(loadUniverse()));

describe('headlines of the sample shows', () => {
  it('never lean: widgets show them beside no stance', async () => {
    for (const show of buildSamples(new Date('2026-09-15T12:00:00Z'))) {
      const feed = parseFeed(Buffer.from(show.feedXml), { contentType: null, url: show.feedUrl });
      if (!feed.ok) throw new Error(feed.reason);
      for (const episode of feed.feed.episodes) {
        const file = show.files.find(
          ({ name }) => episode.transcripts[0]!.url === `${SAMPLE_ORIGIN}/${show.slug}/${name}`,
        )!;
        const transcript = parseTranscript(Buffer.from(file.body), {
          contentType: file.contentType,
          type: null,
          url: null,
        });
        if (!transcript.ok) throw new Error(transcript.reason);
        const { ideas } = await extractor.extract({
          showName: feed.feed.show.title ?? '',
          episodeTitle: episode.title,
          episodeDescription: episode.description,
          publishedAt: episode.publishedAt!,
          people: episode.people,
          cues: transcript.cues,
        });
        for (const { headline } of ideas) expect(headline).not.toMatch(LEANING);
      }
    }
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAnonymousSpeaker } from '#server/language/people/anonymous.ts';
import { parseTranscript } from './parse.ts';

const SHOWS = new URL('../../../../shared/data/shows/', import.meta.url).pathname;
const EXAMPLES = new URL(
  '../../../../shared/data/feeds/podcast-namespace/docs/examples/transcripts/',
  import.meta.url,
).pathname;
const hasData = existsSync(SHOWS);
if (!hasData) console.warn(`Skipped: the real shows are not at ${SHOWS}`);

const none = { contentType: null, type: null, url: null };

describe.skipIf(!hasData)('the transcripts of real shows', () => {
  const files = hasData
    ? readdirSync(SHOWS, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(?:json|vtt|srt|html)$/.test(name),
      )
    : [];

  it('are 127', () => {
    expect(files).toHaveLength(127);
  });

  it.each(files)('%s: every cue in order, with words and a speaker', (name) => {
    const result = parseTranscript(readFileSync(join(SHOWS, name)), none);
    if (!result.ok) throw new Error(result.reason);
    expect(result.format).toBe(name.split('.').at(-1));
    expect(result.cues.length).toBeGreaterThan(50);
    let latest = 0;
    let unnamed = 0;
    for (const cue of result.cues) {
      if (
        cue.start < latest ||
        cue.end < cue.start ||
        cue.text === '' ||
        /<[a-z/]|&#?\w+;|\*\*/i.test(cue.text)
      ) {
        throw new Error(`bad cue: ${JSON.stringify(cue)}`);
      }
      latest = cue.start;
      if (cue.speaker === null) unnamed++;
    }
    expect(unnamed).toBeLessThanOrEqual(1);
    const speakers = new Set(result.cues.map((cue) => cue.speaker ?? ''));
    expect(speakers.size).toBeLessThanOrEqual(12);
    for (const speaker of speakers) expect(speaker).not.toMatch(/[*<>&:?!]|[a-z]{3}\. /);
  });

  it('name somebody in most cues of most shows', () => {
    const named = files.filter((name) => {
      const result = parseTranscript(readFileSync(join(SHOWS, name)), none);
      const cues = result.ok ? result.cues : [];
      return (
        cues.filter((cue) => cue.speaker !== null && !isAnonymousSpeaker(cue.speaker)).length >
        cues.length / 2
      );
    });
    expect(named.length).toBeGreaterThanOrEqual(120);
  });
});

describe.skipIf(!hasData)('the podcast namespace’s own examples', () => {
  it.each([
    ['json', 'I am your father.', 'Darth Vader', 0.5],
    ['vtt', "In today's episode, you'll learn whether or not you", 'Sarah', 0],
    ['srt', "When you first get started in podcasting, it's", 'Travis', 0.179],
  ])('of %s are read', (format, text, speaker, start) => {
    const result = parseTranscript(readFileSync(join(EXAMPLES, `example.${format}`)), none);
    expect(result.ok && result.cues[0]).toMatchObject({ text, speaker, start });
  });

  it('of HTML are read', () => {
    const result = parseTranscript(readFileSync(join(EXAMPLES, 'example.html')), none);
    expect(result.ok && result.cues.map(({ speaker, start }) => [speaker, start]).slice(0, 3)).toEqual([
      ['Travis', 0],
      ['Sarah', 53],
      ['Travis', 102],
    ]);
  });
});

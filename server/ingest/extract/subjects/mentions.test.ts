import { expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { findMentions } from '#server/ingest/extract/subjects/mentions.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';

it('a mention covers its name in its sentence, however many blanks the transcript has', () => {
  const cue: Cue = {
    start: 0,
    end: 9,
    speaker: 'Ann',
    text: ' I  own   shares  of Nvidia because  it grows.',
  };
  const sentences = splitSentences([cue]);
  const mentions = findMentions(sentences, createLinker(loadUniverse()).linkEpisode([cue]));
  const covered = mentions.map(({ sentence, start, end }) => sentences[sentence]!.text.slice(start, end));
  expect(covered).toContain('Nvidia');
});

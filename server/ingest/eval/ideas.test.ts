import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Extraction } from '#server/domain.ts';
import { readSegment } from '#server/ingest/eval/labels/segment.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { cueText } from '#server/language/cues/text.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { toPrediction } from './ideas.ts';

describe('readSegment', () => {
  it('reads header, stamps and speakers; a cue ends where the next begins', () => {
    const input = readSegment(
      '# show: Open Outcry\n# episode: Chips\n# window: 60s..90s\n\n[00:01:00] Ann: Nvidia wins.\n[00:01:20] Bob: Why?\n',
    );
    expect(input).toMatchObject({ showName: 'Open Outcry', episodeTitle: 'Chips' });
    expect(input.cues).toEqual([
      { start: 60, end: 80, speaker: 'Ann', text: 'Nvidia wins.' },
      { start: 80, end: 90, speaker: 'Bob', text: 'Why?' },
    ]);
  });
});

describe('toPrediction', () => {
  const input = readSegment('# window: 0s..9s\n\n[00:00:00] Ann: Nvidia wins.\n');
  const by = (name: string | null) => {
    const speaker = { name, title: null, role: 'guest' };
    const idea = { subject: { name: 'Nvidia' }, speaker, quote: { firstCue: 0 }, confidence: 0.9 };
    return { ideas: [idea], mentions: [], adRanges: [] } as unknown as Extraction;
  };

  it('tells no role of a speaker whom nobody names, as it is served', () => {
    expect(toPrediction('seg01', input, by(null), 'served').ideas).toMatchObject([
      { speaker: null, role: 'unclear' },
    ]);
    expect(toPrediction('seg01', input, by('Ann'), 'served').ideas).toMatchObject([
      { speaker: 'Ann', role: 'guest' },
    ]);
  });

  it('tells the role that was found of every speaker otherwise', () => {
    expect(toPrediction('seg01', input, by(null)).ideas).toMatchObject([{ speaker: 'Ann', role: 'guest' }]);
  });
});

const gold = new URL('../../../../shared/data/gold/', import.meta.url);
const present = existsSync(gold);
if (!present) console.warn('ideas: skipped the labelled segments, ../shared/data/gold is absent');

describe.skipIf(!present)('the built-in engine on the labelled segments', () => {
  it('quotes word for word at the second, within the passage, and takes no idea from an advert', async () => {
    const extractor = createRulesExtractor(createLinker(loadUniverse()));
    let ideas = 0;
    for (const file of readdirSync(gold).filter((name) => name.endsWith('.txt'))) {
      const input = readSegment(readFileSync(new URL(file, gold), 'utf8'));
      const labels = JSON.parse(readFileSync(new URL(file.replace('.txt', '.json'), gold), 'utf8')) as {
        adRanges: [number, number][];
      };
      const extraction = await extractor.extract(input);
      for (const { quote } of extraction.ideas) {
        const said = input.cues.slice(quote.firstCue, quote.lastCue + 1);
        expect(said.map(cueText).join(' ')).toContain(quote.text);
        expect(quote.startSeconds).toBe(said[0]?.start);
        const inAdvert = labels.adRanges.some(
          ([start, end]) => quote.startSeconds >= start && quote.startSeconds < end,
        );
        expect(inAdvert).toBe(false);
      }
      ideas += toPrediction(file, input, extraction).ideas.length;
    }
    expect(ideas).toBeGreaterThan(60);
  }, 120_000);
});

import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { findAdverts } from './adverts.ts';

function cuesOf(...lines: [string, string][]): Cue[] {
  return lines.map(([speaker, text], i) => ({ start: i * 6, end: i * 6 + 6, speaker, text }));
}

function advertText(cues: readonly Cue[]): string {
  const sentences = splitSentences(cues);
  const { sentences: marked } = findAdverts(sentences);
  return [...marked]
    .sort((a, b) => a - b)
    .map((i) => sentences[i]?.text)
    .join(' ');
}

describe('findAdverts', () => {
  const read = cuesOf(
    ['Guest', 'I think the market for ledgers is wide open.'],
    ['Host', 'This show is brought to you by Ledgerly.'],
    ['Host', 'Ledgerly closes your books in a day and the best companies love it.'],
    ['Host', 'Start today at ledgerly.com slash show.'],
    ['Host', 'So, back to you: who wins in retail?'],
    ['Guest', 'Costco wins because its members keep renewing.'],
  );

  it('marks a sponsor read from its opening to its address, and nothing around it', () => {
    const text = advertText(read);
    expect(text).toContain('brought to you by');
    expect(text).toContain('closes your books');
    expect(text).toContain('slash show');
    expect(text).not.toContain('Costco');
    expect(text).not.toContain('wide open');
    expect(findAdverts(splitSentences(read)).ranges).toEqual([[6, 24]]);
  });

  it('reaches back to the first mention of a sponsor whose address ends the read', () => {
    const text = advertText(
      cuesOf(
        ['Host', 'Security done right is Vaulto.'],
        ['Host', 'Top companies choose Vaulto for compliance.'],
        ['Host', 'Get a thousand dollars off at vaulto.com/show.'],
        ['Guest', 'Anyway, banks are cheap.'],
      ),
    );
    expect(text).toContain('done right');
    expect(text).not.toContain('banks');
  });

  it('reaches back to a sponsor whose address says more than its name', () => {
    const text = advertText(
      cuesOf(
        ['Host', 'That is where Ledgerly comes in.'],
        ['Host', 'For more than twenty years Ledgerly has been a leader in books.'],
        ['Host', 'Built for all business.'],
        ['Host', 'Visit ledgerlyopen.com to get started.'],
        ['Host', 'So what do you make of Costco?'],
      ),
    );
    expect(text).toMatch(/^That is where Ledgerly .* get started\.$/);
  });

  it('marks calls to subscribe but no range for them', () => {
    const cues = cuesOf(
      ['Host', 'Please like and subscribe wherever you listen.'],
      ['Host', 'Nvidia reports tonight.'],
    );
    expect(findAdverts(splitSentences(cues)).sentences.has(0)).toBe(true);
    expect(findAdverts(splitSentences(cues)).sentences.has(1)).toBe(false);
  });
});

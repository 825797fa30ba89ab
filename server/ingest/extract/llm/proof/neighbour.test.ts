import { describe, expect, it } from 'vitest';
import { neighbourFault } from '#server/ingest/extract/llm/proof/neighbour.ts';
import type { Window, WindowSubject } from '#server/ingest/extract/llm/windows.ts';

const LINES = [
  'Thrive put three billion into OpenAI and that turns into twelve.',
  'Then it is hard to be the best Series A firm.',
  'OpenAI made 20 billion last year.',
];
const company = (name: string, lines: readonly number[]): WindowSubject => ({
  id: `company:${name}`,
  subject: { kind: 'company', key: name.toLowerCase(), name },
  tickers: [],
  slug: name.toLowerCase(),
  lines,
  surfaces: [],
  ownerTickers: [],
  etfs: [],
});
const OPENAI = company('OpenAI', [1, 3]);
const WINDOW: Window = {
  lines: LINES.map((text, i) => ({
    text,
    speaker: null,
    borneOut: false,
    firstCue: i,
    lastCue: i,
    start: i * 10,
    end: i * 10 + 10,
  })),
  own: { firstLine: 1, lastLine: 3 },
  subjects: [OPENAI],
  speakers: [],
};
const faultOf = (
  own: WindowSubject,
  argument: string,
  { said = own.subject.name, reach = { firstLine: 1, lastLine: 2 } } = {},
) =>
  neighbourFault(WINDOW, {
    own: [own],
    said,
    told: argument,
    argument,
    quote: LINES[0]!,
    reach,
  });

describe('an idea beside a company that its quote names', () => {
  it('may be about one that only the talk, not our list, names there', () => {
    expect(faultOf(company('Thrive', []), 'Thrive can hardly care for small rounds')).toBeNull();
  });

  it('may be about one that is listed as it was called before', () => {
    const thrive = company('Thrive (formerly Thrive Capital)', []);
    expect(faultOf(thrive, 'Thrive can hardly care for small rounds')).toBeNull();
  });

  it('may be about one that the quote calls by another name, but by no other word', () => {
    const told = 'Sierra can hardly be the best Series A firm';
    const saying = (said: string) => faultOf(company('Sierra', []), told, { said });
    expect(saying('Thrive')).toBeNull();
    for (const said of ['OpenAI', 'it', 'turns into twelve', 'Thr', '']) expect(saying(said)).not.toBeNull();
  });

  it('is not about one that nothing there names', () => {
    expect(faultOf(company('Anthropic', []), 'Anthropic can hardly care for small rounds')).toBe(
      'subject: this is said of OpenAI, not of Anthropic.',
    );
  });
});

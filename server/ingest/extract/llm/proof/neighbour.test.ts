import { describe, expect, it } from 'vitest';
import { neighbourFault } from '#server/ingest/extract/llm/proof/neighbour.ts';
import type { Window, WindowSubject } from '#server/ingest/extract/llm/windows.ts';

const LINES = [
  'Thrive put three billion into OpenAI and that turns into twelve.',
  'Then it is hard to be the best Series A firm.',
  'OpenAI made 20 billion last year.',
  'I think OpenAI is underrated, it will be the first ten trillion dollar company.',
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
const OPENAI = company('OpenAI', [1, 3, 4]);
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
  own: { firstLine: 1, lastLine: 4 },
  subjects: [OPENAI],
  speakers: [],
};
const faultOf = (
  own: WindowSubject,
  argument: string,
  { said = own.subject.name, reach = { firstLine: 1, lastLine: 2 }, quote = LINES[0]!, lines = [1] } = {},
) =>
  neighbourFault(WINDOW, {
    own: [own],
    said,
    told: argument,
    argument,
    quote,
    lines,
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

  it.each([
    [1, 4],
    [4, 4],
  ])(
    'is not about one that its quote leaves out, however wide the passage is drawn: from line %i to %i',
    (firstLine, lastLine) => {
      const uber = company('Uber', [1]);
      const told = 'Uber is underrated and will be the first ten trillion dollar company';
      const quote = 'I think OpenAI is underrated, it will be the first ten trillion dollar company.';
      expect(faultOf(uber, told, { quote, lines: [4], reach: { firstLine, lastLine } })).toBe(
        'subject: this is said of OpenAI, not of Uber.',
      );
    },
  );

  it('may be about one that the quote points at before it names another', () => {
    const quote = 'They will beat OpenAI at it.';
    expect(faultOf(company('Uber', [1]), 'Uber wins', { quote, lines: [2] })).toBeNull();
  });

  it('is not about one that nothing there names', () => {
    expect(faultOf(company('Anthropic', []), 'Anthropic can hardly care for small rounds')).toBe(
      'subject: this is said of OpenAI, not of Anthropic.',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { cpuOf } from '#server/testing/cpu.ts';
import { parseTranscript, type TranscriptFormat } from './parse.ts';

const read = (text: string) =>
  parseTranscript(new TextEncoder().encode(text), { contentType: null, type: null, url: null });

const UNTIMED = {
  ok: false,
  reason: 'The transcript has no times in a form that is known, and times are never inferred.',
};

/** What every text here says. */
const TALK = [
  { start: 5, end: 22, speaker: 'Ann Lee', text: 'Copper is scarce, for the mines are old.' },
  { start: 22, end: 31, speaker: 'Bob Ray', text: 'Is it dear, too?' },
  { start: 31, end: 40, speaker: 'Ann Lee', text: 'It is.' },
  { start: 40, end: 40, speaker: 'Bob Ray', text: 'I see.' },
];
const TIMES = ['00:05', '00:22', '00:31', '00:00:40'];

type Written = (time: string, name: string, words: string) => string;

/** The talk, each line of it written so. */
function written(write: Written): string {
  return TALK.map(({ speaker, text }, index) => write(TIMES[index] ?? '', speaker, text)).join('\n');
}

function expectTalk(text: string, format: TranscriptFormat) {
  expect(read(text)).toEqual({ ok: true, format, cues: TALK });
}

describe('text with times', () => {
  it.each([
    [
      'a time and a name before the words',
      (time: string, name: string, words: string) => `[${time}] ${name}: ${words}\n`,
    ],
    ['a bare time and a name', (time, name, words) => `${time} - ${name}: ${words}`],
    ['from and to', (time, name, words) => `[${time} - 00:59] ${name}: ${words}`],
    ['a name and a time above the words', (time, name, words) => `${name} (${time})\n${words}\n`],
    ['a name and a time without brackets', (time, name, words) => `${name}   ${time}  \n${words}\n`],
    ['a name and a time before the words', (time, name, words) => `**${name}** (${time}): ${words}\n`],
    ['a time and a name above the words', (time, name, words) => `[${time}] ${name}\n${words}\n`],
    ['a time above a name', (time, name, words) => `${time}\n${name}: ${words}\n`],
    ['a name above a time', (time, name, words) => `${name}\n[${time}]\n${words}\n`],
    ['a name below a time', (time, name, words) => `${time}\n${name}\n${words}\n`],
  ] satisfies [string, Written][])('is read: %s', (_form, write) => {
    expectTalk(`A title\n\n${written(write)}`, 'text');
  });

  it('goes on with its speaker below, line by line', () => {
    const text =
      'Ann Lee 0:01\nCopper is scarce.\nIt is dear.\n\nIt is red.\nBob Ray 0:06\nI see.\nAnn Lee 0:09\nYes.';
    const result = read(text);
    expect(
      result.ok && result.cues.map(({ start, speaker, text: words }) => [start, speaker, words]),
    ).toEqual([
      [1, 'Ann Lee', 'Copper is scarce.'],
      [1, 'Ann Lee', 'It is dear.'],
      [1, 'Ann Lee', 'It is red.'],
      [6, 'Bob Ray', 'I see.'],
      [9, 'Ann Lee', 'Yes.'],
    ]);
  });

  it('keeps words of one or two that stand alone after a time', () => {
    const result = read(
      '0:01 Ann Lee: Copper is scarce.\n0:05 Bob Ray: Is it?\n0:07 Ann Lee: Yes\n0:08 Indeed\n0:09 Bob Ray: I see.\n',
    );
    expect(result.ok && result.cues.map(({ speaker, text }) => [speaker, text]).slice(2, 4)).toEqual([
      ['Ann Lee', 'Yes'],
      ['Ann Lee', 'Indeed'],
    ]);
  });

  it('is refused where the times are those of chapters, of a day, or in no form that is known', () => {
    const talk = 'Copper is scarce, for the mines are old. '.repeat(200);
    const chapters = '00:00 Welcome\n04:10 Copper\n15:40 Tin\n31:00 Lead';
    expect(read(chapters)).toEqual(UNTIMED);
    expect(read(`0:00 Welcome\n0:10 Copper\n0:20 Tin\n${talk}`)).toEqual(UNTIMED);
    expect(read(`10:30 was when it fell.\n${talk}`)).toEqual(UNTIMED);
    expect(read('Copper is scarce @0:05. Is it? @0:07. It is. @0:09')).toEqual(UNTIMED);
  });

  it('is refused as having none where it has none', () => {
    const reason = 'The transcript has no times, and times are never inferred.';
    expect(read('[Music]\nAnn Lee: Copper is scarce.\nBob Ray: Is it?')).toEqual({ ok: false, reason });
  });
});

describe('HTML with times', () => {
  it.each([
    [
      'a time before a name',
      (time: string, name: string, words: string) => `<p>[${time}] <b>${name}:</b> ${words}</p>`,
    ],
    ['a name before a time', (time, name, words) => `<p><strong>${name}</strong> (${time}): ${words}</p>`],
    [
      'a paragraph of name and time',
      (time, name, words) => `<p>${name}&nbsp;&nbsp;${time}</p><p>${words}</p>`,
    ],
    ['line breaks', (time, name, words) => `${name} - ${time}<br>${words}<br/>`],
    ['headings of name and time', (time, name, words) => `<h3>${name} (${time})</h3><p>${words}</p>`],
    [
      'a name and a time in elements of their own',
      (time, name, words) => `<div><span>${name}</span><span>${time}</span></div><div>${words}</div>`,
    ],
    ['rows', (time, name, words) => `<tr><td>${time}</td><td>${name}</td><td><p>${words}</p></td></tr>`],
    [
      'rows with the name first',
      (time, name, words) => `<tr><td>${name}:</td><td>${time}</td><td>${words}</td></tr>`,
    ],
  ] satisfies [string, Written][])('is read: %s', (_form, write) => {
    const page = (body: string) =>
      `<html><head><title>Copper</title><style>p{}</style></head><body><nav>Home</nav><p>No time yet.</p>${body}
      <h2>More episodes</h2><p>Tin, and what became of it.</p><footer>All rights reserved</footer></body></html>`;
    expectTalk(page(written(write)), 'html');
  });

  it('is refused where the times have no form that is known', () => {
    expect(read('<p>Copper is scarce @0:05.</p><p>Is it? @0:07</p>')).toEqual(UNTIMED);
  });
});

it.each([
  ['lines with times', '0:01 a\n'.repeat(200_000)],
  ['names without a time', 'Ann Lee\n'.repeat(200_000)],
  ['one line of names', 'Ann '.repeat(500_000)],
  ['cells', `<table><tr>${'<td>a</td>'.repeat(200_000)}</tr></table>`],
])('costs linear time: %s', (_name, text) => {
  expect(cpuOf(() => read(text))).toBeLessThan(10_000);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { cpuOf } from '#server/testing/cpu.ts';
import { MAX_SECONDS, parseTranscript, type TranscriptFormat } from './parse.ts';

const none = { contentType: null, type: null, url: null };
const parse = (text: string, url: string | null = null) =>
  parseTranscript(new TextEncoder().encode(text), { ...none, url });

function cues(text: string, format: TranscriptFormat): readonly Cue[] {
  const result = parse(text);
  if (!result.ok) throw new Error(result.reason);
  expect(result.format).toBe(format);
  return result.cues;
}

const spoken = (list: readonly Cue[]) => list.map(({ speaker, text }) => [speaker, text]);
const times = (list: readonly Cue[]) => list.map(({ start, end }) => [start, end]);

describe('Podcasting 2.0 JSON', () => {
  it('gives speaker, seconds and words', () => {
    const text = JSON.stringify({
      version: '1.0.0',
      segments: [
        { speaker: 'Ann', startTime: 0.5, endTime: 2.25, body: 'Good morning &amp; <i>welcome</i>.' },
        { speaker: 'Speaker 2', startTime: '3', endTime: '4.5', body: 'Hello there everyone.' },
        { startTime: 5, body: 'Nobody is named here.' },
      ],
    });
    expect(cues(text, 'json')).toEqual([
      { start: 0.5, end: 2.25, speaker: 'Ann', text: 'Good morning & welcome.' },
      { start: 3, end: 4.5, speaker: 'SPEAKER_02', text: 'Hello there everyone.' },
      { start: 5, end: 5, speaker: null, text: 'Nobody is named here.' },
    ]);
  });

  it('reads what transcribers emit beside it', () => {
    const segments = [{ start: 1, end: 2, text: ' From a transcriber.', speaker: 'SPEAKER_00' }];
    expect(cues(JSON.stringify({ segments }), 'json')).toEqual([
      { start: 1, end: 2, speaker: 'SPEAKER_00', text: 'From a transcriber.' },
    ]);
    expect(cues(JSON.stringify(segments), 'json')).toHaveLength(1);
  });

  it('joins words timed one by one into lines', () => {
    const word = (speaker: string, at: number, body: string) => ({
      speaker,
      startTime: at,
      endTime: at + 0.2,
      body,
    });
    const segments = [
      word('Vader', 0.5, 'I'),
      word('Vader', 1, 'am'),
      word('Vader', 1.5, 'your'),
      word('Vader', 2, 'father.'),
      word('Vader', 2.5, 'Join'),
      word('Luke', 2.75, 'Nooo'),
      word('Luke', 9, 'never'),
    ];
    expect(cues(JSON.stringify({ segments }), 'json')).toEqual([
      { start: 0.5, end: 2.2, speaker: 'Vader', text: 'I am your father.' },
      { start: 2.5, end: 2.7, speaker: 'Vader', text: 'Join' },
      { start: 2.75, end: 2.95, speaker: 'Luke', text: 'Nooo' },
      { start: 9, end: 9.2, speaker: 'Luke', text: 'never' },
    ]);
  });

  it('gives markdown speakers their own words back', () => {
    const segment = (speaker: string, startTime: number, body: string) => ({
      speaker,
      startTime,
      endTime: startTime + 1,
      body,
    });
    const segments = [
      segment('**Ann Lee', 1, '** The market is open today.'),
      segment('the analogy breaks down. **Bob Ray', 2, '** So it is subtle, I think.'),
      segment('**Ann Lee**', 3, '**Bob Ray:** And I said it, not Ann.'),
      segment('**Ann Lee**', 4, 'One thing more. **Bob Ray:** Yes, please go on.'),
    ];
    expect(spoken(cues(JSON.stringify({ segments }), 'json'))).toEqual([
      ['Ann Lee', 'The market is open today.'],
      ['Bob Ray', 'So it is subtle, I think.'],
      ['Bob Ray', 'And I said it, not Ann.'],
      ['Ann Lee', 'One thing more.'],
      ['Bob Ray', 'Yes, please go on.'],
    ]);
  });

  it('is refused when it is cut off', () => {
    const reason = 'The transcript is not the JSON it claims to be.';
    expect(parse('{"segments":[{"startTime":1,"body":"x"')).toEqual({ ok: false, reason });
  });
});

describe('WebVTT', () => {
  it('gives voices, and keeps notes, styles, regions, settings and identifiers out', () => {
    const text = `WEBVTT - a title
Kind: captions

STYLE
::cue { color: red }

REGION
id:bill

NOTE written by hand
over two lines

intro-1
00:00:01.000 --> 00:00:02.500 align:start position:0%
<v.loud Patrick O&#x27;Shaughnessy>Tom &amp; I <c.yellow>said</c> <00:00:02.000>so</v>

01:00:00.000 --> 01:00:01.000
nobody new

02:00.000 --> 02:01.000
`;
    expect(cues(text, 'vtt')).toEqual([
      { start: 1, end: 2.5, speaker: "Patrick O'Shaughnessy", text: 'Tom & I said so' },
      { start: 3600, end: 3601, speaker: "Patrick O'Shaughnessy", text: 'nobody new' },
    ]);
  });

  it('splits two voices in one cue', () => {
    const text = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>Really?</v> <v Bob>Really.</v>\n';
    expect(cues(text, 'vtt')).toEqual([
      { start: 1, end: 3, speaker: 'Ann', text: 'Really?' },
      { start: 1, end: 3, speaker: 'Bob', text: 'Really.' },
    ]);
  });

  const voiced = (...said: readonly (readonly [string, string])[]) =>
    `WEBVTT\n\n${said.map(([voice, words], i) => `00:0${i}.000 --> 00:0${i + 1}.000\n<v ${voice}>${words}`).join('\n\n')}\n`;

  it('leaves out a label that its own cues repeat, with and without a comma', () => {
    const text = voiced(
      ['Ann Lee', 'Ann Lee, The margin is fine.'],
      ['Bob Ray', 'Is it?'],
      ['Ann Lee', 'Ann Lee It is.'],
      ['Ann Lee', 'Ann Lee, And it will be.'],
    );
    expect(spoken(cues(text, 'vtt'))).toEqual([
      ['Ann Lee', 'The margin is fine.'],
      ['Bob Ray', 'Is it?'],
      ['Ann Lee', 'It is.'],
      ['Ann Lee', 'And it will be.'],
    ]);
  });

  it('keeps a name that is said: to somebody, of oneself, or under a label that seldom heads its cues', () => {
    const said = [
      ['Ann Lee', 'Ann Lee, thanks for being here.'],
      ['Ann Lee', 'Ann Lee is the author.'],
      ['Ann Lee', 'Ann Lee, I disagree.'],
      ['Bob Ray', 'Ann Lee, The floor is yours.'],
      ['Ann Lee', 'Ann Lee.'],
    ] as const;
    expect(spoken(cues(voiced(...said), 'vtt'))).toEqual(said);
  });

  it('says rolling captions once', () => {
    const lines = [
      'so welcome back',
      'to the show today',
      'we talk about',
      'interest rates',
      'and the market',
    ];
    const blocks = lines.flatMap((line, index) => {
      const at = (second: number, ms: string) => `00:00:0${second}.${ms}`;
      const before = lines[index - 1] ?? ' ';
      return [
        `${at(index, '000')} --> ${at(index, '990')}\n${before}\n${line.replace(' ', '<00:00:00.500><c> ')}</c>`,
        `${at(index, '990')} --> ${at(index + 1, '000')}\n${line}\n `,
      ];
    });
    const list = cues(`WEBVTT\n\n${blocks.join('\n\n')}\n`, 'vtt');
    expect(list.map((cue) => cue.text)).toEqual(lines);
    expect(list.map((cue) => cue.start)).toEqual([0, 1, 2, 3, 4]);
  });

  it('says captions that grow word by word once', () => {
    const words = 'the rates will come down soon'.split(' ');
    const blocks = words.map(
      (_, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${words.slice(0, index + 1).join(' ')}`,
    );
    expect(cues(`WEBVTT\n\n${blocks.join('\n\n')}`, 'vtt')).toEqual([
      { start: 0, end: 6, speaker: null, text: 'the rates will come down soon' },
    ]);
  });

  it('keeps what people really say twice', () => {
    const said = ['Yeah.', 'Yeah.', 'I think so.', 'Right.', 'No.', 'Maybe not.', 'Good.', 'Fine.'];
    const blocks = said.map((line, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${line}`);
    expect(cues(`WEBVTT\n\n${blocks.join('\n\n')}`, 'vtt').map((cue) => cue.text)).toEqual(said);
  });
});

describe('SubRip', () => {
  it('gives speakers by prefix until the next one', () => {
    const text = `1\r\n00:00:01,000 --> 00:00:02,000\r\nSam Parr: First.\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nSecond.\r\n\r\n3
00:00:03,000 --> 00:00:04,000\nSPEAKER 1: Third.\n\n4\n00:00:04,000 --> 00:00:05,000\nSam Parr: Fourth: yes.\n\n5
00:00:05,000 --> 00:00:06,000\nSPEAKER 1: The thing is: no.\n`;
    expect(spoken(cues(text, 'srt'))).toEqual([
      ['Sam Parr', 'First.'],
      ['Sam Parr', 'Second.'],
      ['SPEAKER_01', 'Third.'],
      ['Sam Parr', 'Fourth: yes.'],
      ['SPEAKER_01', 'The thing is: no.'],
    ]);
  });

  it('does not take an ordinary colon for a speaker', () => {
    const said = [
      'Remember: buy low.',
      'The thing is: it works.',
      'Warren Buffett: a genius.',
      'Note: no.',
      'And so on.',
    ];
    const text = said
      .map((line, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${line}\n`)
      .join('\n');
    expect(spoken(cues(text, 'srt'))).toEqual(said.map((line) => [null, line]));
  });

  it('forgets the speaker at >>', () => {
    const text = ['Ann Lee: A.', 'Ann Lee: B.', '>> C.', 'D.', 'Ann Lee: E.']
      .map((line, index) => `${index}\n00:00:0${index},000 --> 00:00:0${index},900\n${line}\n`)
      .join('\n');
    expect(spoken(cues(text, 'srt'))).toEqual([
      ['Ann Lee', 'A.'],
      ['Ann Lee', 'B.'],
      [null, 'C.'],
      [null, 'D.'],
      ['Ann Lee', 'E.'],
    ]);
  });

  it('reads what editors leave behind: a mark, no blank lines, points, blank lines, styles, numbers as words', () => {
    const text = `\ufeff1
0:00:01.5 --> 0:00:02,000
<font color="#fff">{\\an8}Don’t</font>
2
00:00:03,000 --> 00:00:04,000
first

second
3
00:00:05,000-->00:00:06,000
1984
`;
    expect(cues(text, 'srt').map(({ start, text: words }) => [start, words])).toEqual([
      [1.5, 'Don’t'],
      [3, 'first second'],
      [5, '1984'],
    ]);
  });

  it('repairs UTF-8 that was read as windows-1252', () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\nDonâ€™t say cafÃ© â€“ or naïve, or “quoted”.\n';
    expect(cues(text, 'srt')[0]?.text).toBe('Don’t say café – or naïve, or “quoted”.');
  });
});

describe('HTML', () => {
  it('gives each paragraph its speaker and the second it starts no earlier than', () => {
    const text = `<html><body><p>No time yet.</p><cite>Kevin:</cite><time>0:05</time><p>We have an
      update &amp; more.</p><p>Still me.</p><cite>Alban :</cite><time>1:02:03</time><p>You&#39;re right.</p></body></html>`;
    expect(cues(text, 'html')).toEqual([
      { start: 5, end: 5, speaker: 'Kevin', text: 'We have an update & more.' },
      { start: 5, end: 3723, speaker: 'Kevin', text: 'Still me.' },
      { start: 3723, end: 3723, speaker: 'Alban', text: "You're right." },
    ]);
  });
});

describe('HTML whose tags are nested too deeply', () => {
  it('is refused, not read by half', () => {
    const half = '<time>0:01</time><p>The first half.</p>';
    expect(parse(`${half}${'<div>'.repeat(600)}<time>0:02</time><p>The other half.</p>`)).toEqual({
      ok: false,
      reason: 'The tags of the transcript are nested too deeply.',
    });
  });
});

describe('times', () => {
  const srt = (...starts: number[]) =>
    starts
      .map((at, index) => `${index}\n00:${clock(at)},000 --> 00:${clock(at + 1)},000\nword ${index}\n`)
      .join('\n');
  const clock = (at: number) =>
    `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;

  it('are held where people talk over each other, in reading order', () => {
    expect(times(cues(srt(10, 12, 11, 14), 'srt'))).toEqual([
      [10, 11],
      [12, 13],
      [12, 12],
      [14, 15],
    ]);
  });

  it('put one misplaced cue where it belongs', () => {
    expect(cues(srt(10, 40, 20, 50), 'srt').map((cue) => cue.text)).toEqual([
      'word 0',
      'word 2',
      'word 1',
      'word 3',
    ]);
  });

  it('are refused when the clock restarts', () => {
    expect(parse(srt(10, 20, 30, 40, 1, 2, 3, 4))).toEqual({
      ok: false,
      reason: 'The times of the transcript run backwards.',
    });
  });
});

describe('a time that no episode has', () => {
  const clock = (seconds: number) =>
    [seconds / 3600, (seconds / 60) % 60, seconds % 60]
      .map((part) => `${Math.floor(part)}`.padStart(2, '0'))
      .join(':');
  const written = {
    json: (start: number, end: number) =>
      JSON.stringify({ segments: [{ startTime: start, endTime: end, body: 'Words.' }] }),
    vtt: (start: number, end: number) => `WEBVTT\n\n${clock(start)}.000 --> ${clock(end)}.000\nWords.`,
    srt: (start: number, end: number) => `1\n${clock(start)},000 --> ${clock(end)},000\nWords.`,
    html: (start: number) => `<cite>Ann:</cite><time>${clock(start)}</time><p>Words.</p>`,
  };
  const formats = Object.entries(written);

  it.each(formats)('is refused in one sentence where a cue of %s starts at it', (_format, write) => {
    const reason = 'The transcript has times past 24 hours, and no episode lasts that long.';
    expect(parse(write(MAX_SECONDS + 1, MAX_SECONDS + 2))).toEqual({ ok: false, reason });
    expect(parse(write(3_599_999, 3_599_999))).toEqual({ ok: false, reason });
    expect(parse(write(MAX_SECONDS, MAX_SECONDS))).toMatchObject({ ok: true });
  });

  it.each([1e12, 1e300, 1.7e308, 1_790_000_000_000])('is refused as %d in JSON', (start) => {
    expect(parse(written.json(start, start))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^The transcript has times past 24 hours/),
    });
  });

  it('is no end: the cue lasts until the next one', () => {
    const text = '1\n00:00:01,000 --> 99:59:59,999\nOne.\n\n2\n00:00:09,000 --> 99:59:59,999\nTwo.';
    expect(times(cues(text, 'srt'))).toEqual([
      [1, 9],
      [9, 9],
    ]);
  });

  it('is never among the cues, whatever the numbers', () => {
    const number = fc.oneof(fc.double({ noNaN: true }), fc.double({ min: 0, max: 200_000, noNaN: true }));
    const segment = fc.record({ startTime: number, endTime: number, body: fc.constant('Words of one.') });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
        const result = parse(JSON.stringify({ segments }));
        const lasts = ({ start, end }: Cue) => 0 <= start && start <= end && end <= MAX_SECONDS;
        return result.ok ? result.cues.every(lasts) : result.reason.endsWith('.');
      }),
    );
  });
});

describe('a speaker’s name', () => {
  it('is cut between two characters, never inside one', () => {
    const body = { speaker: `A${'b'.repeat(118)}😀`, startTime: 1, endTime: 2, body: 'Words.' };
    const [cue] = cues(JSON.stringify({ segments: [body] }), 'json');
    expect(cue!.speaker!.isWellFormed()).toBe(true);
  });
});

describe('a refusal', () => {
  it.each([
    ['', 'The transcript is empty.'],
    ['Ann: hello\nBob: hi', 'The transcript has no times, and times are never inferred.'],
    ['<html><p>words</p></html>', 'The transcript has no times, and times are never inferred.'],
    ['WEBVTT\n\n', 'The transcript has no timed words.'],
    ['1\n00:00:99,000 --> 00:00:99,500\nwords', 'The transcript has no timed words.'],
  ])('is given for %j', (text, reason) => {
    expect(parse(text)).toEqual({ ok: false, reason });
  });
});

describe('any input', () => {
  const piece = fc.constantFrom(
    'WEBVTT',
    '\n',
    '\n\n',
    '00:01.000 --> 00:02.000',
    '00:00:05,000 --> 00:00:03,000',
    '1',
    'Ann Lee: hi',
    '<v Bob>',
    '>> x',
    '<time>0:0',
    '<time>0:07</time>',
    '<p>',
    '<cite>',
    '{"segments":[',
    '{"startTime":-1,"body":"x"}',
    ']}',
    '&amp;',
    'words',
    '-->',
  );

  it('gives cues in order with words, or a reason; never throws', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const result = parse(pieces.join(''));
        if (!result.ok) return result.reason.endsWith('.');
        return result.cues.every(
          (cue, index) =>
            cue.text !== '' &&
            cue.text === cue.text.trim() &&
            cue.end >= cue.start &&
            cue.start >= (result.cues[index - 1]?.start ?? 0) &&
            cue.speaker !== '',
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['arrows', `WEBVTT\n${'-->'.repeat(500_000)}`],
    ['colons', `1\n00:00:01,000 --> 00:00:02,000\n${'A:'.repeat(500_000)}`],
    ['unclosed voice tags', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(300_000)}`],
    ['voice tags', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v A>b'.repeat(100_000)}`],
    ['half tags', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<a'.repeat(300_000)}`],
    ['braces', `1\n00:00:01,000 --> 00:00:02,000\n${'{\\\\'.repeat(300_000)}`],
    ['nested HTML', `<time>0:01</time>${'<div>'.repeat(300_000)}`],
    ['nested JSON', '['.repeat(500_000)],
    ['digits', '1'.repeat(1_000_000)],
    ['line ends before a letter', `x${'\n'.repeat(200_000)}y`],
    ['spaces in a voice tag', `WEBVTT\n\n00:01.000 --> 00:02.000\n<v${' '.repeat(12_000_000)}<Ann`],
    [
      'marks in a speaker',
      JSON.stringify([{ start: 0, body: 'Well.', speaker: `A${'-'.repeat(200_000)}b` }]),
    ],
    ['words at one second', JSON.stringify(Array(200_000).fill({ start: 1, body: 'word' }))],
    [
      'captions of many lines',
      `00:01,000 --> 00:02,000\n${'a\n'.repeat(100_000)}00:02,000 --> 00:03,000\nb\n${'a\n'.repeat(100_000)}`,
    ],
    ['cues', `WEBVTT\n\n${'00:01.000 --> 00:02.000\nx\n\n'.repeat(50_000)}`],
  ])('costs linear time: %s', (_name, text) => {
    expect(cpuOf(() => parse(text))).toBeLessThan(10_000);
  });
});

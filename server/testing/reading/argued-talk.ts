import type { Cue, EpisodeInput } from '#server/domain.ts';
import type { ClaimedIdea } from '#server/ingest/extract/llm/answer.ts';
import type { Window } from '#server/ingest/extract/llm/windows.ts';

/** An invented talk about several companies, garbled as transcripts are. */
const SAID: readonly (readonly [string, string])[] = [
  ['Tom Ferro', "I'm Tom Ferro, welcome to Open Outcry, and with me is Mara Lindqvist."],
  ['Tom Ferro', 'What do you make of in video after those numbers, Mara?'],
  [
    'Mara Lindqvist',
    'I think Nvidia is, you know, the strongest business in the industry because its software locks customers in.',
  ],
  ['Mara Lindqvist', 'Nvidia grew revenue 60% last year and it has $90 billion of long-term contracts.'],
  ['Mara Lindqvist', 'The risk, right, is that three customers are half of its sales.'],
  ['Tom Ferro', 'And Intel?'],
  [
    'Mara Lindqvist',
    'I would not own Intel, I mean its debt is four times its earnings and the factories are losing $7 billion a year.',
  ],
  [
    'Mara Lindqvist',
    "If a big customer signs for 18A next year I'd change my mind, but I'm guessing nobody does.",
  ],
  ['Tom Ferro', "I'm more with AMD here, Mara."],
  [
    'Tom Ferro',
    'AMD took 12 points of share in servers in two years, and it is cheap at 22 times earnings because people only look at Nvidia.',
  ],
  ['Mara Lindqvist', 'But does AMD have the software? I doubt it.'],
  ['Tom Ferro', 'Let me turn to power. You hold some app love and some cam echo, you told me.'],
  [
    'Mara Lindqvist',
    'App love is the best ad business nobody talks about, its margins went from 45 to 75 percent in three years.',
  ],
  ['Mara Lindqvist', 'Apple could kill it with one privacy change, that is what keeps me up at night.'],
  [
    'Mara Lindqvist',
    'On uranium, the mines take ten years to open, so supply cannot follow demand and the price has to rise.',
  ],
  ['Tom Ferro', 'Fair enough, and I think people underestimate how slow that is.'],
  [
    'Tom Ferro',
    'I would rather own Visa than Mastercard at these prices, since Visa trades at 26 times and grows just as fast.',
  ],
  [
    'Mara Lindqvist',
    'Lexora is a legal AI company, and law firms already pay it $1,200 a seat, so I expect it to double sales next year.',
  ],
  ['Mara Lindqvist', 'My worry with Lexora is that the model labs go after the same lawyers.'],
];

const CUES = SAID.map(
  ([speaker, text], i): Cue => ({ start: i * 15.5, end: i * 15.5 + 15.5, speaker, text }),
);

/** The talk as an episode whose feed names its people. */
export const ARGUED: EpisodeInput = {
  showName: 'Open Outcry',
  episodeTitle: 'Chips and power',
  episodeDescription: null,
  publishedAt: new Date('2026-03-02T06:00:00Z'),
  people: [
    { name: 'Tom Ferro', role: 'host', title: null },
    { name: 'Mara Lindqvist', role: 'guest', title: null },
  ],
  cues: CUES,
};

/** An idea of the talk, with its place in `SAID`. */
type Sound = Partial<ClaimedIdea> &
  Pick<ClaimedIdea, 'subject' | 'subjectSaid' | 'argument' | 'stance' | 'headline' | 'speaker'> & {
    /** The first and last turn of its passage, and the turn that is quoted whole: indexes of `SAID`. */
    readonly turns: readonly [first: number, last: number];
    readonly quoted: number;
  };

/** The ideas of the talk as a careful reader notes them: in written English, with names corrected. */
export const SOUND: readonly Sound[] = [
  {
    subject: 'ticker:NVDA',
    subjectSaid: 'Nvidia',
    speaker: 'Mara Lindqvist',
    turns: [1, 4],
    quoted: 2,
    stance: 'BULLISH',
    headline: "Nvidia's software keeps customers from leaving",
    argument:
      'Nvidia, which grew 60% last year and holds $90 billion of long-term contracts, is the strongest business in the industry because customers are locked in by its software, though three of them make up half of its sales',
    context: [
      { line: 4, verb: 'says', clause: 'Nvidia has long-term contracts worth $90 billion' },
      { line: 5, verb: 'concedes', clause: 'half of its sales come from three customers' },
    ],
  },
  {
    subject: 'ticker:INTC',
    subjectSaid: 'Intel',
    speaker: 'Mara Lindqvist',
    turns: [5, 7],
    quoted: 6,
    stance: 'BEARISH',
    headline: "Intel's debt and factory losses are too heavy",
    argument:
      'Intel is not worth owning while its debt is four times its earnings and its factories lose $7 billion a year, unless a big customer signs for its 18A process',
  },
  {
    subject: 'AMD',
    subjectSaid: 'AMD',
    speaker: 'Tom Ferro',
    turns: [8, 10],
    quoted: 9,
    stance: 'BULLISH',
    headline: 'AMD is cheap after gaining server share',
    argument:
      'AMD, at 22 times earnings, is cheap because investors only look at Nvidia, although it gained 12 points of share in servers within two years',
  },
  {
    subject: 'AppLovin',
    subjectSaid: 'App love',
    speaker: 'Mara Lindqvist',
    turns: [11, 13],
    quoted: 12,
    stance: 'BULLISH',
    headline: 'AppLovin is the best advertising business that nobody discusses',
    argument:
      'AppLovin, whose margins rose from 45% to 75% in three years, is the best advertising business that nobody talks about, though a single privacy change by Apple could kill it',
  },
  {
    subject: 'uranium',
    subjectSaid: 'uranium',
    subjectKind: 'asset',
    speaker: 'Mara Lindqvist',
    turns: [14, 15],
    quoted: 14,
    stance: 'BULLISH',
    headline: 'Uranium supply cannot keep up with demand',
    argument:
      'the uranium price must rise because mines take ten years to open and supply therefore cannot follow demand',
  },
  {
    subject: 'Visa',
    subjectSaid: 'Visa',
    against: 'Mastercard',
    speaker: 'Tom Ferro',
    turns: [16, 16],
    quoted: 16,
    stance: 'BULLISH',
    headline: 'Visa is cheaper than Mastercard and grows as fast',
    argument:
      'Visa is preferable to Mastercard at current prices because it trades at 26 times and grows just as fast',
  },
  {
    subject: 'Lexora',
    subjectSaid: 'Lexora',
    speaker: 'Mara Lindqvist',
    turns: [17, 18],
    quoted: 17,
    stance: 'BULLISH',
    headline: 'Lexora can double its sales to law firms',
    argument:
      'Lexora will double its sales next year, as law firms already pay it $1,200 a seat, though AI labs may go after the same lawyers',
  },
];

/** The number, from 1, of the line of a window that holds a cue. */
export function lineOf({ lines }: Window, cue: number): number {
  return lines.findIndex((line) => line.firstCue <= cue && line.lastCue >= cue) + 1;
}

/** An idea of the talk as a model answers it for a window. */
export function claimedIn(window: Window, { turns, quoted, ...idea }: Sound): ClaimedIdea {
  return {
    subjectKind: 'company',
    alsoAbout: [],
    against: null,
    speakerDoubtful: false,
    weak: false,
    firstLine: lineOf(window, turns[0]),
    lastLine: window.lines.findLastIndex((line) => line.lastCue <= turns[1]) + 1,
    quoteLine: lineOf(window, quoted),
    quote: ARGUED.cues[quoted]!.text,
    depth: 3,
    ideaType: 'investment',
    verb: 'argues',
    grounds: ['what was said'],
    context: [],
    risks: [],
    signals: [],
    ...idea,
  };
}

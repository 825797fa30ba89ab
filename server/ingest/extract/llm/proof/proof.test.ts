import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClaimedIdea } from '#server/ingest/extract/llm/answer.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import { proveIdea, shapeOf } from '#server/ingest/extract/llm/proof/proof.ts';
import type { ProofSource } from '#server/ingest/extract/llm/proof/source.ts';
import { nameKey, namesToResolve } from '#server/ingest/extract/llm/proof/subject.ts';
import { writeProven } from '#server/ingest/extract/llm/write.ts';
import { LEANING } from '#server/ingest/extract/writing/thesis-text.ts';
import { cueText } from '#server/language/cues/text.ts';
import { createLinker } from '#server/linking/linker.ts';
import { subjectNamed } from '#server/linking/named.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { ARGUED, claimedIn, lineOf, SOUND } from '#server/testing/reading/argued-talk.ts';

const universe = loadUniverse();
const window = readEpisode(ARGUED, createLinker(universe)).windows[0]!;

function sourceFor(idea: ClaimedIdea): ProofSource {
  const names = namesToResolve(idea).flatMap((given) => {
    const meant = subjectNamed(universe, given, ARGUED.publishedAt);
    return meant === null ? [] : [[nameKey(given), meant] as const];
  });
  return { input: ARGUED, window, names: new Map(names) };
}

const prove = (idea: ClaimedIdea) => proveIdea(sourceFor(idea), idea);
function written(idea: ClaimedIdea) {
  const result = prove(idea);
  if (result.is !== 'proven') throw new Error(JSON.stringify(result));
  return writeProven(sourceFor(idea), result.idea);
}

const IDEAS = SOUND.map((sound) => claimedIn(window, sound));
const [nvidia, intel, , appLovin, uranium, visa, lexora] = IDEAS as [
  ClaimedIdea,
  ClaimedIdea,
  ClaimedIdea,
  ClaimedIdea,
  ClaimedIdea,
  ClaimedIdea,
  ClaimedIdea,
];

describe('what a careful reader tells', () => {
  it.each(IDEAS.map((idea) => [idea.headline, idea] as const))('holds: %s', (_headline, idea) => {
    expect(prove(idea)).toMatchObject({ is: 'proven', leftOut: [] });
  });

  it('is written with our attribution, its steps with speaker and moment', () => {
    expect(written(nvidia)).toMatchObject({
      subject: { kind: 'ticker', key: 'NVDA' },
      headline: "Mara Lindqvist: Nvidia's software keeps customers from leaving",
      thesis: `Mara Lindqvist argues that ${nvidia.argument}.`,
      context: expect.stringMatching(
        /^Mara Lindqvist says that Nvidia has long-term contracts worth \$90 billion \(0:\d\d\)\. Lindqvist concedes that half of its sales come from three customers \(1:\d\d\)\.$/,
      ),
      speaker: { name: 'Mara Lindqvist' },
    });
  });

  it('stands under the themes that its own words tell of, and under none that was only named beside them', () => {
    const theme = (key: string, name: string) => ({
      id: `theme:${key}`,
      subject: { kind: 'theme' as const, key, name },
      tickers: [],
      slug: null,
      lines: [nvidia.firstLine],
      surfaces: [name.toLowerCase()],
      ownerTickers: [],
      etfs: [],
    });
    const source = sourceFor(nvidia);
    const subjects = [...window.subjects, theme('china', 'China'), theme('software-companies', 'Software')];
    const result = prove(nvidia);
    if (result.is !== 'proven') throw new Error(JSON.stringify(result));
    const { themes } = writeProven({ ...source, window: { ...window, subjects } }, result.idea);
    expect(themes).toContain('software-companies');
    expect(themes).not.toContain('china');
  });

  it('stands under three themes of the table, however many others its words tell of', () => {
    const keys = ['no-theme', 'software-companies', 'semiconductors', 'cloud-computing', 'china'];
    const source = sourceFor(nvidia);
    const subjects = keys.map((key, i) => ({
      id: `theme:${key}`,
      subject: { kind: 'theme' as const, key, name: 'Software' },
      tickers: [],
      slug: null,
      lines: Array(9 - i).fill(nvidia.firstLine),
      surfaces: ['software'],
      ownerTickers: [],
      etfs: [],
    }));
    const result = prove(nvidia);
    if (result.is !== 'proven') throw new Error(JSON.stringify(result));
    const { themes } = writeProven({ ...source, window: { ...source.window, subjects } }, result.idea);
    expect(themes).toEqual(['software-companies', 'semiconductors', 'cloud-computing']);
  });

  it('may be of a company whose name the transcript garbles, and of one that nothing lists', () => {
    expect(written(appLovin)).toMatchObject({ subject: { kind: 'ticker', key: 'APP' }, tickers: ['APP'] });
    expect(written(lexora)).toMatchObject({ subject: { kind: 'company', key: 'lexora' }, tickers: [] });
  });

  it('may take a number from a line that one of its steps names', () => {
    const far = {
      ...lexora,
      argument: `${lexora.argument}, unlike Nvidia with $90 billion of long-term contracts`,
    };
    const step = {
      line: lineOf(window, 3),
      verb: 'says' as const,
      clause: 'Nvidia has long-term contracts worth $90 billion',
    };
    expect(written({ ...far, context: [...far.context, step] }).thesis).toContain('$90 billion');
  });

  it('names the side that is not preferred without filing the idea under it', () => {
    expect(written(visa)).toMatchObject({ direction: 'relative', tickers: ['V'], mentionedTickers: ['MA'] });
  });

  it.each([
    ['that is named nowhere there', 'Microsoft'],
    ['that is its own subject', 'ticker:V'],
  ])('is on no side of a comparison with one %s', (_which, against) => {
    const idea = written({ ...visa, against });
    expect(idea).toMatchObject({ direction: 'bullish', tickers: ['V'] });
    expect(idea.entities).not.toContain('microsoft');
  });

  it('leads to no funds of a theme where it is about a company without shares', () => {
    expect(written({ ...lexora, headline: 'Lexora doubles its sales of legal AI' })).toMatchObject({
      themes: expect.arrayContaining(['legal-ai']),
      participationEtfs: [],
      participationTheme: null,
    });
  });

  it('is headed by what it is about where its headline does not hold', () => {
    const headline = 'Nvidia will reach $900';
    expect(written({ ...nvidia, headline, grounds: ['software', 'long contracts'] }).headline).toBe(
      'An argument about Nvidia: software and long contracts',
    );
  });

  it('keeps a guess a guess', () => {
    const quote = ARGUED.cues[7]!.text;
    const idea = {
      ...intel,
      quote,
      quoteLine: lineOf(window, 7),
      argument: 'Intel finds nobody who signs for 18A next year',
    };
    expect(written(idea).thesis).toMatch(/^Mara Lindqvist suspects that Intel finds nobody/);
  });

  it('is said by nobody by name where the reader doubts the label', () => {
    const idea = written({ ...nvidia, speakerDoubtful: true });
    expect(idea.speaker?.name).toBeNull();
    expect(`${idea.headline} ${idea.thesis} ${idea.context}`).not.toContain('Lindqvist');
  });

  it('names nobody around a label in doubt, and tells who objects from who argued', () => {
    const context = [
      { line: lineOf(window, 3), verb: 'says' as const, clause: 'Nvidia grew revenue 60% last year' },
      { line: lineOf(window, 8), verb: 'objects' as const, clause: 'AMD is the better choice' },
    ];
    expect(written({ ...nvidia, speakerDoubtful: true, context }).context).toMatch(
      /^One speaker on Open Outcry says that .* Another speaker objects that AMD/,
    );
  });

  it('tells nobody from another by labels that are all in doubt', () => {
    const lines = window.lines.map((line) => ({ ...line, borneOut: false }));
    const context = [3, 8].map((cue) => ({
      line: lineOf(window, cue),
      verb: 'says' as const,
      clause: cue === 3 ? 'Nvidia grew revenue 60% last year' : 'AMD is the better choice',
    }));
    const idea = { ...nvidia, context };
    const source = { ...sourceFor(idea), window: { ...window, lines } };
    const result = proveIdea(source, idea);
    if (result.is !== 'proven') throw new Error(JSON.stringify(result));
    expect(writeProven(source, result.idea).context).toMatch(
      /^A speaker on Open Outcry says that Nvidia .* A speaker says that AMD/,
    );
  });

  it('does not tell who replies as another', () => {
    const context = [
      { line: lineOf(window, 8), verb: 'objects' as const, clause: 'AMD is the better choice' },
      { line: lineOf(window, 3), verb: 'replies' as const, clause: 'Nvidia grew revenue 60% last year' },
    ];
    expect(written({ ...nvidia, speakerDoubtful: true, context }).context).toMatch(
      /^Another speaker on Open Outcry objects that AMD.* A speaker replies that Nvidia/,
    );
  });

  it('has no side where none can be told', () => {
    expect(written({ ...nvidia, stance: null })).toMatchObject({ stance: null, direction: null });
  });

  it('is held back from readers where it is weak', () => {
    expect(written({ ...nvidia, weak: true }).confidence).toBeLessThan(0.5);
  });

  it('belongs to the window in which its passage begins', () => {
    const own = { firstLine: lineOf(window, 14), lastLine: window.lines.length };
    const later = { ...sourceFor(nvidia), window: { ...window, own } };
    expect(proveIdea(later, nvidia)).toEqual({ is: 'elsewhere' });
    expect(proveIdea(later, uranium)).toMatchObject({ is: 'proven' });
  });

  it.each([
    ['a quote cut off inside its sentence', { quote: 'its software locks customers in' }],
    ['several sentences', { argument: 'Nvidia is the strongest business. Its software locks customers in' }],
    [
      'a list of what is not done',
      {
        argument:
          'Nvidia locks customers in by its software instead of prices, contracts, habits or any other thing of the industry',
      },
    ],
    ['"you" for anybody', { argument: 'Nvidia is a business whose software locks you in' }],
    ['a full stop of its own', { argument: `That ${nvidia.argument}.` }],
  ])('is mended in form, not refused: %s', (_name, part) => {
    const idea = written({ ...nvidia, ...part });
    expect(idea.quote.text).toBe(ARGUED.cues[2]!.text);
    expect(idea.thesis).toMatch(/^Mara Lindqvist argues that [^.]+\.$/);
  });
});

/** Ways in which a right idea is made wrong; null where an idea has nothing to turn. */
const WRONGS: Record<string, (idea: ClaimedIdea, i: number) => ClaimedIdea | null> = {
  'a number swapped': (idea) => {
    const argument = idea.argument.replace(/\d+/, (figure) => String(Number(figure) + 13));
    return argument === idea.argument ? null : { ...idea, argument };
  },
  'a number of another kind': (idea) => {
    const argument = idea.argument.replace(/(\d+)%/, '$$$1 billion');
    return argument === idea.argument ? null : { ...idea, argument };
  },
  'a quote that nobody said': (idea) => ({
    ...idea,
    quote: `${idea.quote.slice(0, -1)} and it will triple by Christmas.`,
  }),
  'a word of the quote changed': (idea) => ({ ...idea, quote: idea.quote.replace(/ (\w+) (\w+)/, ' $2 $1') }),
  'another speaker': (idea) => ({
    ...idea,
    speaker: idea.speaker === 'Tom Ferro' ? 'Mara Lindqvist' : 'Tom Ferro',
  }),
  'a speaker from outside': (idea) => ({ ...idea, speaker: 'Warren Buffett' }),
  'a neighbouring company as subject': (idea, i) => {
    const next = IDEAS[i === 0 ? 1 : i - 1]!;
    return idea.subject === 'uranium' || next.subject === 'uranium'
      ? null
      : { ...idea, subject: next.subject, subjectSaid: next.subjectSaid, against: null };
  },
  // Of a company that nothing lists and the transcript garbles, no word in the lines tells it from its neighbour.
  'a neighbouring company all through': (idea, i) => {
    if (idea === appLovin) return null;
    const next = IDEAS[i === 0 ? 1 : i - 1]!;
    if (idea.subject === 'uranium' || next.subject === 'uranium') return null;
    const [own, other] = [idea, next].map((one) => nameOf(one)) as [string, string];
    const swap = (text: string) => text.replaceAll(own, other);
    const { subject, subjectSaid } = next;
    return {
      ...idea,
      subject,
      subjectSaid,
      against: null,
      argument: swap(idea.argument),
      headline: swap(idea.headline),
    };
  },
  'a company from outside': (idea) => ({ ...idea, subject: 'Broadcom', subjectSaid: idea.subjectSaid }),
  'a name from outside': (idea) => ({ ...idea, argument: `${idea.argument}, as Jensen Huang planned` }),
  'a product of another number': (idea) => {
    const argument = idea.argument.replace('18A', '14A');
    return argument === idea.argument ? null : { ...idea, argument };
  },
};

function nameOf({ subject }: ClaimedIdea): string {
  return { 'ticker:NVDA': 'Nvidia', 'ticker:INTC': 'Intel' }[subject] ?? subject;
}

const TURNED: typeof WRONGS = {
  'a turned word': (idea) => {
    const turned: [RegExp, string][] = [
      [/strongest/, 'weakest'],
      [/cheap\b/, 'expensive'],
      [/best/, 'worst'],
      [/must rise/, 'must fall'],
      [/gained/, 'lost'],
      [/not worth owning/, 'worth owning'],
      [/grows just as fast/, 'shrinks just as fast'],
    ];
    const found = turned.find(([word]) => word.test(idea.argument));
    return found === undefined ? null : { ...idea, argument: idea.argument.replace(...found) };
  },
  'a denial of what was said': (idea) => {
    const argument = idea.argument.replace(
      /\b(is cheap|is the best|is the strongest|will double|must rise|just as fast)\b/,
      (said) => `not ${said}`,
    );
    return argument === idea.argument ? null : { ...idea, argument };
  },
};

const casesOf = (wrongs: typeof WRONGS) =>
  Object.entries(wrongs).flatMap(([kind, make]) =>
    IDEAS.flatMap((idea, i) => {
      const wrong = make(idea, i);
      return wrong === null ? [] : [[kind, idea.headline, wrong] as const];
    }),
  );

describe('what is wrong', () => {
  it('is told without doubts where an editor reads what is put right', () => {
    const wrong = {
      ...nvidia,
      quote: 'Nobody said this here.',
      argument: nvidia.argument.replace('strongest', 'weakest'),
    };
    const faultsOf = (isReadAgain: boolean) => {
      const result = proveIdea(sourceFor(wrong), wrong, { isReadAgain });
      return result.is === 'refused' ? result.faults.map((fault) => fault.split(':')[0]) : [];
    };
    expect(faultsOf(true)).toEqual(['quote']);
    expect(faultsOf(false)).toEqual(['quote', 'argument']);
  });

  it.each(casesOf(WRONGS))('is refused: %s (%s)', (_kind, _headline, wrong) => {
    expect(prove(wrong).is).toBe('refused');
  });

  it.each(casesOf(TURNED))(
    'is refused, or left to a reader where one reads it again: %s (%s)',
    (_kind, _headline, wrong) => {
      const contrary = expect.stringContaining('seems to say the contrary of these lines.');
      expect(prove(wrong)).toMatchObject({ is: 'refused', faults: [contrary] });
      expect(proveIdea(sourceFor(wrong), wrong, { isReadAgain: true })).toMatchObject({
        is: 'proven',
        doubts: expect.arrayContaining([contrary]),
      });
    },
  );

  it.each([
    'Target will not buy Nvidia, whose software locks customers in',
    'Block would rather own Nvidia, whose software locks customers in',
    'Shell says that the software of Nvidia locks customers in',
    'Tesla thinks that the software of Nvidia locks customers in',
    'Earmark recommends Nvidia, whose software locks customers in',
    'Earmark and its readers hold that the software of Nvidia locks customers in',
  ])('is a name that nobody said, though it opens the argument: %s', (argument) => {
    const unsaid = `argument: "${argument.split(' ')[0]}" does not occur in these lines.`;
    expect(prove({ ...nvidia, argument })).toEqual({ is: 'refused', faults: [unsaid] });
  });

  it.each(['Target prices of Nvidia are too low', 'Block trades of Nvidia show what software is worth'])(
    'is no word that is also the name of a company: %s',
    (headline) => {
      expect(written({ ...nvidia, headline }).headline).toBe(`Mara Lindqvist: ${headline}`);
    },
  );

  it.each([
    'listeners should purchase Nvidia today, since its software locks customers in',
    'everybody must own Nvidia, since its software locks customers in',
  ])('is an argument that advises to trade: %s', (argument) => {
    const advice = 'argument: tell what was said, give no advice.';
    expect(prove({ ...nvidia, argument })).toEqual({ is: 'refused', faults: [advice] });
  });

  it.each([
    'Nvidia, whose software locks customers in, is a buy',
    'Nvidia is worth buying, since its software locks customers in',
    'Nvidia deserves an outperform rating, since its software locks customers in',
  ])('is an argument that tells to trade as nobody does in the passage: %s', (argument) => {
    const fault = expect.stringMatching(
      /^argument: "[^"]+" tells to trade, and nobody says so in the passage\.$/,
    );
    expect(prove({ ...nvidia, argument })).toEqual({ is: 'refused', faults: [fault] });
  });

  it('is no argument that tells of a trade that the passage tells of', () => {
    expect(intel.argument).toContain('not worth owning');
    expect(prove(intel).is).toBe('proven');
  });

  it('is a step that advises to trade, which costs only itself', () => {
    const step = { line: lineOf(window, 3), verb: 'says' as const, clause: 'investors should own Nvidia' };
    expect(written({ ...nvidia, context: [step] }).context).toBeNull();
  });

  it('is no argument of what somebody should do who is not told to trade', () => {
    const argument = 'investors should expect Nvidia to keep its customers, whom its software locks in';
    expect(prove({ ...nvidia, argument }).is).toBe('proven');
  });

  it('is a quote that begins within a clause, where the whole sentence is too long to quote', () => {
    const cues = ARGUED.cues.map((cue, i) =>
      i === SOUND[0]!.quoted
        ? { ...cue, text: cue.text.replace('.', `${', of every kind, of every size'.repeat(8)}.`) }
        : cue,
    );
    const input = { ...ARGUED, cues };
    const [long] = readEpisode(input, createLinker(universe)).windows;
    const source = { input, window: long!, names: new Map() };
    const faults = (quote: string) => {
      const result = proveIdea(source, { ...nvidia, quote });
      return result.is === 'refused' ? result.faults : [];
    };
    const said = cues[SOUND[0]!.quoted]!.text;
    expect(faults(said.slice(0, said.indexOf(', of')))).toEqual([]);
    expect(faults(said.slice(said.indexOf('software')))).toEqual([
      expect.stringMatching(/^quote: it begins in the middle of a clause/),
    ]);
  });

  it.each([
    ['headline', { headline: 'Nvidia is bullish at $900' }],
    ['ground', { grounds: ['a strong buy', 'long-term contracts'] }],
    [
      'step of the context',
      { context: [{ line: 3, verb: 'says' as const, clause: 'Nvidia lost 80% of its sales' }] },
    ],
    ['risk', { risks: ['an antitrust lawsuit in Brussels'] }],
    ['signal', { signals: ['revenue of $700 billion'] }],
    ['signal that tells to trade', { signals: ['Buy when the cloud grows'] }],
    ['risk that tells to trade', { risks: ['Short it when the browser goes away'] }],
    ['headline that tells to trade', { headline: 'Stay away from Nvidia' }],
  ])('beside the claim costs only itself: %s', (_name, part) => {
    const result = prove({ ...nvidia, ...part });
    expect(result.is === 'proven' && result.leftOut.length).toBeGreaterThan(0);
    const idea = written({ ...nvidia, ...part });
    expect(JSON.stringify(idea)).not.toMatch(/900|strong buy|80%|Brussels|700|Buy|Short|Stay/);
    expect(idea.headline).toMatch(/^Mara Lindqvist|^An argument about Nvidia/);
  });
});

const pieces = fc.constantFrom(...IDEAS.flatMap((idea) => Object.entries(idea)));
/** Sound ideas with some of their fields taken from others, or made up. */
const mixed = fc
  .tuple(
    fc.constantFrom(...IDEAS),
    fc.array(pieces, { maxLength: 4 }),
    fc.option(fc.tuple(fc.constantFrom(...Object.keys(nvidia)), fc.anything())),
  )
  .map(([idea, taken, made]) => ({
    ...idea,
    ...Object.fromEntries(taken),
    ...(made === null ? {} : { [made[0]]: made[1] }),
  }));

describe('the form of an answer', () => {
  it.each([
    ['has a field of its own', { confidence: 0.9 }],
    ['has null for what is left out', { ideaType: null, risks: null, alsoAbout: null, weak: null }],
    ['writes its choices otherwise', { subjectKind: 'Company', stance: 'Bullish', verb: 'Argues' }],
  ])('costs no idea where it %s', (_how, part) => {
    expect(shapeOf({ ...nvidia, ...part })).toEqual({ idea: nvidia });
  });
});

describe('whatever a model claims', () => {
  it('what is stored stands in the transcript: words, second, speaker, numbers; no headline leans', () => {
    let stored = 0;
    const spoken = ['2', '3', '4', '10', '50'];
    const figures = new Set([...spoken, ...ARGUED.cues.flatMap(({ text }) => text.match(/\d+/g) ?? [])]);
    fc.assert(
      fc.property(fc.oneof(mixed, fc.anything()), (raw) => {
        const shaped = shapeOf(raw);
        if ('faults' in shaped) return void expect(shaped.faults.length).toBeGreaterThan(0);
        const result = prove(shaped.idea);
        if (result.is !== 'proven') return;
        stored += 1;
        const idea = writeProven(sourceFor(shaped.idea), result.idea);
        const run = ARGUED.cues.slice(idea.quote.firstCue, idea.quote.lastCue + 1);
        expect(run.map(cueText).join(' ')).toContain(idea.quote.text);
        expect(idea.quote.startSeconds).toBe(Math.floor(run[0]!.start));
        expect(idea.speaker?.name ?? run[0]!.speaker).toBe(run[0]!.speaker);
        expect(idea.headline.split(': ')[1]).not.toMatch(LEANING);
        const told = [idea.thesis, idea.statement, idea.headline].join(' ');
        for (const figure of told.match(/\d+/g) ?? []) expect(figures).toContain(figure);
        expect(idea.startSeconds).toBeLessThanOrEqual(idea.quote.startSeconds + 1);
        expect(idea.endSeconds).toBeGreaterThan(idea.startSeconds);
      }),
      { numRuns: 500 },
    );
    expect(stored).toBeGreaterThan(30);
  });
});

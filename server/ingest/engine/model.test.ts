import { describe, expect, it } from 'vitest';
import { LLM_ENGINE_VERSION } from '#server/ingest/extract/llm/engine.ts';
import {
  analyse,
  CHIPS,
  calls,
  engine,
  episode,
  IDEA,
  ideas,
  NONE,
  published,
  server,
  withModel,
} from '#server/testing/reading/model.ts';
import type { Reply } from '#server/testing/servers/model-server.ts';

withModel();

describe('who speaks', { timeout: 60_000 }, () => {
  const hearing = () => engine({ EARMARK_MODEL_VOICES: true });
  const heard = (said: string): Reply => ({
    text: JSON.stringify({ voices: [{ label: 'Mara Lindqvist', lines: [2], heard: said }] }),
  });

  it('is asked once an episode, before its windows, and kept', async () => {
    server.replies = [heard('as labelled'), ideas(IDEA)];
    const id = await episode();
    await analyse(id, hearing());
    expect(server.requests.map(({ prompt }) => prompt.includes('tell who is who'))).toEqual([true, false]);
    expect(server.requests[0]!.prompt).toContain('Mara Lindqvist: ');
    await analyse(id, hearing());
    expect(server.requests).toHaveLength(2);
  });

  for (const [said, speaker] of [
    ['as labelled', 'Mara Lindqvist'],
    ['cannot tell', 'Mara Lindqvist'],
    ['another', null],
    ['several', null],
    ['a word of its own', 'Mara Lindqvist'],
  ] as const)
    it(`is told where a voice that the feed bears out is heard as "${said}": ${speaker ?? 'nobody'}`, async () => {
      server.replies = [heard(said), ideas(IDEA)];
      const id = await episode();
      await analyse(id, hearing());
      expect(await published(id)).toMatchObject([{ speaker }]);
    });

  it('changes nothing where the answer cannot be read, which is counted', async () => {
    server.replies = [{ text: '{"voices":[{"label":' }, ideas(IDEA)];
    const id = await episode();
    await analyse(id, hearing());
    expect(await published(id)).toMatchObject([{ speaker: 'Mara Lindqvist' }]);
    expect((await calls()).map(({ outcome }) => outcome).sort()).toEqual(['answered', 'unreadable']);
  });

  it('is not asked of a transcript whose labels name nobody', async () => {
    server.replies = [NONE];
    await analyse(await episode(CHIPS.map(([, text]) => ['SPEAKER_01', text])), hearing());
    expect(server.requests).toHaveLength(1);
  });
});

describe('an idea that a model finds', { timeout: 60_000 }, () => {
  it('is published with our attribution, its second, the engine and the model, at its recorded cost', async () => {
    server.replies = [ideas(IDEA)];
    const id = await episode();
    expect(await analyse(id)).toMatchObject({ result: 'processed', added: 1 });
    expect(await published(id)).toEqual([
      {
        headline: 'Mara Lindqvist: Nvidia keeps its customers by its software',
        thesis: `Mara Lindqvist argues that ${IDEA.argument}.`,
        statement: `Mara Lindqvist argues that ${IDEA.argument}.`,
        quote: IDEA.quote,
        at: 120,
        engine: `${LLM_ENGINE_VERSION}:local`,
        speaker: 'Mara Lindqvist',
        tickers: ['NVDA'],
        riskFlags: ['Three customers are half of its sales'],
      },
    ]);
    expect(await calls()).toEqual([
      {
        outcome: 'answered',
        costUsd: expect.closeTo(0.002, 6),
        episodeId: id,
        answer: null,
        ideasKept: 1,
        ideasDropped: 0,
      },
    ]);
  });

  it('is asked for by schema, about numbered lines without the sponsor read, from a closed list of subjects', async () => {
    server.replies = [NONE];
    await analyse(await episode());
    const { prompt, body } = server.requests[0]!;
    expect(body.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
    expect(prompt).toContain('ticker:NVDA = Nvidia, named in lines 1, 2, 3, 4');
    expect(prompt).toContain('Mara Lindqvist [2:00]\\n2| I think Nvidia');
    expect(prompt).not.toContain('Shopify');
  });

  it('is asked for as a plain JSON object where the server takes no schema', async () => {
    server.replies = [NONE];
    await analyse(await episode(), engine({ EARMARK_MODEL_JSON: 'object' }));
    expect(server.requests[0]!.body.response_format).toEqual({ type: 'json_object' });
  });

  it('is asked for at the tier of the settings', async () => {
    server.replies = [NONE];
    await analyse(await episode(), engine({ EARMARK_MODEL_TIER: 'flex' }));
    expect(server.requests[0]!.body.service_tier).toBe('flex');
  });

  it('is asked for with instructions that a provider may keep, the same for each window', async () => {
    server.replies = [NONE];
    const anthropic = { EARMARK_MODEL_PROVIDER: 'anthropic' as const, EARMARK_MODEL_API_KEY: 'test' };
    await analyse(await episode(), engine(anthropic));
    expect(server.requests[0]!.body.system).toMatchObject([{ cache_control: { type: 'ephemeral' } }]);
  });

  it('is read where a local model thinks aloud and fences its answer', async () => {
    const fenced = `\`\`\`json\n${JSON.stringify({ ideas: [IDEA] })}\n\`\`\``;
    server.replies = [{ text: `<think>{"ideas": maybe?}</think>\n${fenced}` }];
    const id = await episode();
    await analyse(id);
    expect(await published(id)).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  it('is kept where the answer holds what a database does not', async () => {
    server.replies = [
      { text: `\0${JSON.stringify({ ideas: [IDEA, { ...IDEA, argument: 'a\0\uD800b' }] })}\0` },
    ];
    const id = await episode();
    expect(await analyse(id)).toMatchObject({ result: 'processed', added: 1 });
    expect(await published(id)).toHaveLength(1);
  });

  it('may quote with other marks and spacing: the transcript’s letters are stored', async () => {
    server.replies = [
      ideas({ ...IDEA, quote: '“i think  NVIDIA is the strongest business in the industry…”' }),
    ];
    const id = await episode();
    await analyse(id);
    expect((await published(id))[0]!.quote).toBe(IDEA.quote);
  });
});

describe('the words of a model', { timeout: 60_000 }, () => {
  it.each([
    [
      'The risk for Nvidia is that three customers are half of its sales.',
      'argues that the risk for Nvidia is',
    ],
    ['that Nvidia locks customers in with its software', 'argues that Nvidia locks customers in'],
  ])('%j stand well after "argues that"', async (argument, thesis) => {
    server.replies = [ideas({ ...IDEA, argument })];
    const id = await episode();
    await analyse(id);
    expect((await published(id))[0]!.thesis).toContain(thesis);
  });
});

const UNPROVEN: [name: string, idea: object, fault: RegExp][] = [
  [
    'an invented quote',
    { ...IDEA, quote: 'Nvidia will be worth ten trillion dollars by Christmas.' },
    /quote: these words are not in the lines/,
  ],
  [
    'a quote over two speakers',
    { ...IDEA, quote: 'after those numbers? I think Nvidia is the strongest' },
    /quote: these words/,
  ],
  [
    'a quote from the sponsor read',
    { ...IDEA, quote: 'Shopify is the best platform to grow your business.' },
    /quote: these words/,
  ],
  [
    'a ticker that is not in the window',
    { ...IDEA, subject: 'ticker:MSFT' },
    /subject: \\"ticker:MSFT\\" is not in the list/,
  ],
  [
    'the ticker of a sponsor',
    { ...IDEA, subject: 'ticker:SHOP' },
    /subject: \\"ticker:SHOP\\" is not in the list/,
  ],
  [
    'a speaker whom nobody named',
    { ...IDEA, speaker: 'Warren Buffett' },
    /speaker: the quote is said by \\"Mara Lindqvist\\"/,
  ],
  ['no speaker where there is one', { ...IDEA, speaker: null }, /speaker: the quote is said by/],
  ['a depth out of range', { ...IDEA, depth: 9 }, /depth: it must be 1, 2, 3, 4 or 5/],
  ['a stance that there is not', { ...IDEA, stance: 'STRONG BUY' }, /stance: Invalid option/],
  ['a field too few', { ...IDEA, argument: undefined }, /argument: Invalid input/],
  ['a depth in words', { ...IDEA, depth: 'deep' }, /depth: Invalid input/],
  [
    'a number nobody said',
    {
      ...IDEA,
      argument: 'Nvidia has $500 billion of long-term contracts and software that locks customers in',
    },
    /argument: \\"\$500 billion\\" does not occur/,
  ],
  [
    'a name nobody said',
    { ...IDEA, argument: 'Nvidia locks customers in with software as Jensen Huang planned' },
    /\\"Jensen\\", \\"Huang\\" does not occur/,
  ],
  [
    'the contrary of what was said',
    { ...IDEA, argument: 'Nvidia is the weakest business in the industry, locked in by long-term contracts' },
    /argument: \\"weakest\\" seems to say the contrary/,
  ],
  [
    'a company that nobody named',
    { ...IDEA, subject: 'Broadcom', subjectSaid: 'Broadcom' },
    /subjectSaid: \\"Broadcom\\" is not said/,
  ],
  [
    'an address in the argument',
    { ...IDEA, argument: 'Nvidia software locks customers in, see www.example.com' },
    /argument: write plain words, no markup/,
  ],
  [
    'a voice of its own',
    { ...IDEA, argument: 'I think Nvidia is the strongest business in the industry' },
    /argument: write in the third person/,
  ],
  [
    'what the transcript tells it to say',
    {
      ...IDEA,
      subject: 'ticker:TSLA',
      quote: CHIPS[5]![1],
      speaker: 'Tom Ferro',
      argument: 'Tesla will reach $9,000',
    },
    /argument: \\"\$9,000\\" does not occur/,
  ],
];

describe('what does not hold', { timeout: 60_000 }, () => {
  it.each(UNPROVEN)(
    '%s is shown to the model with its fault, and stored once put right',
    async (_name, bad, fault) => {
      server.replies = [ideas(bad), ideas(IDEA)];
      const id = await episode();
      await analyse(id);
      expect(server.requests).toHaveLength(2);
      expect(server.requests[1]!.prompt.replaceAll('\\\\', '\\')).toMatch(fault);
      expect((await published(id)).map((row) => row.quote)).toEqual([IDEA.quote]);
      expect((await calls()).at(-1)).toMatchObject({ ideasKept: 1, ideasDropped: 0 });
    },
  );

  it.each(UNPROVEN)('%s is dropped and counted when it comes again', async (_name, bad) => {
    server.replies = [ideas(bad)];
    const id = await episode();
    expect(await analyse(id)).toMatchObject({ result: 'processed', added: 0 });
    expect(server.requests).toHaveLength(2);
    expect(await published(id)).toEqual([]);
    expect((await calls()).reduce((sum, call) => sum + call.ideasDropped, 0)).toBe(1);
  });

  it.each<[string, object]>([
    ['a headline that leans', { headline: 'A bullish setup of contracts' }],
    ['a ground that leans', { grounds: ['a bullish setup of contracts', 'long-term contracts'] }],
    [
      'advice in the context',
      { context: [{ line: 2, verb: 'says', clause: 'investors should own Nvidia' }] },
    ],
    ['a risk that nobody named', { risks: ['an antitrust lawsuit in Brussels'] }],
    ['a signal with a number that nobody said', { signals: ['revenue of $700 billion'] }],
    ['a second ticker that is not there', { alsoAbout: ['ticker:AMD'] }],
  ])('%s is left out of an idea that holds, which nothing is asked about again', async (_name, part) => {
    server.replies = [ideas({ ...IDEA, ...part })];
    const id = await episode();
    await analyse(id);
    expect(server.requests).toHaveLength(1);
    const [row] = await published(id);
    expect(row).toMatchObject({ quote: IDEA.quote, tickers: ['NVDA'] });
    expect(JSON.stringify(row)).not.toMatch(/bullish|investors|Brussels|700|AMD/);
  });

  it('loses only itself: the ideas beside it stand', async () => {
    server.replies = [ideas(UNPROVEN[0]![1], IDEA), NONE];
    const id = await episode();
    await analyse(id);
    expect(await published(id)).toHaveLength(1);
    const recorded = await calls();
    expect(recorded.map((call) => call.ideasKept).sort()).toEqual([0, 1]);
    expect(recorded.map((call) => call.ideasDropped).sort()).toEqual([0, 1]);
  });

  it.each<[string, Reply]>([
    ['no JSON', { text: 'I would rather talk about the weather.' }],
    ['half of a JSON text', { text: '{"ideas": [{"subject": "ticker:NV' }],
    ['JSON of another form', { text: '{"answer": 42}' }],
    ['nothing', { text: '' }],
    ['more than anyone would read', 'goes on and on'],
  ])('an answer of %s is asked for once more', async (_name, reply) => {
    server.replies = [reply, ideas(IDEA)];
    const id = await episode();
    await analyse(id);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]!.prompt).toContain('could not be read');
    expect(await published(id)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import type { Cue, EpisodeInput } from '#server/domain.ts';
import { cueText } from '#server/language/cues/text.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { createRulesExtractor, toldOnce } from './extractor.ts';

const extractor = createRulesExtractor(createLinker(loadUniverse()));

function episode(...lines: [string, string][]): EpisodeInput {
  const cues = lines.map(
    ([speaker, text], i): Cue => ({ start: 100 + i * 20, end: 120 + i * 20, speaker, text }),
  );
  return {
    showName: 'Open Outcry',
    episodeTitle: 'Chips and shops with Mara Lindqvist',
    episodeDescription: null,
    publishedAt: new Date('2026-03-02T06:00:00Z'),
    people: [
      { name: 'Mara Lindqvist', role: 'guest', title: 'Portfolio manager' },
      { name: 'Tom Ferro', role: 'host', title: null },
    ],
    cues,
  };
}

const CHIPS = episode(
  ['Tom Ferro', 'What do you make of Nvidia after those numbers?'],
  [
    'Mara Lindqvist',
    'I think Nvidia is the strongest business in the industry because its software locks customers in. Nvidia grew revenue 60% last year and Nvidia has $90 billion of long-term contracts.',
  ],
  [
    'Mara Lindqvist',
    'The risk for Nvidia is that three customers are half of its sales, but if they keep spending, Nvidia keeps its margins.',
  ],
  [
    'Tom Ferro',
    'This show is brought to you by Shopify. Shopify is the best platform to grow your business. Start today at shopify.com slash outcry.',
  ],
);

describe('createRulesExtractor', () => {
  it('finds the argued idea with speaker, depth and a quote that stands in its cues', async () => {
    const { ideas } = await extractor.extract(CHIPS);
    const idea = ideas.find((one) => one.tickers.includes('NVDA') && one.speaker?.name === 'Mara Lindqvist');
    expect(idea).toMatchObject({ ideaType: 'investment' });
    expect(idea?.speaker).toMatchObject({ role: 'guest', title: 'Portfolio manager' });
    expect(idea?.depth).toBeGreaterThanOrEqual(3);
    const said = CHIPS.cues.slice(idea?.quote.firstCue, (idea?.quote.lastCue ?? 0) + 1);
    expect(said.map(cueText).join(' ')).toContain(idea?.quote.text);
    expect(idea?.quote.startSeconds).toBe(said[0]?.start);
    expect(idea?.riskFlags.join(' ')).toContain('three customers are half of its sales');
  });

  it('reads typographic apostrophes like plain ones, and quotes those of the transcript', async () => {
    const said = episode(
      ['Tom Ferro', "What's your view of Nvidia and AMD?"],
      [
        'Mara Lindqvist',
        "I'm bearish on Nvidia at this price, because its buyers don't earn what they spend.",
      ],
      [
        'Mara Lindqvist',
        "I wouldn't short AMD here, because the company's margins aren't going to fall again.",
      ],
    );
    const typeset = (text: string) => text.replaceAll("'", '’');
    const printed = { ...said, cues: said.cues.map((cue) => ({ ...cue, text: typeset(cue.text) })) };
    const [{ ideas: plain }, { ideas: read }] = [
      await extractor.extract(said),
      await extractor.extract(printed),
    ];
    expect(plain.map(({ stance }) => stance)).toContain('BEARISH');
    expect(read).toEqual(
      plain.map((idea) => ({ ...idea, quote: { ...idea.quote, text: typeset(idea.quote.text) } })),
    );
  });

  it('tells a second argument of a long talk on one subject, made after it was left for a while', async () => {
    const first: [string, string] = [
      'Mara Lindqvist',
      'I think Nvidia is the strongest business in the industry because its software locks customers in. Nvidia grew revenue 60% last year.',
    ];
    const aside: [string, string] = [
      'Mara Lindqvist',
      'We all went to the mountains with the children that summer.',
    ];
    const second: [string, string] = [
      'Mara Lindqvist',
      'I think Nvidia will lose margins because its three largest customers design chips of their own. Nvidia sells half of its chips to them, and if they leave, Nvidia has $40 billion of revenue at risk.',
    ];
    const quotes = async (asides: number) => {
      const { ideas } = await extractor.extract(
        episode(first, ...Array<[string, string]>(asides).fill(aside), second),
      );
      return ideas.filter(({ tickers }) => tickers.includes('NVDA')).map(({ quote }) => quote.firstCue);
    };
    expect(await quotes(0)).toHaveLength(1);
    expect((await quotes(7)).sort()).toEqual([0, 8]);
  });

  it('adds funds to an argument about a theme, and to none about a company that has no shares', async () => {
    const said = (subject: string): [string, string] => [
      'Mara Lindqvist',
      `I think ${subject} will be the strongest business of the decade because demand for robotics is growing every year. ${subject} grew revenue 60% last year.`,
    ];
    const { ideas } = await extractor.extract(episode(said('OpenAI'), said('uranium')));
    const fundsOf = (key: string) => {
      const { participationEtfs, participationTheme } = ideas.find((one) => one.subject.key === key)!;
      return { funds: participationEtfs.length, participationTheme };
    };
    expect(fundsOf('openai')).toEqual({ funds: 0, participationTheme: null });
    expect(fundsOf('uranium')).toMatchObject({ participationTheme: 'Uranium' });
    expect(fundsOf('uranium').funds).toBeGreaterThan(0);
  });

  it('lets readers have one sentence once, under the surer of two subjects', async () => {
    const { ideas } = await extractor.extract(
      episode([
        'Mara Lindqvist',
        "I think Apple will become a smaller and smaller percentage of TSMC's revenue and therefore be less relevant for TSMC to cater to their demands. Apple was the biggest customer for ten years. We have seen TSMC build the most advanced fabs for that demand.",
      ]),
    );
    const [first, second] = ideas;
    if (first === undefined || second === undefined) throw new Error('Two subjects share the sentence.');
    expect(second.quote.text).toBe(first.quote.text);
    const sure = [
      { ...first, confidence: 0.7 },
      { ...second, confidence: 0.8 },
    ];
    expect(toldOnce(sure).map(({ confidence }) => confidence)).toEqual([0.3, 0.8]);
    const other = [
      sure[0] as typeof first,
      { ...second, quote: { ...second.quote, startSeconds: second.quote.startSeconds + 1 } },
    ];
    expect(toldOnce(other)).toEqual(other);
  });

  it('writes attributed sentences that end properly and keep the speaker in front', async () => {
    const { ideas } = await extractor.extract(CHIPS);
    expect(ideas.length).toBeGreaterThan(0);
    for (const idea of ideas) {
      expect(idea.thesis).toMatch(/^(Mara Lindqvist|Tom Ferro) on .+: ".+\."$/);
      expect(idea.statement).toMatch(/^(Mara Lindqvist|Tom Ferro) .+\.$/);
      expect(idea.headline).not.toMatch(/[.!?]"?$/);
    }
  });

  it('says that it judged by words alone, where no encoder answered', async () => {
    expect((await extractor.extract(CHIPS)).byWords).toBe(true);
    const embed = async (texts: readonly unknown[]) => texts.map(() => new Float32Array(384));
    expect(
      (await createRulesExtractor(createLinker(loadUniverse()), embed).extract(CHIPS)).byWords,
    ).toBeUndefined();
  });

  it('tells no stance that the speaker does not declare', async () => {
    const { ideas } = await extractor.extract(CHIPS);
    expect(ideas.map(({ stance, direction }) => [stance, direction])).toEqual(ideas.map(() => [null, null]));
    const [declared] = (
      await extractor.extract(
        episode(['Mara Lindqvist', "I'm bearish on Nvidia at this price. The margins will fall next year."]),
      )
    ).ideas;
    expect(declared).toMatchObject({ stance: 'BEARISH', direction: 'bearish' });
  });

  it('takes no idea and no mention from a sponsor read', async () => {
    const { ideas, mentions, adRanges } = await extractor.extract(CHIPS);
    expect(ideas.some((idea) => idea.tickers.includes('SHOP'))).toBe(false);
    expect(mentions.some((mention) => mention.symbol === 'SHOP')).toBe(false);
    expect(adRanges).toEqual([[160, 180]]);
  });

  it('makes no idea of a question nobody answers, small talk or a bare mention', async () => {
    const { ideas } = await extractor.extract(
      episode(
        ['Tom Ferro', 'What do you think about Oracle?'],
        ['Mara Lindqvist', 'I have not looked.'],
        ['Tom Ferro', 'My brother used to work at Cisco, he lives in Lisbon now and plays tennis.'],
      ),
    );
    expect(ideas).toEqual([]);
  });

  it('reads "long Nvidia, short Intel" as one relative trade', async () => {
    const { ideas } = await extractor.extract(
      episode([
        'Mara Lindqvist',
        'My trade for the year is simple. I am long Nvidia, short Intel, because one takes share and the other loses it.',
      ]),
    );
    const trade = ideas.find((idea) => idea.direction === 'relative');
    expect(trade?.subject.key).toBe('NVDA');
    expect(trade?.tickers).toEqual(['NVDA', 'INTC']);
    expect(trade?.stance).toBe('MIXED');
  });

  it('gives the same answer every time', async () => {
    expect(await extractor.extract(CHIPS)).toEqual(await extractor.extract(CHIPS));
  });

  it('answers an empty transcript with nothing', async () => {
    expect(await extractor.extract(episode())).toEqual({
      ideas: [],
      mentions: [],
      heldBack: [],
      adRanges: [],
      names: {},
    });
  });
});

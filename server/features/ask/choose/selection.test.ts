import { describe, expect, it } from 'vitest';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate, PassageCandidate } from '#server/features/ask/find/store.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import { withMarkers } from '#server/features/ask/tell/markers.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { ideaCandidate, passageCandidate, questionReading } from '#server/testing/reading/evidence.ts';
import { selectForIdea } from './bound-idea.ts';
import { selectEvidence } from './selection.ts';

const now = new Date('2026-09-15T12:00:00Z');
const counts = { total: 100, words: [] };
const linker = createLinker(loadUniverse());
const companiesIn = (text: string) =>
  linker.link(text).map(({ slug, surface }) => ({ slug, written: surface }));

describe('selectEvidence', () => {
  const found = (ideas: IdeaCandidate[], passages: PassageCandidate[] = []): Candidates => ({
    ideas,
    passages,
    ideaCounts: counts,
    passageCounts: counts,
    companiesIn,
    alikeIdeas: new Map(),
    alikePassages: new Map(),
  });
  const many = (n: number, shows: number) =>
    Array.from({ length: n }, (_, i) =>
      ideaCandidate({
        id: `i${i}`,
        showId: `s${i % shows}`,
        quote: `Case ${i} of it.`,
        thesis: `Dana Reyes argues case ${i}.`,
      }),
    );

  it('is none without evidence, low with few statements or one show, ok otherwise', () => {
    expect(selectEvidence(questionReading(), found([]), now).coverage).toBe('none');
    expect(selectEvidence(questionReading(), found(many(2, 2)), now).coverage).toBe('low');
    expect(selectEvidence(questionReading(), found(many(5, 1)), now).coverage).toBe('low');
    expect(selectEvidence(questionReading(), found(many(3, 2)), now).coverage).toBe('ok');
  });

  it('asks for one show only where the question names one', () => {
    const asked = questionReading({ shows: [{ id: 's0', name: 'The Alpha Hour' }] });
    expect(selectEvidence(asked, found(many(3, 1)), now).coverage).toBe('ok');
  });

  it('takes no idea about another company', () => {
    const other = ideaCandidate({
      tickers: ['INTC'],
      entities: ['intel'],
      subjectKey: 'INTC',
      subjectName: 'Intel',
    });
    expect(selectEvidence(questionReading(), found([other]), now).evidence).toEqual([]);
  });

  it('says each thing once', () => {
    expect(
      selectEvidence(questionReading(), found([ideaCandidate({ id: 'a' }), ideaCandidate({ id: 'b' })]), now)
        .evidence,
    ).toHaveLength(1);
  });

  it('hears the other side where there is one', () => {
    const ideas = [
      ...many(8, 2),
      ideaCandidate({
        id: 'z',
        stance: 'BEARISH',
        thesis: 'Ann Lee argues otherwise.',
        discussionDepth: 1,
        episodePublishedAt: new Date('2024-01-01'),
      }),
    ];
    const sides = selectEvidence(questionReading(), found(ideas), now).evidence.map(
      (item) => item.kind === 'idea' && item.side,
    );
    expect(sides).toContain('bearish');
    expect(sides).toHaveLength(6);
  });

  it('counts what denies a trouble neither as a bear case nor as a risk', () => {
    const thesis = 'Dana Reyes argues that the problem of Nvidia is not the power, not the data center.';
    const ideas = [ideaCandidate({ stance: 'BEARISH', thesis, statement: thesis })];
    const asked = questionReading({ side: 'bearish', risks: true });
    expect(selectEvidence(asked, found(ideas), now)).toMatchObject({
      coverage: 'low',
      missing: 'side',
      evidence: [{ side: null }],
    });
  });

  it('never cites a show that asks its listeners for a rating', () => {
    const asked = questionReading({ query: readQuery('rating') });
    const outro =
      'If you enjoyed this show, leave us a rating on Apple Podcasts, and tell us about Nvidia there.';
    const spoken = 'The rating that Moody gave to Nvidia last week is good news for its shares.';
    const cited = (text: string) =>
      selectEvidence(asked, found([], [passageCandidate({ text })]), now).evidence.length;
    expect(cited(spoken)).toBe(1);
    expect(cited(outro)).toBe(0);
  });

  it('puts a statement under no side where the words it quotes lean plainly the other way', () => {
    const quoting = (id: string, words: string) =>
      ideaCandidate({
        id,
        thesis: `Dana Reyes on Nvidia: "${words}"`,
        statement: 'Dana Reyes made an argument about Nvidia.',
        quote: words,
      });
    const praised = quoting('praised', 'I think Nvidia has a great moat.');
    const doubted = quoting('doubted', 'I think the Nvidia risk over five years is pretty large.');
    const { evidence } = selectEvidence(questionReading(), found([praised, doubted]), now);
    expect(
      new Map(evidence.flatMap((item) => (item.kind === 'idea' ? [[item.idea.id, item.side] as const] : []))),
    ).toEqual(
      new Map([
        ['praised', 'bullish'],
        ['doubted', null],
      ]),
    );
    const [bullish] = selectEvidence(
      questionReading({ side: 'bullish' }),
      found([praised, doubted]),
      now,
    ).evidence;
    expect(bullish).toMatchObject({ idea: { id: 'praised' } });
    const answer = withMarkers(
      questionReading(),
      composeSentences(questionReading(), {
        evidence: [evidence.find((item) => item.kind === 'idea' && item.side === null)!],
        missing: null,
      }),
    ).answer;
    expect(answer).toBe(
      'On The Alpha Hour (1 September 2026), Dana Reyes said: “I think the Nvidia risk over five years is pretty large” [1].',
    );
  });

  it('answers from what speaks of the matter, and leaves out what else was said of the subject', () => {
    const asked = questionReading({ query: readQuery('export tariffs') });
    const onTopic = many(3, 2).map((item) => ({
      ...item,
      thesis: `Dana Reyes argues that export tariffs matter to ${item.id}.`,
    }));
    const others = many(6, 3).map((item) => ({
      ...item,
      id: `other-${item.id}`,
      showId: `other-${item.showId}`,
    }));
    const selected = selectEvidence(asked, found([...others, ...onTopic]), now);
    expect(selected.coverage).toBe('ok');
    expect(selected.evidence.map((item) => item.kind === 'idea' && item.idea.thesis)).toEqual(
      onTopic.map(({ thesis }) => thesis),
    );
  });

  it('falls back to what was said of the subject, thinly and said so, where nobody spoke of the matter', () => {
    const asked = questionReading({ query: readQuery('export tariffs') });
    const selected = selectEvidence(asked, found(many(6, 3)), now);
    expect(selected.evidence).toHaveLength(3);
    expect(selected).toMatchObject({ coverage: 'low', missing: 'topic' });
  });

  it('is none where nobody spoke of the matter and no company is named', () => {
    const asked = questionReading({ subjects: [], query: readQuery('export tariffs') });
    expect(selectEvidence(asked, found(many(6, 3)), now)).toEqual({
      evidence: [],
      coverage: 'none',
      missing: null,
    });
  });

  it('goes by the words that the answer cites', () => {
    const asked = questionReading({ query: readQuery('margins') });
    const quoting = (id: string, words: string) =>
      ideaCandidate({
        id,
        thesis: `Dana Reyes on Nvidia: "${words}"`,
        statement: 'Dana Reyes made an argument.',
      });
    const other = quoting('other', 'Nvidia is everywhere today.');
    const spoken = quoting('spoken', 'Nvidia has margins that nobody else has.');
    expect(selectEvidence(asked, found([other]), now)).toMatchObject({ missing: 'topic' });
    expect(selectEvidence(asked, found([other, spoken]), now)).toMatchObject({
      evidence: [{ idea: { id: 'spoken' }, line: { words: 'Nvidia has margins that nobody else has' } }],
      missing: null,
    });
  });

  it('tells the line of an idea that speaks of the matter', () => {
    const asked = questionReading({ query: readQuery('export tariffs') });
    const about = ideaCandidate({
      context:
        'Dana Reyes makes a positive case for Nvidia. The speaker argues that export tariffs spare Nvidia.',
    });
    expect(selectEvidence(asked, found([about]), now).evidence).toMatchObject([
      { line: { claim: 'Dana Reyes argues that export tariffs spare Nvidia', words: null } },
    ]);
  });

  it.each([
    ['profitability', 'Dana Reyes argues that Nvidia has never been more profitable.', true],
    ['profitability', 'Dana Reyes argues that Nvidia earns higher margins than last year.', true],
    ['sales', 'Dana Reyes argues that Nvidia doubles its revenue.', true],
    ['competition', 'Dana Reyes argues that Nvidia has one competitor left.', true],
    ['custom', 'Dana Reyes argues that Nvidia has loyal customers.', false],
    ['interest', 'Dana Reyes argues that Nvidia is an interesting company.', false],
    ['imports', 'Dana Reyes argues that Nvidia is important.', false],
    ['inventory', 'Dana Reyes argues that Nvidia sells out.', false],
  ])('takes a form or a finance synonym of "%s" for it: %s', (word, thesis, isMatter) => {
    const asked = questionReading({ query: readQuery(word) });
    expect(selectEvidence(asked, found([ideaCandidate({ thesis })]), now).missing).toBe(
      isMatter ? null : 'topic',
    );
  });

  it('takes nothing else for a name that was asked about', () => {
    const asked = questionReading({ query: readQuery('chips China'), names: ['china'] });
    const home = ideaCandidate({ thesis: 'Dana Reyes argues that Nvidia chips rule at home.' });
    const abroad = ideaCandidate({ id: 'b', thesis: 'Dana Reyes argues that Nvidia chips rule in China.' });
    expect(selectEvidence(asked, found([home, abroad]), now).evidence).toMatchObject([{ idea: { id: 'b' } }]);
  });

  it('cites the side that was asked for alone, and says so where nobody took it', () => {
    const asked = questionReading({ side: 'bearish' });
    const bear = ideaCandidate({ id: 'bear', stance: 'BEARISH', thesis: 'Ann Lee argues that it slows.' });
    const sides = (ideas: IdeaCandidate[]) => selectEvidence(asked, found(ideas), now);
    expect(sides([...many(4, 2), bear])).toMatchObject({
      evidence: [{ idea: { id: 'bear' } }],
      missing: null,
    });
    expect(sides(many(4, 2))).toMatchObject({ coverage: 'low', missing: 'side' });
  });

  it('hears each of several subjects that are asked about side by side', () => {
    const intel = { name: 'Intel', slug: 'intel', symbols: ['INTC'], written: 'Intel' };
    const asked = questionReading({ subjects: [...questionReading().subjects, intel] });
    const other = ideaCandidate({
      id: 'intel',
      ...{ tickers: ['INTC'], entities: ['intel'], subjectKey: 'INTC', subjectName: 'Intel' },
      thesis: 'Ann Lee argues that Intel waits.',
      discussionDepth: 1,
      episodePublishedAt: new Date('2024-01-01'),
    });
    const { evidence } = selectEvidence(asked, found([...many(8, 4), other]), now);
    expect(evidence.map((item) => item.kind === 'idea' && item.idea.id)).toContain('intel');
  });

  it('tells one moment once, though two ideas were made of it', () => {
    const moment = { quote: 'Nvidia sells all it makes and Intel does not.' };
    const ideas = [
      ideaCandidate({ ...moment, id: 'a' }),
      ideaCandidate({ ...moment, id: 'b', thesis: 'Bo argues so.' }),
    ];
    expect(selectEvidence(questionReading(), found(ideas), now).evidence).toHaveLength(1);
  });

  it('tells a talk once that two shows published', () => {
    const words = 'They sell ninety percent of what they can package, and the rest by June.';
    const quoting = (id: string, text: string) =>
      ideaCandidate({
        id,
        episodeId: id,
        showId: id,
        quote: text,
        thesis: `Dana Reyes on Nvidia: "${text}"`,
      });
    const ideas = [quoting('a', words), quoting('b', words.replace(',', ''))];
    expect(selectEvidence(questionReading(), found(ideas), now).evidence).toHaveLength(1);
  });

  it('needs most of the words beside a company, and the telling ones where words are all there is', () => {
    const query = readQuery('revenue growth sustainable');
    const most = ideaCandidate({ thesis: 'Dana Reyes argues that Nvidia grows its revenue.' });
    const few = ideaCandidate({ thesis: 'Dana Reyes argues that Nvidia grows.' });
    const missing = (idea: IdeaCandidate) =>
      selectEvidence(questionReading({ query }), found([idea]), now).missing;
    expect([missing(most), missing(few)]).toEqual([null, 'topic']);
  });

  it('asks of two companies that stand to each other that both are named', () => {
    const subjects = [
      ...questionReading().subjects,
      { name: 'Intel', slug: 'intel', symbols: ['INTC'], written: 'Intel' },
    ];
    const one = ideaCandidate({ id: 'one', entities: ['nvidia', 'intel'] });
    const both = {
      ...one,
      id: 'both',
      quote: null,
      thesis: 'Dana Reyes argues that Nvidia does not need Intel.',
    };
    const select = (relates: boolean) =>
      selectEvidence(questionReading({ subjects, relates }), found([one, both]), now).evidence;
    expect(select(true)).toMatchObject([{ idea: { id: 'both' } }]);
    expect(select(false)).toHaveLength(2);
  });

  describe('with sentences of transcripts', () => {
    const asked = questionReading({ query: readQuery('export tariffs') });
    const window = (text: string, given: Partial<PassageCandidate> = {}) =>
      passageCandidate({ text, ...given });
    const words = (passages: PassageCandidate[], about = asked) =>
      selectEvidence(about, found([], passages), now).evidence.map(
        (item) => item.kind === 'passage' && item.words,
      );

    it('quotes the one sentence that names the company and the matter', () => {
      const answer = 'We see that the export tariffs hurt Nvidia more than they hurt anybody else';
      expect(
        words([
          window(
            `Well, that is how it was in the summer of last year. ${answer}. So there you go, everybody.`,
          ),
        ]),
      ).toEqual([answer]);
    });

    it.each([
      [
        'of the matter without the company',
        'Nvidia is a fine company to run. The export tariffs hurt everybody in the whole of the trade.',
      ],
      [
        'of the company without the matter',
        'Nvidia is a very fine company to run these days, I think. The export tariffs hurt.',
      ],
      [
        'of the matter far from the company',
        `Everybody speaks of export tariffs and ${'on and '.repeat(14)}then of Nvidia.`,
      ],
      ['as a question', 'Do the export tariffs hurt Nvidia more than they hurt anybody else?'],
    ])('quotes no sentence %s', (_how, text) => {
      expect(words([window(text)])).toEqual([]);
    });

    it.each([
      'He basically said the export tariffs are no threat to companies like Nvidia and Intel.',
      'And they said that export tariffs are the worst risk that Nvidia has today.',
      'Elon Musk is very bullish on Nvidia now that the export tariffs are gone for good.',
    ])('quotes no words of somebody else as those of the speaker: %s', (text) => {
      expect(words([window(text)])).toEqual([]);
    });

    it('hears each episode once before it hears one again, and no moment twice', () => {
      const passages = [
        window('The export tariffs hurt Nvidia more than they hurt anybody else.', {
          id: 1,
          startSeconds: 0,
        }),
        window('The export tariffs are a terrible problem for Nvidia these days.', {
          id: 2,
          startSeconds: 60,
        }),
        window('Nvidia says that export tariffs are the worst of its risks.', {
          id: 3,
          startSeconds: 600,
        }),
        window('The shares of Nvidia fell when the export tariffs came into force.', {
          id: 4,
          episodeId: 'e2',
          showId: 's2',
        }),
      ];
      const { evidence, coverage } = selectEvidence(asked, found([], passages), now);
      expect(evidence.map((item) => item.kind === 'passage' && item.passage.id)).toEqual([4, 3, 2]);
      expect(coverage).toBe('low');
    });

    it('cites a talk once that two shows published, from the one that aired first', () => {
      const text = 'The export tariffs hurt Nvidia more than they hurt anybody else.';
      const passages = [
        window(text, { id: 1, publishedAt: new Date('2026-09-02T00:00:00Z') }),
        window(text.replace('more than', 'more, than'), {
          id: 2,
          episodeId: 'e2',
          showId: 's2',
          publishedAt: new Date('2026-09-01T00:00:00Z'),
        }),
      ];
      const { evidence } = selectEvidence(asked, found([], passages), now);
      expect(evidence.map((item) => item.kind === 'passage' && item.passage.id)).toEqual([2]);
    });

    it('quotes two sentences where the second says what was asked of the company in the first', () => {
      const [first, second] = [
        'Nvidia sells most of its chips abroad these days',
        'The export tariffs hurt that business very badly',
      ];
      expect(words([window(`${first}. ${second}.`)])).toEqual([`${first}. ${second}`]);
    });

    it.each([
      ['breaks off', 'The export tariffs hurt Nvidia more than they hurt all kinds of..'],
      ['is of the show itself', 'The export tariffs episode with Nvidia was the best one that we ever made.'],
    ])('quotes none that %s', (_how, text) => {
      expect(words([window(text)])).toEqual([]);
    });

    it('quotes none that only names a company in passing', () => {
      const about = questionReading();
      const passing = 'We drove by the Nvidia building with the kids when we were there in June.';
      const weighing = 'We drove by Nvidia and I said that its shares are worth twice the price.';
      expect(words([window(passing)], about)).toEqual([]);
      expect(words([window(weighing)], about)).toHaveLength(1);
    });

    it('asks of a theme that it is spoken of in its own sense', () => {
      const gold = { slug: 'gold', name: 'Gold', written: 'gold' };
      const about = questionReading({ subjects: [], themes: [gold], query: readQuery('gold') });
      const sunk = 'It sank with a billion dollars of gold, and gold was all that anybody spoke of.';
      const held = 'I own gold because the gold price goes up whenever they print more money.';
      expect(words([window(sunk)], about)).toEqual([]);
      expect(words([window(held)], about)).toHaveLength(1);
    });

    it('asks of one word that names nobody that the window comes back to it', () => {
      const about = questionReading({ subjects: [], query: readQuery('gold') });
      const once = 'They put gold leaf on the sandwich that we had for lunch.';
      expect(words([window(once)], about)).toEqual([]);
      expect(
        words([window(`${once} And gold is going up every single year from here on out.`)], about),
      ).toHaveLength(1);
    });

    it('takes a sentence for a side of a company only where it speaks of it so', () => {
      const about = { ...asked, side: 'bearish' as const };
      expect(
        words(
          [window('The export tariffs are a terrible problem for Nvidia and they keep losing money.')],
          about,
        ),
      ).toHaveLength(1);
      expect(
        words([window('With the export tariffs gone Nvidia is doing great and growing really fast.')], about),
      ).toEqual([]);
    });
  });

  describe('with a side asked for', () => {
    const robots = { slug: 'robotics', name: 'Robotics', written: 'robots' };
    const onRobots = questionReading({
      subjects: [],
      themes: [robots],
      side: 'bearish',
      query: readQuery('robots'),
    });
    const spoken = (about: QuestionReading, text: string, ideas: IdeaCandidate[] = []) =>
      selectEvidence(about, found(ideas, [passageCandidate({ text })]), now);

    it('quotes of a theme only what takes the side on it', () => {
      const passing = 'A share of a share of a promise, opening for boring robots and for more robots.';
      const faulting = 'I think robots are a terrible business, and these robots break every week.';
      expect(spoken(onRobots, passing)).toMatchObject({ evidence: [], coverage: 'none' });
      expect(spoken(onRobots, faulting).evidence).toHaveLength(1);
    });

    it('says of a theme that nobody took the side, and tells what else was argued on it', () => {
      const hopeful = ideaCandidate({
        thesis: 'Bo argues that robots will pay for themselves.',
        ...{ subjectKey: 'robotics', subjectKind: 'theme', subjectName: 'Robotics', themes: ['robotics'] },
        ...{ tickers: [], entities: [] },
      });
      const passing = 'We saw the robots there, and the robots were all made in one small town.';
      expect(spoken(onRobots, passing, [hopeful])).toMatchObject({
        evidence: [{ idea: { id: hopeful.id } }],
        coverage: 'low',
        missing: 'side',
      });
    });

    it('takes the stance of an idea for one on its own subject alone', () => {
      const brochure = ideaCandidate({
        ...{ stance: 'BULLISH', thesis: 'Amara argues that Amazon gets cheaper.', themes: ['robotics'] },
        context: 'Amara argues that the robots may turn out to be a brochure.',
      });
      const asked = { ...onRobots, side: 'bullish' as const };
      expect(selectEvidence(asked, found([brochure]), now)).toMatchObject({
        evidence: [{ idea: { id: brochure.id }, side: null }],
        coverage: 'low',
        missing: 'side',
      });
    });

    it('takes no side on a company that is only what another is measured by', () => {
      const words =
        "Everyone spends multiples on Amazon than they do on Nvidia, which is why it's such an unbelievably large business.";
      const idea = ideaCandidate({
        ...{ stance: 'BULLISH', quote: words, thesis: `Dana Reyes on Amazon: "${words}"` },
        ...{
          subjectName: 'Amazon',
          subjectKey: 'AMZN',
          tickers: ['AMZN', 'NVDA'],
          entities: ['amazon', 'nvidia'],
        },
      });
      for (const side of ['bullish', 'bearish'] as const)
        expect(selectEvidence(questionReading({ side }), found([idea]), now)).toMatchObject({
          evidence: [{ side: null }],
          missing: 'side',
        });
      expect(selectEvidence(questionReading(), found([idea]), now).evidence).toMatchObject([{ side: null }]);
    });

    it('takes the stance of an idea for none on bare words that it only mentions', () => {
      const about = questionReading({ subjects: [], side: 'bullish', query: readQuery('social networking') });
      const idea = ideaCandidate({
        ...{ subjectKind: 'theme', subjectKey: 'agi', subjectName: 'AGI', tickers: [], entities: [] },
        thesis: 'Dana Reyes argues that whoever wins AGI would probably win social networking.',
      });
      expect(selectEvidence(about, found([idea]), now)).toMatchObject({
        evidence: [{ side: null }],
        coverage: 'low',
        missing: 'side',
      });
      const own = { ...idea, subjectKey: 'social-networking', subjectName: 'Social networking' };
      expect(selectEvidence(about, found([own]), now)).toMatchObject({
        evidence: [{ side: 'bullish' }],
        missing: null,
      });
    });

    it.each([
      ['I think Alphabet is not going to lose to Nvidia.', 'Alphabet', 'GOOGL', false],
      ['I think Nvidia is a terrific business and Alphabet knows it.', 'Alphabet', 'GOOGL', true],
    ])('asks words on another subject to take it on the one asked about: %s', (words, name, key, isSide) => {
      const idea = ideaCandidate({
        ...{ stance: null, quote: words, thesis: `Dana Reyes on ${name}: "${words}"` },
        ...{ subjectName: name, subjectKey: key, tickers: [key, 'NVDA'], entities: ['alphabet', 'nvidia'] },
      });
      const selected = selectEvidence(questionReading({ side: 'bullish' }), found([idea]), now);
      expect(selected.missing).toBe(isSide ? null : 'side');
    });

    it('quotes what others hold only with the answer to it', () => {
      const gold = { slug: 'gold', name: 'Gold', written: 'gold' };
      const about = questionReading({ subjects: [], themes: [gold], query: readQuery('gold') });
      const view = 'People say that the gold price is a terrible bubble and that gold is over.';
      const reply = 'I think that gold is the best money there is today.';
      const quotes = (text: string) =>
        spoken(about, text).evidence.map((item) => item.kind === 'passage' && item.words);
      expect(quotes(`${view} Well there you go.`)).toEqual([]);
      expect(quotes(`So there. ${view} ${reply.replace('gold', 'it')}`)).toEqual([
        `${view} ${reply.replace('gold', 'it').slice(0, -1)}`,
      ]);
    });
  });

  it('takes an idea outside the theme asked about only when it holds nearly all of the words', () => {
    const asked = questionReading({
      subjects: [],
      themes: [{ slug: 'artificial-intelligence', name: 'AI', written: 'AI' }],
      query: readQuery('spending bubble'),
    });
    const half = ideaCandidate({
      id: 'half',
      thesis: 'Bo argues that universities are a bubble.',
      context: null,
    });
    const whole = ideaCandidate({
      id: 'whole',
      thesis: 'Bo argues that the spending on models is a bubble.',
    });
    expect(
      selectEvidence(asked, found([half, whole]), now).evidence.map(
        (item) => item.kind === 'idea' && item.idea.id,
      ),
    ).toEqual(['whole']);
  });
});

describe('selectForIdea', () => {
  const asked = questionReading({ subjects: [], query: readQuery('export tariffs') });
  const select = (passage: PassageCandidate, about = ideaCandidate()) =>
    selectForIdea(asked, about, {
      passages: [passage],
      ideaCounts: counts,
      passageCounts: counts,
      companiesIn,
      alikeIdeas: new Map(),
      alikePassages: new Map(),
    });

  it('adds what the speaker says of the matter right around the idea', () => {
    const { evidence, coverage } = select(passageCandidate({}));
    expect(evidence.map(({ kind }) => kind)).toEqual(['idea', 'passage']);
    expect(coverage).toBe('ok');
  });

  it.each([
    ['far from it', { startSeconds: 900, endSeconds: 950 }],
    ['by somebody else', { speaker: 'Bo Lind' }],
    ['by nobody named', { speaker: null }],
  ])('leaves out what is said %s, and says that little is known', (_how, given) => {
    expect(select(passageCandidate(given))).toMatchObject({ evidence: [{ kind: 'idea' }], coverage: 'low' });
  });

  it('quotes the idea’s own sentence no second time', () => {
    const words = 'The export tariffs hurt Nvidia more than anybody says they do.';
    const about = ideaCandidate({ quote: words, thesis: `Dana Reyes on Nvidia: "${words}"` });
    const again = passageCandidate({ text: `And ${words.charAt(0).toLowerCase()}${words.slice(1)}` });
    expect(select(again, about).evidence).toMatchObject([{ kind: 'idea' }]);
  });

  it('is enough where the idea itself speaks of the matter', () => {
    const about = ideaCandidate({ context: 'Dana Reyes argues that the export tariffs hurt Nvidia.' });
    expect(select(passageCandidate({ startSeconds: 900 }), about).coverage).toBe('ok');
  });
});

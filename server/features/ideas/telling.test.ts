import { describe, expect, it } from 'vitest';
import { speakerOnCard, stanceInWords, told } from '#server/features/ideas/telling.ts';
import { aCard } from '#server/testing/cards.ts';

it('tells where and when it was said, on which side and how fully, in one wording', () => {
  expect(told(aCard({ stance: 'BEARISH', discussionDepth: 3 }))).toMatchObject({
    source: 'Margin Notes, “Dear is a number”, with Ana Ruiz, aired 15 September 2026, at 10:05',
    stance: 'argued as bearish',
    depth: 'argued with evidence, depth 3 of 5',
    manner: 'argued with evidence, as bearish (depth 3 of 5)',
  });
  const unknown = aCard({ timestampSeconds: null, stance: null });
  expect(told(unknown)).toMatchObject({
    at: null,
    stance: 'stance not told',
    manner: 'argued with evidence, stance not told (depth 3 of 5)',
  });
  expect(told(unknown).source).toBe(
    'Margin Notes, “Dear is a number”, with Ana Ruiz, aired 15 September 2026',
  );
});

it('calls what the open tools count as neutral what cards call it', () => {
  expect(stanceInWords('neutral')).toBe('argued as balanced or mixed');
  expect(stanceInWords('BALANCED')).toBe('argued as balanced');
});

it('keeps a line that says more than the headline above it, and leaves out one that repeats it', () => {
  const line = (thesis: string) => told(aCard({ headline: 'Packaging limits Nvidia', thesis })).line;
  expect(line('Ana Ruiz argues that packaging limits Nvidia.')).toBe(
    'Ana Ruiz argues that packaging limits Nvidia.',
  );
  expect(line('Packaging limits Nvidia.')).toBeNull();
  expect(line('“Nvidia” – packaging limits')).toBeNull();
  expect(line('')).toBeNull();
});

describe('a thesis line that quotes', () => {
  const of = (headline: string, thesis: string) => {
    const { headline: title, line } = told(aCard({ headline, thesis }));
    return [title, line];
  };

  it('is not said twice: below its own words stands who said them, and on what unless the headline says that', () => {
    expect(
      of(
        '"Salesforce barely got its debt done"',
        'Ana Ruiz on Salesforce: "Salesforce barely got its debt done."',
      ),
    ).toEqual(['“Salesforce barely got its debt done”', 'Ana Ruiz on Salesforce']);
    expect(
      of(
        'On Salesforce: "It barely got its debt done"',
        'Ana Ruiz on Salesforce: "It barely got its debt done."',
      ),
    ).toEqual(['On Salesforce: “It barely got its debt done”', 'Ana Ruiz']);
  });

  it('goes on where the headline ends, leads up to where it begins, and stands whole where that took other words', () => {
    const whole = 'Ana Ruiz on ASML: "ASML holds its margin because nobody else makes the machine."';
    expect(of('"ASML holds its margin"', whole)).toEqual([
      '“ASML holds its margin”',
      'Ana Ruiz on ASML: “…\u00a0because nobody else makes the machine.”',
    ]);
    expect(of('On ASML: "Nobody else makes the machine"', whole)[1]).toBe(
      'Ana Ruiz: “ASML holds its margin because\u00a0…”',
    );
    expect(of('"Nobody else sells one"', whole)[1]).toBe(
      'Ana Ruiz on ASML: “ASML holds its margin because nobody else makes the machine.”',
    );
  });

  it('is the headline where that says nothing, as much of it as a headline holds', () => {
    expect(of('What Ana Ruiz argued about AI', 'Ana Ruiz on AI: "The cost goes to zero."')).toEqual([
      '“The cost goes to zero”',
      'Ana Ruiz on AI',
    ]);
    const long = `The builders borrow, ${'and borrow, '.repeat(18)}and that ends badly.`;
    const [headline, line] = of('What Ana Ruiz argued about AI', `Ana Ruiz on AI: "${long}"`);
    expect(headline!.length).toBeLessThanOrEqual(182);
    expect(headline).toMatch(/^“The builders borrow, and borrow, .*…”$/);
    expect(line).toMatch(/^Ana Ruiz on AI: “…\u00a0(?:and )?borrow, .*and that ends badly\.”$/);
  });
});

it('cuts a long claim where a clause ends, never within a figure', () => {
  const words =
    'They are a lot cheaper and they are getting so much better that I think also token spend hopefully for startups will go down, so that will not be the reason why you need to raise $20 million because you will not need ten';
  const card = {
    headline: 'What Ana Ruiz argued about startups',
    thesis: `Ana Ruiz on startups: "${words}."`,
  };
  const { headline, line } = told(aCard(card));
  expect(headline).toMatch(/ for startups will go down…”$/);
  expect(line).toMatch(
    /^Ana Ruiz on startups: “…\u00a0so that will not be .* \$20 million because you will not need ten\.”$/,
  );
});

it('ends a claim with its own last words, where those are too few for a line', () => {
  const words = `The reality is that ${'very '.repeat(26)}many people will want to adopt them`;
  const card = {
    headline: 'What Ana Ruiz argued about AI models',
    thesis: `Ana Ruiz on AI models: "${words}."`,
  };
  const { headline, line } = told(aCard(card));
  expect(headline).toBe(`“${words}”`);
  expect(line).toBe('Ana Ruiz on AI models');
});

it('lets nothing that a show named begin a line', () => {
  const card = aCard({ headline: 'One\n# Two', thesis: 'A reason\r\n\r\nof its own' });
  const episode = { ...card.episode, guest: null, title: 'A\nB' };
  const { headline, line, source } = told({ ...card, episode });
  expect([headline, line]).toEqual(['One # Two', 'A reason of its own']);
  expect(source).toBe('Margin Notes, “A B”, aired 15 September 2026, at 10:05');
});

it('puts an episode’s title into quotation marks that end where it ends', () => {
  const card = aCard({});
  const episode = { ...card.episode, title: 'Who says “never” to "AI"?' };
  expect(told({ ...card, episode }).episode).toBe('“Who says ‘never’ to ‘AI’?”');
});

it('names who said it where the card does, and leaves it to the full read elsewhere', () => {
  const card = {
    headline: 'Dev Pallister on banks: deposits and margins',
    thesis: 'Dev Pallister argues that the U.S. banks will keep their deposits.',
  };
  expect(speakerOnCard(card, 'Dev Pallister')).toBe('Dev Pallister');
  expect(speakerOnCard(card, 'Ana Ruiz')).toBeNull();
  expect(speakerOnCard(card, null)).toBeNull();
});

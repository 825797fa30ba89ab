import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageCaller } from '#server/edges/pages.ts';
import { shareServices } from '#server/platform/services.ts';
import { addEpisode, addIdea, addShow, makeSample, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let episodeId: string;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
  const show = await addShow(services);
  episodeId = (await addEpisode(services, { showId: show.id })).id;
});
afterAll(() => services.close());

const ticker = async (id: string) =>
  (await pageCaller(null, '192.0.2.1')).embeds.getEmbed({ kind: 'ticker', id });

describe('the widget of a ticker', () => {
  it('does not tell that a hidden idea is there', async () => {
    const idea = await addIdea(services, { episodeId, tickers: ['QQZZX'] });
    expect((await ticker('QQZZX')).ideas.map(({ id }) => id)).toEqual([idea.id]);
    await setHidden(services, 'idea', [idea.id], true);
    const refused = await Promise.all(
      ['QQZZX', 'ZZZZZZ'].map((id) => ticker(id).catch((error: Error) => error)),
    );
    expect(refused[0]).toBeInstanceOf(Error);
    expect(refused[0]).toEqual(refused[1]);
  });

  it('shows under a former symbol what is said of the present one', async () => {
    const idea = await addIdea(services, { episodeId, tickers: ['META'] });
    const widget = await ticker('$fb');
    expect(widget).toMatchObject({ id: 'META', url: expect.stringMatching(/\/tickers\/META$/) });
    expect(widget.ideas.map(({ id }) => id)).toEqual([idea.id]);
  });
});

describe('a widget by the name of a show', () => {
  const named = async (name: string) =>
    (await pageCaller(null, '192.0.2.1')).embeds.embeddableNamed({ name });

  it('is of the show that is called so in whatever case and blanks, also without its tail in brackets', async () => {
    const optedIn = { embedEnabled: true };
    const grid = await addShow(services, { name: 'Grid & Ledger', ...optedIn });
    const notes = await addShow(services, { name: 'Margin Notes (fictional sample)', ...optedIn });
    expect(await named('Grid & Ledger')).toBe(grid.slug);
    expect(await named(' grid  &  LEDGER ')).toBe(grid.slug);
    expect(await named('Margin Notes (fictional sample)')).toBe(notes.slug);
    expect(await named('margin notes')).toBe(notes.slug);
    expect(await named('Grid')).toBeNull();
    expect(await named('\0')).toBeNull();
  });

  it('is of none where several are called so, and of none that has not opted in', async () => {
    for (const name of ['Twice Told', 'Twice Told (weekly)'])
      await addShow(services, { name, embedEnabled: true });
    await addShow(services, { name: 'Kept Back' });
    expect(await named('Twice Told')).toBeNull();
    expect(await named('Kept Back')).toBeNull();
  });
});

describe('the page that stands in for a widget', () => {
  const standIn = async (id: string) =>
    (await (await pageCaller(null, '192.0.2.1')).embeds.standIn({ kind: 'show', id })).path;

  it('is that of the show of a slug, or of the one show of a name, opted in or not', async () => {
    const show = await addShow(services, { name: 'Plain Ledger (weekly)' });
    expect(await standIn(show.slug)).toBe(`/shows/${show.slug}`);
    expect(await standIn('plain  LEDGER')).toBe(`/shows/${show.slug}`);
    await addShow(services, { name: 'Plain Ledger' });
    expect(await standIn('Plain Ledger')).toBeNull();
    expect(await standIn('No Such Ledger')).toBeNull();
  });
});

describe('what a widget says of fictional samples', () => {
  const of = async (kind: 'show' | 'episode' | 'ticker', id: string) =>
    (await pageCaller(null, '192.0.2.1')).embeds.getEmbed({ kind, id });

  it('is that they are, in its name, beside each idea and in its label', async () => {
    const show = await addShow(services, { name: 'Long Lead', embedEnabled: true });
    await makeSample(services, show.id);
    const episode = await addEpisode(services, { showId: show.id, title: 'Chips' });
    await addIdea(services, { episodeId: episode.id, tickers: ['QQSMP'] });
    const label = expect.stringMatching(/^Fictional samples: nobody said this\. Not investment advice\.$/);
    const ideas = [expect.objectContaining({ show: 'Long Lead (fictional sample)' })];
    expect(await of('show', show.slug)).toMatchObject({ name: 'Long Lead (fictional sample)', label, ideas });
    expect(await of('episode', episode.id)).toMatchObject({ name: 'Chips (fictional sample)', label, ideas });
    expect(await of('ticker', 'QQSMP')).toMatchObject({ name: 'QQSMP', label, ideas });
  });

  it('is said of those alone where others were said', async () => {
    const [sample, real] = [
      await addShow(services, { name: 'Lead' }),
      await addShow(services, { name: 'Real' }),
    ];
    await makeSample(services, sample.id);
    for (const showId of [sample.id, real.id])
      await addIdea(services, {
        episodeId: (await addEpisode(services, { showId })).id,
        tickers: ['QQMIX'],
      });
    const widget = await of('ticker', 'QQMIX');
    expect(widget.ideas.map(({ show }) => show).sort()).toEqual(['Lead (fictional sample)', 'Real']);
    expect(widget.label).toMatch(/fictional samples, marked so\. Not investment advice/);
    expect((await of('ticker', 'META')).label).not.toContain('fictional');
  });
});

describe('the headlines of a widget', () => {
  const headlineOf = async (tickers: string[], headline: string, thesis: string, speakerName?: string) => {
    await addIdea(services, {
      episodeId,
      tickers,
      headline,
      thesis,
      ...(speakerName ? { speakerName } : {}),
    });
    return (await ticker(tickers[0]!)).ideas[0]!.headline;
  };

  it('are the claim, as cards tell it', async () => {
    const said = await headlineOf(
      ['QQZAA'],
      'What Ana Ruiz argued about Nvidia on Margin Notes',
      'Ana Ruiz on Nvidia: "Packaging is what limits them, not demand."',
    );
    expect(said).toBe('“Packaging is what limits them, not demand”');
  });

  for (const [what, words] of [
    ['a stance', 'I am bullish on packaging.'],
    ['a price', 'It is worth $120 to anybody who waits.'],
    ['a rating', 'Packaging is a buy for me.'],
    ['a position', 'I am long the packagers against the designers.'],
    ['a mood', 'I’ve turned sour on packaging.'],
    ['what its speaker would do', 'I would not own a packager.'],
  ] as const)
    it(`never say ${what} in the words of a claim`, async () => {
      const symbol = `QQZB${what.at(-1)!.toUpperCase()}`;
      const thesis = `Ana Ruiz on Nvidia: "${words}"`;
      expect(await headlineOf([symbol], 'What Ana Ruiz argued about Nvidia', thesis)).toBe(
        'What Ana Ruiz argued about Nvidia',
      );
      expect(await headlineOf([`${symbol}X`], `On Nvidia: "${words}"`, thesis)).toMatch(
        /^An argument about /,
      );
    });

  it('tell whose argument it is where its words take a side, as far as the card names them', async () => {
    const claim = 'On Nvidia: "I am bullish on packaging"';
    const thesis = 'Ana Ruiz on Nvidia: "I am bullish on packaging."';
    const named = await headlineOf(['QQZCA'], claim, thesis, 'Ana Ruiz');
    expect(named).toMatch(/^What Ana Ruiz argued about /);
    expect(await headlineOf(['QQZCB'], claim, 'A speaker: "I am bullish on packaging."', 'Ana Ruiz')).toMatch(
      /^An argument about /,
    );
    expect(await headlineOf(['QQZCC'], claim, thesis.replace('Ruiz', 'Bull'), 'Ana Bull')).toMatch(
      /^An argument about /,
    );
  });
});

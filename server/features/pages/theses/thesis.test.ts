import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stance } from '#server/domain.ts';
import { pageCaller } from '#server/edges/pages.ts';
import { stanceWord } from '#server/features/theses/statement.ts';
import { shareServices } from '#server/platform/services.ts';
import { addEpisode, addIdea, addShow, type SeededIdea, type SeededShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

type Said = {
  readonly show: SeededShow;
  readonly day: number;
  readonly stance: Stance | null;
  readonly depth?: number;
};

/** A thesis of these statements, oldest first, each from an episode of its own, with the ideas that make them. */
async function thesisOf(symbol: string, said: readonly Said[]): Promise<{ id: string; ideas: SeededIdea[] }> {
  const [first, last] = [said[0]!, said.at(-1)!].map(({ day }) => airedOn(day)) as [Date, Date];
  const { id } = await services.db.prisma.thesis.create({
    data: {
      subjectKind: 'ticker',
      subjectKey: symbol,
      line: 'growth',
      title: `${symbol}: growth`,
      state: 'first_heard',
      firstHeardAt: first,
      lastMentionAt: last,
      tickers: [symbol],
    },
  });
  const ideas: SeededIdea[] = [];
  for (const { show, day, stance, depth = 3 } of said) {
    const episode = await addEpisode(services, { showId: show.id, publishedAt: airedOn(day) });
    const idea = await addIdea(services, {
      episodeId: episode.id,
      tickers: [symbol],
      stance,
      discussionDepth: depth,
    });
    await services.db.prisma.thesisStatement.create({
      data: {
        thesisId: id,
        ideaId: idea.id,
        date: idea.publishedAt,
        showId: show.id,
        stance: stanceWord(stance),
        depth,
        quote: 'A statement.',
      },
    });
    ideas.push(idea);
  }
  return { id, ideas };
}

const airedOn = (day: number) => new Date(Date.UTC(2026, 7, day));
const look = async (id: string) => (await pageCaller(null, '192.0.2.1')).pages.thesis({ id });

describe('where shows stand on a thesis', () => {
  it('is told of each statement by its own stance, one that is not told apart', async () => {
    const [one, two] = [await addShow(services), await addShow(services)];
    const { id } = await thesisOf('TSLA', [
      { show: one, day: 1, stance: 'BULLISH' },
      { show: two, day: 2, stance: null },
      { show: one, day: 3, stance: 'BEARISH' },
      { show: two, day: 4, stance: null },
      { show: one, day: 5, stance: 'BEARISH' },
      { show: two, day: 6, stance: 'MIXED' },
    ]);
    const stands = ({ name: show }: SeededShow, stance: string | null, statements: number, day: number) =>
      expect.objectContaining({ show, stance, statements, at: airedOn(day) });
    expect((await look(id)).positions).toEqual([
      stands(two, 'neutral', 1, 6),
      stands(one, 'bearish', 2, 5),
      stands(two, null, 2, 4),
      stands(one, 'bullish', 1, 1),
    ]);
  });
});

describe('the strongest other side of a thesis', () => {
  it('is against the claim that the thesis stands under, whatever was said last', async () => {
    const show = await addShow(services);
    const { id, ideas } = await thesisOf('NFLX', [
      { show, day: 1, stance: 'BULLISH', depth: 4 },
      { show, day: 2, stance: 'BEARISH' },
    ]);
    const { theses, opposing } = await look(id);
    expect(theses[0]?.proposition).toEqual({
      ...{ text: ideas[0]!.headline, stance: 'bullish', ideaId: ideas[0]!.id },
      ...{ speaker: null, show: show.name, airedAt: airedOn(1).toISOString() },
      statements: 2,
    });
    expect(opposing?.id).toBe(ideas[1]!.id);
  });
});

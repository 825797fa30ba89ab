import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageCaller } from '#server/edges/pages.ts';
import { shareServices } from '#server/platform/services.ts';
import { addEpisode, addIdea, addShow, setHidden } from '#server/testing/corpus.ts';
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

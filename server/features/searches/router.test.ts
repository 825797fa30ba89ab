import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_SEARCHES } from '#server/features/searches/rules.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { addShow, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

const searchesOf = async () => (await (await follower(services)).caller()).searches;

describe('searches of an account', () => {
  it('are kept once, whatever the spelling, renamed, silenced and removed', async () => {
    const searches = await searchesOf();
    await searches.save({ asked: { q: 'margins', ticker: '$nvda' } });
    await searches.save({ asked: { q: ' margins ', ticker: 'NVDA' }, name: 'Another name' });
    const [kept, ...more] = (await searches.list()).searches;
    expect(more).toEqual([]);
    expect(kept).toMatchObject({
      name: 'margins, NVDA',
      path: '/search?q=margins&ticker=NVDA',
      alerts: true,
    });
    expect((await searches.kept({ q: 'margins', ticker: 'nvda' })).search?.id).toBe(kept!.id);
    await searches.rename({ id: kept!.id, name: '  Chip   margins ' });
    await searches.setAlerts({ id: kept!.id, alerts: false });
    expect((await searches.list()).searches).toMatchObject([{ name: 'Chip margins', alerts: false }]);
    expect(await searches.remove({ asked: { q: 'margins', ticker: 'NVDA' } })).toEqual({ removed: true });
    expect(await searches.remove({ id: kept!.id })).toEqual({ removed: false });
    expect((await searches.list()).searches).toEqual([]);
  });

  it('hold a theme in whatever case it is asked for', async () => {
    const searches = await searchesOf();
    await searches.save({ asked: { theme: 'Nuclear' } });
    expect((await searches.list()).searches).toMatchObject([{ path: '/search?theme=nuclear' }]);
    expect((await searches.kept({ theme: 'NUCLEAR' })).search).not.toBeNull();
  });

  it('tell nothing of a show that was hidden since, but the name that their holder wrote', async () => {
    const holder = await follower(services);
    const caller = await holder.caller();
    const show = await addShow(services, { name: 'The Long Wire', slug: 'the-long-wire' });
    await caller.searches.save({ asked: { showId: show.slug } });
    await caller.searches.save({ asked: { q: 'copper', showId: show.id }, name: 'My copper' });
    const told = async () => (await caller.searches.list()).searches.map(({ name, path }) => [name, path]);
    expect(await told()).toEqual([
      ['My copper', `/search?q=copper&show=${show.id}`],
      ['The Long Wire', '/search?show=the-long-wire'],
    ]);
    await setHidden(services, 'show', [show.id], true);
    expect(await told()).toEqual([
      ['My copper', '/search?q=copper'],
      ['a show that is not listed', '/search'],
    ]);
    expect(JSON.stringify(await caller.settings.exportData())).not.toMatch(/the.long.wire/i);
    expect((await caller.searches.kept({ q: 'copper' })).search).toBeNull();
    expect((await caller.searches.kept({ showId: show.slug })).search).not.toBeNull();
  });

  it('are nobody else’s', async () => {
    const [mine, other] = [await searchesOf(), await searchesOf()];
    await mine.save({ asked: { q: 'margins' } });
    const { id } = (await mine.list()).searches[0]!;
    expect((await other.list()).searches).toEqual([]);
    await expect(other.rename({ id, name: 'Taken' })).rejects.toThrow('That search is gone');
    expect(await other.remove({ id })).toEqual({ removed: false });
    expect((await mine.list()).searches).toHaveLength(1);
  });

  it('ask for something, have a name, and are as many as an account may keep', async () => {
    const searches = await searchesOf();
    await expect(searches.save({ asked: { minDepth: 1 } })).rejects.toThrow('Search for something first');
    await Promise.all(
      Array.from({ length: MAX_SEARCHES + 5 }, (_, i) =>
        searches.save({ asked: { q: `words ${i}` } }).catch((error: Error) => error),
      ),
    );
    const { searches: kept } = await searches.list();
    expect(kept).toHaveLength(MAX_SEARCHES);
    await expect(searches.save({ asked: { q: 'one more' } })).rejects.toThrow(
      `at most ${MAX_SEARCHES} searches`,
    );
    await searches.save({ asked: kept[0]!.asked });
    await expect(searches.rename({ id: kept[0]!.id, name: ' ' })).rejects.toThrow('Give it a name');
  });
});

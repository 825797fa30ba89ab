import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

it.each([
  ['free', false, true],
  ['free', true, false],
  ['premium', false, false],
] as const)(
  'wanting changes of stance on %s, new ideas too: %s, needs Premium: %s',
  async (plan, newIdeas, needsPremium) => {
    const { caller } = await follower(services, { plan });
    const wanted = { mail: 'daily', newIdeas, stanceChange: true } as const;
    expect(await (await caller()).alerts.setWanted(wanted)).toEqual({ mail: 'daily', needsPremium });
  },
);

it('tells of new ideas only while a channel is on and they are wanted', async () => {
  const { caller } = await follower(services, { plan: 'free' });
  const { alerts } = await caller();
  const wanted = { mail: 'daily', newIdeas: true, stanceChange: true } as const;
  await alerts.setWanted({ ...wanted, mail: 'off' });
  expect(await alerts.tellsNewIdeas()).toBe(false);
  await alerts.setWanted(wanted);
  expect(await alerts.tellsNewIdeas()).toBe(true);
  await alerts.setWanted({ ...wanted, newIdeas: false });
  expect(await alerts.tellsNewIdeas()).toBe(false);
});

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

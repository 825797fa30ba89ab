import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnsubscribeToken, unsubscribeToken } from '#server/features/alerts/rules.ts';
import { secretsOf } from '#server/platform/secrets/secrets.ts';
import { runCommand } from '#server/testing/command.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

describe('the secret of an installation', { timeout: 60_000 }, () => {
  const now = () => secretsOf(services.env, services.db);

  it('is made once, and the same for whoever asks', async () => {
    const [first] = await Promise.all([now(), now()]);
    expect(first).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(await now()).toEqual(first);
  });

  it('is rotated with an overlap: what the one before signed is believed until it is forgotten', async () => {
    const [first] = await now();
    const mailed = unsubscribeToken('an account', first);
    expect((await runCommand(services, ['secret', 'rotate'])).code).toBe(0);
    const rotated = await now();
    expect(rotated).toEqual([expect.not.stringContaining(first), first]);
    expect(isUnsubscribeToken('an account', mailed, rotated)).toBe(true);
    expect((await runCommand(services, ['secret', 'forget'])).code).toBe(0);
    expect(await now()).toEqual([rotated[0]]);
    expect(isUnsubscribeToken('an account', mailed, await now())).toBe(false);
    expect((await runCommand(services, ['secret', 'forget'])).stderr).toBe('There is no former secret.\n');
  });

  it('is rotated twice before a restart without losing the one that processes still sign with', async () => {
    const [signing] = await now();
    await runCommand(services, ['secret', 'rotate']);
    await runCommand(services, ['secret', 'rotate']);
    const rotated = await now();
    expect(rotated).toHaveLength(3);
    expect(rotated.at(-1)).toBe(signing);
    await runCommand(services, ['secret', 'forget']);
    expect(await now()).toEqual([rotated[0]]);
  });

  it('of the settings goes before the one of the database', async () => {
    const given = { EARMARK_SECRET: 'a'.repeat(32), EARMARK_SECRET_FORMER: ['b'.repeat(32)] };
    expect(await secretsOf({ ...services.env, ...given }, services.db)).toEqual([
      'a'.repeat(32),
      'b'.repeat(32),
    ]);
  });
});

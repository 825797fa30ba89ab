import { describe, expect, it } from 'vitest';
import { readEnv, SettingError } from '#server/platform/env.ts';

describe('settings', () => {
  it('stand on their own, with a web address from the port', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      EARMARK_ENV: 'live',
      EARMARK_SAMPLES: true,
      webUrl: 'http://localhost:3000',
    });
    expect(readEnv({ PORT: '8080' }).webUrl).toBe('http://localhost:8080');
  });

  it('take an empty value as unset', () => {
    expect(readEnv({ PORT: '', REDIS_URL: '' }).PORT).toBe(3000);
    expect(readEnv({ REDIS_URL: '' }).REDIS_URL).toBeUndefined();
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['EARMARK_BASE_URL', 'ftp://x'],
    ['EARMARK_ENV', 'production'],
    ['EARMARK_SAMPLES', 'yes'],
    ['EARMARK_SECRET', 'short'],
    ['EARMARK_TRUSTED_PROXIES', '-1'],
  ])('refuse %s=%s in one sentence that names it', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(SettingError);
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^Setting ${name} must .*\\.$`));
  });

  it('want a model named with its provider, and all of Stripe or none', () => {
    expect(() => readEnv({ EARMARK_MODEL_PROVIDER: 'anthropic' })).toThrow(/EARMARK_MODEL/);
    expect(() => readEnv({ EARMARK_MODEL_PROVIDER: 'openai-compatible', EARMARK_MODEL: 'm' })).toThrow(
      /EARMARK_MODEL_BASE_URL/,
    );
    expect(() => readEnv({ EARMARK_EXTRACT: 'model' })).toThrow(/EARMARK_MODEL_PROVIDER/);
    expect(() => readEnv({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/STRIPE_WEBHOOK_SECRET/);
  });
});

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

  it.each([
    [
      'DATABASE_URL',
      'mysql://ann:hunter22@db/earmark',
      'a whole URL starting with postgres:// or postgresql://',
    ],
    ['REDIS_URL', 'hunter22', 'a whole URL starting with redis:// or rediss://'],
    ['EARMARK_SMTP_URL', 'mail:hunter22', 'a whole URL starting with smtp:// or smtps://'],
    ['EARMARK_MODEL_BASE_URL', 'ftp://ann:hunter22@x', 'a whole URL starting with http:// or https://'],
    ['EARMARK_SECRET', 'hunter22', 'at least 32 characters'],
  ])('refuse %s without showing what may be secret', (name, value, wanted) => {
    expect(() => readEnv({ [name]: value })).toThrow(`Setting ${name} must be ${wanted}.`);
  });

  it.each([
    [
      'EARMARK_BASE_URL',
      'http://',
      'Setting EARMARK_BASE_URL must be a whole URL starting with http:// or https://.',
    ],
    ['EARMARK_PRICE_CURRENCY', '???', 'must be the ISO 4217 code of a currency, such as USD (it is "???").'],
    ['EARMARK_PRICE_MONTHLY', '0', 'must be a number above 0 (it is "0").'],
    ['EARMARK_MODEL_DAILY_USD', 'five', 'must be a number of dollars, 0 or more (it is "five").'],
    ['EARMARK_MODEL_USD_PER_MTOK_IN', '-1', 'must be a number of dollars, 0 or more (it is "-1").'],
  ])('refuse %s=%s in words of the setting', (name, value, sentence) => {
    expect(() => readEnv({ [name]: value })).toThrow(sentence);
  });

  it.each([
    ['EARMARK_BASEURL', 'EARMARK_BASE_URL'],
    ['EARMARK_TRUSTED_PROXY', 'EARMARK_TRUSTED_PROXIES'],
    ['EARMARK_WORKERS', 'EARMARK_WORKER'],
  ])('refuse %s, which is none, and name the nearest', (name, nearest) => {
    expect(() => readEnv({ [name]: '1' })).toThrow(`There is no setting ${name}: did you mean ${nearest}?`);
  });

  it('take a currency in any case', () => {
    expect(readEnv({ EARMARK_PRICE_CURRENCY: 'eur' }).EARMARK_PRICE_CURRENCY).toBe('EUR');
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

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadEnv, readEnv, SettingError } from '#server/platform/env.ts';

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

  it('of a command log errors alone, unless the checkout’s file or the environment says otherwise', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'earmark-env-')), '.env');
    const level = () => loadEnv({ EARMARK_LOG_LEVEL: 'error' }, file).EARMARK_LOG_LEVEL;
    vi.stubEnv('EARMARK_LOG_LEVEL', undefined);
    expect(level()).toBe('error');
    writeFileSync(file, 'EARMARK_LOG_LEVEL=debug');
    expect(level()).toBe('debug');
    vi.stubEnv('EARMARK_LOG_LEVEL', 'warn');
    expect(level()).toBe('warn');
    vi.stubEnv('EARMARK_LOG_LEVEL', '');
    expect(level()).toBe('error');
    vi.unstubAllEnvs();
  });

  it('take an empty or a blank value as unset', () => {
    expect(readEnv({ PORT: '', REDIS_URL: '' }).PORT).toBe(3000);
    expect(readEnv({ EARMARK_MODEL_DAILY_USD: ' \t' }).EARMARK_MODEL_DAILY_USD).toBe(5);
    expect(readEnv({ REDIS_URL: '' }).REDIS_URL).toBeUndefined();
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['PORT', '80.5'],
    ['EARMARK_WORKER_PORT', '0'],
    ['EARMARK_WORKER_PORT', '0x10'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['EARMARK_PRICE_MONTHLY', '1e2'],
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

  it.each([
    ['EARMARK_BASE_URL', 'https://x.org/earmark'],
    ['EARMARK_BASE_URL', 'https://x.org/?a=1'],
    ['EARMARK_BASE_URL', 'https://ann:hunter22@x.org'],
    ['EARMARK_ALLOWED_ORIGINS', 'https://y.org, x.org'],
    ['EARMARK_ALLOWED_ORIGINS', 'https://z.org/path'],
    ['EARMARK_ALLOWED_ORIGINS', '*'],
    ['EARMARK_FEED_ALLOW_HOSTS', 'http://feeds.lan'],
    ['EARMARK_FEED_ALLOW_HOSTS', 'feeds.lan/a.xml'],
    ['EARMARK_FEED_ALLOW_HOSTS', 'feeds.lan other.lan'],
    ['EARMARK_FEED_ALLOW_HOSTS', '*.lan'],
    ['EARMARK_WEBHOOK_ALLOW_HOSTS', 'hooks.lan:99999'],
    ['EARMARK_WEBHOOK_ALLOW_HOSTS', '10.0.0.0/8'],
    ['EARMARK_OPERATORS', 'foo'],
    ['EARMARK_MAIL_FROM', 'foo'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'foo'],
    ['EARMARK_MODEL_TIER', 'a b'],
    ['EARMARK_PRICE_MONTHLY', '12.345'],
  ])('refuse %s=%s, which would do nothing or something else', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^Setting ${name} must .*\\.$`));
  });

  it.each([
    ['EARMARK_BASE_URL', 'https://x.org:8443/', 'https://x.org:8443'],
    [
      'EARMARK_ALLOWED_ORIGINS',
      'https://Y.org/, http://localhost:5173',
      ['https://y.org', 'http://localhost:5173'],
    ],
    [
      'EARMARK_ALLOWED_ORIGINS',
      'https://y.org:443, chrome-extension://abc',
      ['https://y.org', 'chrome-extension://abc'],
    ],
    [
      'EARMARK_FEED_ALLOW_HOSTS',
      '127.0.0.1:8787, [::1]:80, b\u00fccher.lan',
      ['127.0.0.1:8787', '[::1]:80', 'b\u00fccher.lan'],
    ],
    ['EARMARK_OPERATORS', 'Ann@x.org,ben@y.org', ['ann@x.org', 'ben@y.org']],
    ['EARMARK_MAIL_FROM', 'earmark@localhost', 'earmark@localhost'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=1, b = x=y,', { a: '1', b: 'x=y' }],
    ['EARMARK_PRICE_MONTHLY', '12.50', 12.5],
    ['PORT', ' 8080 ', 8080],
  ])('take %s=%s', (name, value, read) => {
    expect(readEnv({ [name]: value })[name as keyof ReturnType<typeof readEnv>]).toEqual(read);
  });

  it('allow as many decimal places in a price as its currency has', () => {
    expect(() => readEnv({ EARMARK_PRICE_CURRENCY: 'JPY', EARMARK_PRICE_MONTHLY: '1200.5' })).toThrow(
      'Setting EARMARK_PRICE_MONTHLY must have at most 0 decimal places, as JPY has (it is "1200.5").',
    );
  });

  it('want both halves of a sign-in provider', () => {
    for (const half of ['GITHUB_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
      expect(() => readEnv({ [half]: 'x' })).toThrow(/^Settings (?:GITHUB|GOOGLE)_CLIENT_ID and /);
  });

  it('want the secret of today beside former ones', () => {
    const former = { EARMARK_SECRET_FORMER: 'b'.repeat(32) };
    expect(() => readEnv(former)).toThrow('EARMARK_SECRET must be set when EARMARK_SECRET_FORMER is');
    expect(readEnv({ ...former, EARMARK_SECRET: 'a'.repeat(32) }).EARMARK_SECRET_FORMER).toHaveLength(1);
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
    expect(() => readEnv({ EARMARK_MODEL: 'm' })).toThrow(/EARMARK_MODEL_PROVIDER/);
    expect(() => readEnv({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/STRIPE_WEBHOOK_SECRET/);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };

/** The checkout this process runs from. */
export const projectRoot = resolve(import.meta.dirname, '../..');

/** The version of the service. */
export const productVersion: string = packageJson.version;

const optionalUrl = (...schemes: readonly string[]) => {
  const error = `must be a whole URL starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return z
    .url({ protocol: new RegExp(`^(?:${schemes.join('|')})$`), error })
    .refine((url) => url.includes('://'), { error })
    .optional();
};
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean),
  );
const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default(fallback)
    .transform((value) => value === 'on');
const bounded = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` });
const wholeNumber = (min: number, max: number, fallback: number) => bounded(min, max).default(fallback);

const price = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a number above 0' })
    .positive({ error: 'must be a number above 0' })
    .default(fallback);
const dollars = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a number of dollars, 0 or more' })
    .min(0, { error: 'must be a number of dollars, 0 or more' })
    .default(fallback);
const secretList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean),
  )
  .refine((secrets) => secrets.every(({ length }) => length >= 32), {
    error: 'must hold secrets of at least 32 characters, separated by commas',
  });
const share = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, { error: 'must be a number from 0 to 1' })
    .max(1, { error: 'must be a number from 0 to 1' })
    .default(fallback);
const networks = list.refine((blocks) => blocks.every((block) => ipaddr.isValidCIDR(block)), {
  error: 'must be networks such as 10.0.0.0/8, separated by commas',
});
/** Headers as OpenTelemetry's settings write them: `name=value`, separated by commas. */
const headers = z
  .string()
  .default('')
  .transform(
    (text): Record<string, string> =>
      Object.fromEntries(
        text
          .split(',')
          .map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair)?.slice(1))
          .filter((pair) => pair !== undefined),
      ),
  );
const currencies = new Set(Intl.supportedValuesOf('currency'));

const settings = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: wholeNumber(0, 65535, 3000),
  HOST: z.string().default('0.0.0.0'),
  DATABASE_URL: optionalUrl('postgres', 'postgresql'),
  DATABASE_READ_URL: optionalUrl('postgres', 'postgresql'),
  REDIS_URL: optionalUrl('redis', 'rediss'),
  EARMARK_DATA_DIR: z.string().default('.earmark'),
  EARMARK_BASE_URL: optionalUrl('http', 'https'),
  EARMARK_ENV: z.enum(['live', 'test'], { error: 'must be live or test' }).default('live'),
  EARMARK_AGENT_API: onOff('on'),
  EARMARK_ASK: onOff('on'),
  EARMARK_SAMPLES: onOff('on'),
  EARMARK_WORKER: onOff('on'),
  EARMARK_WORKER_PORT: z.coerce
    .number({ error: 'must be a port' })
    .int({ error: 'must be a port' })
    .min(1, { error: 'must be a port' })
    .max(65535, { error: 'must be a port' })
    .optional(),
  EARMARK_ENCODER: onOff('on'),
  EARMARK_BACKUP_DIR: z.string().optional(),
  EARMARK_BACKUP_EVERY: wholeNumber(1, 24 * 366, 24),
  EARMARK_BACKUP_KEEP: wholeNumber(1, 1000, 7),
  EARMARK_BACKUP_BEFORE_UPGRADE: onOff('on'),
  EARMARK_DRAIN_SECONDS: wholeNumber(0, 60, 1),
  EARMARK_FEED_ALLOW_HOSTS: list,
  EARMARK_WEBHOOK_ALLOW_HOSTS: list,
  EARMARK_ALLOWED_ORIGINS: list,
  EARMARK_TRUSTED_PROXIES: wholeNumber(0, 10, 0),
  EARMARK_SECRET: z.string().min(32, { error: 'must be at least 32 characters' }).optional(),
  EARMARK_SECRET_FORMER: secretList,
  EARMARK_DB_POOL: wholeNumber(2, 200, 16),
  EARMARK_DB_PREPARE: onOff('on'),
  EARMARK_PAGES_KEPT_MB: wholeNumber(0, 4096, 32),
  EARMARK_ANSWERS_KEPT_MB: wholeNumber(0, 4096, 16),
  EARMARK_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  EARMARK_SMTP_URL: optionalUrl('smtp', 'smtps'),
  EARMARK_MAIL_FROM: z.string().default('Earmark <no-reply@earmark.example>'),
  EARMARK_OPERATOR_NAME: z.string().max(120).default('the operator of this service'),
  EARMARK_OPERATOR_ADDRESS: z.string().max(300).optional(),
  EARMARK_CONTACT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  EARMARK_REMOVAL_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  EARMARK_OPERATORS: list,
  EARMARK_MCP_REGISTRY_PROOF: z
    .string()
    .regex(/^v=MCPv1; k=[a-z0-9-]+; p=[A-Za-z0-9+/=]+$/, { error: 'must read v=MCPv1; k=...; p=...' })
    .optional(),
  EARMARK_OPENAI_APPS_PROOF: z
    .string()
    .regex(/^[\w.~-]+$/, { error: 'must be the token that OpenAI gives, without blanks' })
    .max(512)
    .optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_YEARLY: z.string().optional(),
  STRIPE_API_BASE: optionalUrl('http', 'https'),
  EARMARK_PRICE_CURRENCY: z
    .string()
    .toUpperCase()
    .refine((code) => currencies.has(code), { error: 'must be the ISO 4217 code of a currency, such as USD' })
    .default('USD'),
  EARMARK_PRICE_MONTHLY: price(12),
  EARMARK_PRICE_YEARLY: price(120),
  EARMARK_MODEL_PROVIDER: z
    .enum(['openai-compatible', 'anthropic'], { error: 'must be openai-compatible or anthropic' })
    .optional(),
  EARMARK_MODEL: z.string().optional(),
  EARMARK_MODEL_BASE_URL: optionalUrl('http', 'https'),
  EARMARK_MODEL_API_KEY: z.string().optional(),
  EARMARK_MODEL_JSON: z.enum(['schema', 'object'], { error: 'must be schema or object' }).default('schema'),
  EARMARK_MODEL_TIER: z.string().optional(),
  EARMARK_MODEL_CHECK: onOff('on'),
  EARMARK_MODEL_VOICES: onOff('on'),
  EARMARK_EXTRACT: z.enum(['rules', 'model'], { error: 'must be rules or model' }).default('rules'),
  EARMARK_MODEL_DAILY_USD: dollars(5),
  EARMARK_MODEL_USD_PER_MTOK_IN: dollars(0),
  EARMARK_MODEL_USD_PER_MTOK_OUT: dollars(0),
  EARMARK_METRICS_TOKEN: z.string().min(16, { error: 'must be at least 16 characters' }).optional(),
  EARMARK_METRICS_NETWORKS: networks,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl('http', 'https'),
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: z.string().default('earmark'),
  OTEL_TRACES_SAMPLER_ARG: share(1),
  EARMARK_SPEECH_BASE_URL: optionalUrl('http', 'https'),
  EARMARK_SPEECH_API_KEY: z.string().optional(),
  EARMARK_SPEECH_MODEL: z.string().default('whisper-1'),
});

export type Env = z.infer<typeof settings> & {
  /** Where pages and the API are reached from outside, without a trailing slash. */
  readonly webUrl: string;
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  /** Absolute path of the folder that backups are made in by themselves. */
  readonly backupDir: string;
};

// Keys, and addresses that may name a password: messages end in logs, and their values stay out of them.
const MAY_BE_SECRET = /SECRET|KEY|TOKEN|HEADERS|ENDPOINT|URL|STRIPE/;

/** A setting that is wrong, or that does not fit this machine; the message is the one sentence shown before the process ends. */
export class SettingError extends Error {}

/**
 * Validates settings. Empty values count as unset. Throws SettingError naming the first wrong setting.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  refuseUnknown(Object.keys(given));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new SettingError(
      `Setting ${name} ${issue.message}${MAY_BE_SECRET.test(name) ? '' : ` (it is "${given[name]}")`}.`,
    );
  }
  const env = parsed.data;
  if (env.EARMARK_MODEL_PROVIDER && !env.EARMARK_MODEL) {
    throw new SettingError('Setting EARMARK_MODEL must name a model when EARMARK_MODEL_PROVIDER is set.');
  }
  if (env.EARMARK_MODEL_PROVIDER === 'openai-compatible' && !env.EARMARK_MODEL_BASE_URL) {
    throw new SettingError(
      'Setting EARMARK_MODEL_BASE_URL must be set when EARMARK_MODEL_PROVIDER is openai-compatible.',
    );
  }
  if (env.EARMARK_EXTRACT === 'model' && !env.EARMARK_MODEL_PROVIDER) {
    throw new SettingError('Setting EARMARK_MODEL_PROVIDER must be set when EARMARK_EXTRACT is model.');
  }
  if (
    env.STRIPE_SECRET_KEY &&
    !(env.STRIPE_WEBHOOK_SECRET && env.STRIPE_PRICE_MONTHLY && env.STRIPE_PRICE_YEARLY)
  ) {
    throw new SettingError(
      'Settings STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY must be set beside STRIPE_SECRET_KEY.',
    );
  }
  return {
    ...env,
    webUrl: (env.EARMARK_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(projectRoot, env.EARMARK_DATA_DIR),
    backupDir: resolve(projectRoot, env.EARMARK_BACKUP_DIR ?? join(env.EARMARK_DATA_DIR, 'backups')),
  };
}

/** A setting of ours that is misspelt would be left out in silence. */
function refuseUnknown(names: readonly string[]): void {
  const known = Object.keys(settings.shape).filter((name) => name.startsWith('EARMARK_'));
  const unknown = names.find((name) => name.startsWith('EARMARK_') && !known.includes(name));
  if (unknown === undefined) return;
  const nearest = known.toSorted((a, b) => distance(a, unknown) - distance(b, unknown))[0]!;
  throw new SettingError(`There is no setting ${unknown}: did you mean ${nearest}?`);
}

/** Letters put in, left out or changed between two names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}

/** Settings from `.env` in the checkout, overridden by the process environment. */
export function loadEnv(): Env {
  const file = join(projectRoot, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return readEnv({ ...fromFile, ...process.env });
}

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import {
  currency,
  dollars,
  emails,
  headers,
  hosts,
  networks,
  onOff,
  optionalPort,
  optionalSite,
  optionalUrl,
  origins,
  price,
  secretList,
  sender,
  share,
  wholeNumber,
} from '#server/platform/env/kinds.ts';
import { unknownSetting } from '#server/platform/env/unknown.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** The checkout this process runs from. */
export const projectRoot = resolve(import.meta.dirname, '../..');

/** The version of the service. */
export const productVersion: string = packageJson.version;

const settings = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: wholeNumber(0, 65535, 3000),
  HOST: z.string().default('0.0.0.0'),
  DATABASE_URL: optionalUrl('postgres', 'postgresql'),
  DATABASE_READ_URL: optionalUrl('postgres', 'postgresql'),
  REDIS_URL: optionalUrl('redis', 'rediss'),
  EARMARK_DATA_DIR: z.string().default('.earmark'),
  EARMARK_BASE_URL: optionalSite,
  EARMARK_ENV: z.enum(['live', 'test'], { error: 'must be live or test' }).default('live'),
  EARMARK_AGENT_API: onOff('on'),
  EARMARK_ASK: onOff('on'),
  EARMARK_SAMPLES: onOff('on'),
  EARMARK_WORKER: onOff('on'),
  EARMARK_WORKER_PORT: optionalPort,
  EARMARK_ENCODER: onOff('on'),
  EARMARK_BACKUP_DIR: z.string().optional(),
  EARMARK_BACKUP_EVERY: wholeNumber(1, 24 * 366, 24),
  EARMARK_BACKUP_KEEP: wholeNumber(1, 1000, 7),
  EARMARK_BACKUP_BEFORE_UPGRADE: onOff('on'),
  EARMARK_DRAIN_SECONDS: wholeNumber(0, 60, 1),
  EARMARK_FEED_ALLOW_HOSTS: hosts,
  EARMARK_WEBHOOK_ALLOW_HOSTS: hosts,
  EARMARK_ALLOWED_ORIGINS: origins,
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
  EARMARK_MAIL_FROM: sender.default('Earmark <no-reply@earmark.example>'),
  EARMARK_OPERATOR_NAME: z.string().max(120).optional(),
  EARMARK_OPERATOR_ADDRESS: z.string().max(300).optional(),
  EARMARK_CONTACT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  EARMARK_REMOVAL_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  EARMARK_OPERATORS: emails,
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
  EARMARK_PRICE_CURRENCY: currency.default('USD'),
  EARMARK_PRICE_MONTHLY: price(12),
  EARMARK_PRICE_YEARLY: price(120),
  EARMARK_MODEL_PROVIDER: z
    .enum(['openai-compatible', 'anthropic'], { error: 'must be openai-compatible or anthropic' })
    .optional(),
  EARMARK_MODEL: z.string().optional(),
  EARMARK_MODEL_BASE_URL: optionalUrl('http', 'https'),
  EARMARK_MODEL_API_KEY: z.string().optional(),
  EARMARK_MODEL_JSON: z.enum(['schema', 'object'], { error: 'must be schema or object' }).default('schema'),
  EARMARK_MODEL_TIER: z
    .string()
    .regex(/^[\w.-]+$/, { error: 'must be one word, such as flex' })
    .optional(),
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
  /** Absolute path of the folder for automatic backups. */
  readonly backupDir: string;
};

// Keys, and URLs that may hold a password: messages end up in logs, so these values are never shown.
const MAY_BE_SECRET = /SECRET|KEY|TOKEN|HEADERS|ENDPOINT|URL|STRIPE/;

/** A setting is wrong or does not fit this machine. The message is the one sentence shown before the process ends. */
export class SettingError extends Error {}

/**
 * Validates settings. Empty and blank values count as unset; for those `defaults` come before the service's own. Throws SettingError naming
 * the first wrong setting.
 */
export function readEnv(
  source: Readonly<Record<string, string | undefined>>,
  defaults: Readonly<Record<string, string>> = {},
): Env {
  const set = Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== '');
  const given = { ...defaults, ...Object.fromEntries(set) };
  const unknown = unknownSetting(Object.keys(given), Object.keys(settings.shape));
  if (unknown) throw new SettingError(unknown);
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new SettingError(
      `Setting ${name} ${issue.message}${MAY_BE_SECRET.test(name) ? '' : ` (it is "${given[name]}")`}.`,
    );
  }
  const env = parsed.data;
  const misfit = misfitOf(env);
  if (misfit) throw new SettingError(misfit);
  return {
    ...env,
    webUrl: env.EARMARK_BASE_URL ?? `http://localhost:${env.PORT}`,
    dataDir: resolve(projectRoot, env.EARMARK_DATA_DIR),
    backupDir: resolve(projectRoot, env.EARMARK_BACKUP_DIR ?? join(env.EARMARK_DATA_DIR, 'backups')),
  };
}

/** One sentence on settings that are valid alone but not together; null if there are none. */
function misfitOf(env: z.infer<typeof settings>): string | null {
  if (env.EARMARK_MODEL_PROVIDER && !env.EARMARK_MODEL)
    return 'Setting EARMARK_MODEL must name a model when EARMARK_MODEL_PROVIDER is set.';
  if (env.EARMARK_MODEL_PROVIDER === 'openai-compatible' && !env.EARMARK_MODEL_BASE_URL)
    return 'Setting EARMARK_MODEL_BASE_URL must be set when EARMARK_MODEL_PROVIDER is openai-compatible.';
  if (env.EARMARK_EXTRACT === 'model' && !env.EARMARK_MODEL_PROVIDER)
    return 'Setting EARMARK_MODEL_PROVIDER must be set when EARMARK_EXTRACT is model.';
  if (env.EARMARK_MODEL && !env.EARMARK_MODEL_PROVIDER)
    return 'Setting EARMARK_MODEL_PROVIDER must be set when EARMARK_MODEL is.';
  if (env.EARMARK_SECRET_FORMER.length > 0 && !env.EARMARK_SECRET)
    return 'Setting EARMARK_SECRET must be set when EARMARK_SECRET_FORMER is.';
  if (
    env.STRIPE_SECRET_KEY &&
    !(env.STRIPE_WEBHOOK_SECRET && env.STRIPE_PRICE_MONTHLY && env.STRIPE_PRICE_YEARLY)
  )
    return 'Settings STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY must be set beside STRIPE_SECRET_KEY.';
  for (const provider of ['GITHUB', 'GOOGLE'] as const)
    if (!env[`${provider}_CLIENT_ID`] !== !env[`${provider}_CLIENT_SECRET`])
      return `Settings ${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET must be set both or neither.`;
  const { maximumFractionDigits: digits = 0 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: env.EARMARK_PRICE_CURRENCY,
  }).resolvedOptions();
  for (const name of ['EARMARK_PRICE_MONTHLY', 'EARMARK_PRICE_YEARLY'] as const)
    if (Number(env[name].toFixed(digits)) !== env[name])
      return `Setting ${name} must have at most ${digits} decimal places, as ${env.EARMARK_PRICE_CURRENCY} has (it is "${env[name]}").`;
  return null;
}

/** Settings from the process environment, else from `.env` in the checkout, else from `defaults`. */
export function loadEnv(
  defaults: Readonly<Record<string, string>> = {},
  file = join(projectRoot, '.env'),
): Env {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return readEnv({ ...fromFile, ...process.env }, defaults);
}

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What returns a package, which Node loads when it is first asked for and keeps. */
function later<Package>(name: string): () => Package {
  return () => require(name) as Package;
}

/** Packages that take a tenth of a second or more to load and that few processes use: each is loaded at its first use. */
export const late = {
  ai: later<typeof import('ai')>('ai'),
  anthropic: later<typeof import('@ai-sdk/anthropic')>('@ai-sdk/anthropic'),
  openAiCompatible: later<typeof import('@ai-sdk/openai-compatible')>('@ai-sdk/openai-compatible'),
  ioredis: later<typeof import('ioredis')>('ioredis'),
  nodemailer: later<typeof import('nodemailer')>('nodemailer'),
  undici: later<typeof import('undici')>('undici'),
  wink: later<typeof import('wink-nlp').default>('wink-nlp'),
  winkModel: later<typeof import('wink-eng-lite-web-model').default>('wink-eng-lite-web-model'),
} as const;

import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** A URL with one of these schemes; undefined where it is not set. */
export const optionalUrl = (...schemes: readonly string[]) => {
  const error = `must be a whole URL starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return z
    .url({ protocol: new RegExp(`^(?:${schemes.join('|')})$`), error })
    .refine((url) => url.includes('://'), { error })
    .optional();
};

/** Values separated by commas, in lower case. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean),
  );

/** A switch, as a boolean. */
export const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default(fallback)
    .transform((value) => value === 'on');

/** A number in digits, with or without a sign and decimal places: `Number` alone reads `0x10` and `1e3`, too. */
const digits = (error: string) =>
  z
    .string()
    .trim()
    .regex(/^-?\d+(?:\.\d+)?$/, { error })
    .transform(Number);

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number, fallback: number) =>
  digits('must be a whole number')
    .pipe(
      z
        .int({ error: 'must be a whole number' })
        .min(min, { error: `must be at least ${min}` })
        .max(max, { error: `must be at most ${max}` }),
    )
    .default(fallback);

/** A port to listen on; undefined where it is not set. */
export const optionalPort = digits('must be a port')
  .pipe(
    z
      .int({ error: 'must be a port' })
      .min(1, { error: 'must be a port' })
      .max(65535, { error: 'must be a port' }),
  )
  .optional();

/** A price in units of its currency, above 0. */
export const price = (fallback: number) =>
  digits('must be a number above 0')
    .pipe(z.number().positive({ error: 'must be a number above 0' }))
    .default(fallback);

/** An amount in US dollars, 0 or more. */
export const dollars = (fallback: number) =>
  digits('must be a number of dollars, 0 or more')
    .pipe(z.number().min(0, { error: 'must be a number of dollars, 0 or more' }))
    .default(fallback);

/** Secrets separated by commas. */
export const secretList = z
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

/** `name=value` with blanks around either. */
const HEADER = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/;

/** A share from 0 to 1. */
export const share = (fallback: number) =>
  digits('must be a number from 0 to 1')
    .pipe(
      z
        .number()
        .min(0, { error: 'must be a number from 0 to 1' })
        .max(1, { error: 'must be a number from 0 to 1' }),
    )
    .default(fallback);

/** Networks in CIDR notation, separated by commas. */
export const networks = list.refine((blocks) => blocks.every((block) => ipaddr.isValidCIDR(block)), {
  error: 'must be networks such as 10.0.0.0/8, separated by commas',
});

/** Headers as OpenTelemetry's settings write them: `name=value`, separated by commas. */
export const headers = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((pair) => pair.trim() !== ''))
  .refine((pairs) => pairs.every((pair) => HEADER.test(pair)), {
    error: 'must be headers such as name=value, separated by commas',
  })
  .transform(
    (pairs): Record<string, string> => Object.fromEntries(pairs.map((pair) => HEADER.exec(pair)!.slice(1))),
  );
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** The ISO 4217 code of a currency, in any case. */
export const currency = z
  .string()
  .toUpperCase()
  .refine((code) => currencies.has(code), { error: 'must be the ISO 4217 code of a currency, such as USD' });

/** The address of a site, without a trailing slash: links are made by putting a path behind it. */
export const optionalSite = optionalUrl('http', 'https')
  .refine((url) => isBare(URL.parse(url ?? '')), {
    error: 'must be an address without a path, a query, a user name or a password',
  })
  .transform((url) => url?.replace(/\/+$/, ''));

/** True for what is no URL, too: that is refused already, or not set. */
function isBare(url: URL | null): boolean {
  if (!url) return true;
  const { pathname, search, hash, username, password } = url;
  return /^\/+$/.test(pathname) && search + hash + username + password === '';
}

/** Hosts as `isAllowedHost` compares them. */
export const hosts = list.refine((all) => all.every(isHost), {
  error: 'must be hosts such as 127.0.0.1:8787, localhost or [::1], separated by commas',
});

function isHost(text: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[^\s/\\@?#*:[\]]+)(?::\d{1,5})?$/.test(text) && URL.canParse(`http://${text}/`);
}

/** Origins as browsers send them: also those of extensions, without the port that a scheme has by itself. */
export const origins = list
  .transform((all) => all.map((one) => one.replace(/\/$/, '')))
  .refine(
    (all) => all.every((one) => /^[a-z][a-z\d+.-]*:\/\/[^\s/\\?#@*]+$/.test(one) && URL.canParse(one)),
    {
      error: 'must be origins such as https://agent.example, separated by commas',
    },
  )
  .transform((all) => all.map((one) => (/^https?:/.test(one) ? new URL(one).origin : one)));

/** E-mail addresses separated by commas, in lower case. */
export const emails = list.refine((all) => all.every((one) => z.email().safeParse(one).success), {
  error: 'must be e-mail addresses, separated by commas',
});

/** Who a mail is from: an address, or a name with the address in angle brackets. */
export const sender = z.string().regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
  error: 'must be an e-mail address, or a name and <address>',
});

import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError, WRONG_USAGE } from '#server/cli/run.ts';
import { feedAddress, isStorable, MAX_IDENTITY_BYTES } from '#server/feeds/identity.ts';
import { parseOpml } from '#server/feeds/opml.ts';
import { parseFeed } from '#server/feeds/parse.ts';
import type { ParsedFeed } from '#server/feeds/types.ts';

/** What one argument of `feeds add` names: an address to poll, those of a subscription list, or the feed that a file holds. */
export type Source =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'list'; readonly urls: readonly string[]; readonly skipped: number }
  | { readonly kind: 'file'; readonly url: string; readonly feed: ParsedFeed };

/**
 * Reads an argument of `feeds add` and stores nothing. Throws CommandError where it is neither an address that can be stored
 * nor a feed or subscription list that can be read.
 */
export function readSource(argument: string): Source {
  const source = argument.trim();
  if (/^https?:\/\//i.test(source)) return { kind: 'address', url: storable(source) };
  const bytes = readBytes(source);
  const opml = parseOpml(bytes, null);
  if (opml.ok) {
    if (opml.skipped > 0) sayUnused(source, opml.skipped);
    return {
      kind: 'list',
      urls: opml.subscriptions.map(({ url }) => storable(url)),
      skipped: opml.skipped,
    };
  }
  const url = pathToFileURL(resolve(source)).href;
  const parsed = parseFeed(bytes, { contentType: null, url });
  if (!parsed.ok)
    throw new CommandError(`${basename(source)} is neither a feed nor a subscription list: ${parsed.reason}`);
  return { kind: 'file', url, feed: parsed.feed };
}

function storable(address: string): string {
  if (!URL.canParse(address)) throw new CommandError(`${address} is no web address.`, WRONG_USAGE);
  const url = feedAddress(address);
  if (!isStorable(url))
    throw new CommandError(`The address of a feed has ${MAX_IDENTITY_BYTES} bytes at most.`, WRONG_USAGE);
  return url;
}

function sayUnused(source: string, outlines: number): void {
  const which = outlines === 1 ? '1 outline' : `${outlines} outlines`;
  process.stderr.write(
    `Skipped ${which} of ${basename(source)}: the feed address is no web address or has more than ${MAX_IDENTITY_BYTES} bytes.\n`,
  );
}

function readBytes(source: string): Buffer {
  try {
    return readFileSync(source);
  } catch (error) {
    throw new CommandError(unreadable(source, error as NodeJS.ErrnoException), WRONG_USAGE);
  }
}

function unreadable(source: string, { code, message }: NodeJS.ErrnoException): string {
  if (source === '') return 'Name an address, which begins with https://, or a file.';
  if (code === 'ENOENT')
    return `${source} is neither a web address, which begins with https://, nor a file that is there.`;
  return `${source} is neither a web address nor a file that can be read: ${message}`;
}

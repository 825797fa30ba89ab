import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import { DIRECTION_MARKS } from '#server/platform/pattern.ts';

const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
/** Characters of source that are read: several times the longest show notes seen. */
const MAX_SOURCE = 200_000;
const MAX_DEPTH = 200;
const SILENT = new Set(['script', 'style', 'iframe', 'object', 'noscript', 'template']);
const BLOCK_TAG = /<\/?(?:p|br|div|li|ul|ol|h[1-6]|tr|table|blockquote|section|hr)[\s/>]/i;
const ANY_TAG = /<\/?[a-z][a-z0-9]{0,15}[\s/>]|<!--/i;
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/i;

/** HTML (or plain text) to plain text: tags dropped, entities decoded, one newline between blocks at least. */
export function plainText(source: string): string {
  const bounded = source.length > MAX_SOURCE ? source.slice(0, MAX_SOURCE) : source;
  // Many publishers escape twice: text that still looks like HTML after decoding is HTML.
  const decoded = ANY_TAG.test(bounded) ? bounded : decodeOnce(bounded);
  if (!ANY_TAG.test(decoded)) return tidy(decoded);
  // Line ends in HTML mean nothing; in text with a few inline tags the author put them there.
  const html = BLOCK_TAG.test(decoded) ? decoded.replace(/\s+/g, ' ') : decoded;
  return tidy(decodeOnce(stripTags(html)));
}

/** One line of plain text, for titles and names. */
export function plainLine(source: string): string {
  return plainText(source).replace(/\s+/g, ' ').trim();
}

function stripTags(html: string): string {
  const parts: string[] = [];
  let silent = 0;
  const isRead = readHtml(html, MAX_DEPTH, {
    open(name) {
      if (SILENT.has(name)) silent++;
      if (name === 'p') parts.push('\n\n');
      else if (BLOCKS.has(name)) parts.push('\n');
    },
    text(words) {
      if (silent === 0) parts.push(words);
    },
    close(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1);
      if (name === 'p') parts.push('\n\n');
      else if (BLOCKS.has(name) && name !== 'br' && name !== 'hr') parts.push('\n');
    },
  });
  // Nobody nests this deep by hand.
  return isRead ? parts.join('') : html.replace(/<[^<>]*>/g, ' ');
}

/** What is told of HTML as it is read: tags by their names in lower case, and the text between them, entities decoded. */
type HtmlHandlers = {
  readonly open: (name: string) => void;
  readonly text: (words: string) => void;
  readonly close: (name: string) => void;
};

/** Reads HTML from its beginning; false where tags nest deeper than `maxDepth`, at which the parser would take quadratic time. */
export function readHtml(html: string, maxDepth: number, { open, text, close }: HtmlHandlers): boolean {
  let depth = 0;
  let isTooDeep = false;
  const parser = new Parser({
    onopentagname(name) {
      depth++;
      if (depth > maxDepth) {
        isTooDeep = true;
        parser.pause();
      }
      open(name);
    },
    ontext: text,
    onclosetag(name) {
      depth--;
      close(name);
    },
  });
  parser.end(html);
  return !isTooDeep;
}

/** Decodes the entities of a text once: `AT&amp;amp;T` is `AT&amp;T`. */
export function decodeOnce(text: string): string {
  return ENTITY.test(text) ? decodeHTMLStrict(text) : text;
}

// Control characters, and direction marks that would reverse the text beside a title.
const UNWANTED = new RegExp(`[^\\P{Cc}\\n\\t]|[${DIRECTION_MARKS}]`, 'gu');

function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNWANTED, '')
    .replace(/[\t\u00a0\u200b\ufeff ]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';

/**
 * An element of a feed. Names are lower case with the namespace's usual prefix (`podcast:transcript`,
 * `itunes:duration`), whatever prefix the publisher chose; elements of RSS and Atom themselves carry none.
 */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly (string | XmlElement)[];
};

export type XmlDocument =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly reason: string; readonly isTooLarge?: true };

/** Deeper than any feed goes, shallow enough that the parser's stack stays cheap. */
const MAX_DEPTH = 128;
const MAX_ELEMENTS = 750_000;
/** `whyStop` is called once in this many elements. */
const ASKED_EACH = 1_000;
/** Characters between two tags: beyond the longest show notes, and short enough that decoding stays cheap. */
const MAX_TEXT = 400_000;

const ROOTS = new Set(['rss', 'rdf:rdf', 'rdf', 'feed', 'channel', 'opml', 'html']);

/** Fields that hold only text, and fields that therefore cannot be inside one. */
const PLAIN_FIELDS = new Set(['title', 'link', 'guid', 'pubdate', 'language', 'description']);
const FIELDS_OF_ITEMS = new Set([
  'guid',
  'pubdate',
  'enclosure',
  'description',
  'itunes:duration',
  'podcast:transcript',
]);

/** Namespaces by address, without scheme, `www.` and closing slash; the empty prefix is RSS itself. */
const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['w3.org/2005/atom', 'atom'],
  ['purl.org/atom/ns', 'atom'],
  ['example.com/newformat', 'atom'],
  ['purl.org/rss/1.0', ''],
  ['my.netscape.com/rdf/simple/0.9', ''],
  ['channel.netscape.com/rdf/simple/0.9', ''],
  ['my.netscape.com/publish/formats/rss-0.91.dtd', ''],
  ['backend.userland.com/rss', ''],
  ['backend.userland.com/rss2', ''],
  ['backend.userland.com/rss091', ''],
  ['blogs.law.harvard.edu/tech/rss', ''],
  ['w3.org/1999/02/22-rdf-syntax-ns', 'rdf'],
  ['purl.org/rss/1.0/modules/content', 'content'],
  ['purl.org/dc/elements/1.0', 'dc'],
  ['purl.org/dc/elements/1.1', 'dc'],
  ['purl.org/dc/terms', 'dcterms'],
  ['search.yahoo.com/mrss', 'media'],
  ['search.yahoo.com/rss', 'media'],
  ['tools.search.yahoo.com/mrss', 'media'],
  ['google.com/schemas/play-podcasts/1.0', 'googleplay'],
  ['purl.oclc.org/net/rss_2.0/enc', 'enc'],
  ['w3.org/1999/xhtml', 'xhtml'],
  ['w3.org/xml/1998/namespace', 'xml'],
]);

type Frame = {
  readonly element: { name: string; attributes: Record<string, string>; content: (string | XmlElement)[] };
  readonly prefixes: ReadonlyMap<string, string>;
};

class Refused extends Error {}

/**
 * Reads XML as publishers write it: unclosed tags are closed by their parent's end, stray ampersands and HTML
 * entities are text, junk before the declaration is ignored. Entities a document defines are never expanded,
 * so a document cannot grow. Linear in the input; refuses absurd nesting, and stops where `whyStop` gives a reason.
 */
export function parseXml(text: string, whyStop: () => string | null = () => null): XmlDocument {
  try {
    return readDocument(text, whyStop);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.message, isTooLarge: true };
    return { ok: false, reason: 'The document could not be read as XML.' };
  }
}

function readDocument(text: string, whyStop: () => string | null): XmlDocument {
  const top: XmlElement[] = [];
  const open: Frame[] = [];
  const rootPrefixes = new Map<string, string>([['xml', 'xml']]);
  let elements = 0;
  let inCdata = false;
  let atomIsBare = false;

  const parser = new Parser(
    {
      onopentag(rawName, rawAttributes) {
        elements += 1;
        refuseAbsurd(open.length, elements, whyStop);
        const parent = open.at(-1);
        const prefixes = declarePrefixes(
          parent?.prefixes ?? rootPrefixes,
          rawAttributes,
          parent === undefined,
        );
        const name = elementName(rawName, prefixes);
        if (name === 'atom:feed' && open.length === 0) atomIsBare = true;
        const bare = atomIsBare && name.startsWith('atom:') ? name.slice(5) : name;
        const element = { name: bare, attributes: attributesOf(rawAttributes, prefixes), content: [] };
        const holder = holderOf(open, bare);
        if (holder) holder.element.content.push(element);
        else top.push(element);
        open.push({ element, prefixes });
      },
      onclosetag() {
        open.pop();
      },
      oncdatastart() {
        inCdata = true;
      },
      oncdataend() {
        inCdata = false;
      },
      ontext(data) {
        const parent = open.at(-1);
        if (!parent) return;
        const text = data.length > MAX_TEXT ? data.slice(0, MAX_TEXT) : data;
        parent.element.content.push(cleanText(inCdata ? text : decodeHTMLStrict(text)));
      },
    },
    { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(text);

  const root = top.find((element) => ROOTS.has(element.name)) ?? top[0];
  return root ? { ok: true, root } : { ok: false, reason: 'The document holds no XML element.' };
}

/** Throws `Refused` for an element below `depth` others, the so many-th of its document, that no feed has. */
function refuseAbsurd(depth: number, elements: number, whyStop: () => string | null): void {
  if (depth >= MAX_DEPTH) throw new Refused('The document nests its elements too deeply to be a feed.');
  if (elements > MAX_ELEMENTS) throw new Refused('The document has too many elements to be a feed.');
  const why = elements % ASKED_EACH === 0 ? whyStop() : null;
  if (why !== null) throw new Refused(why);
}

/** Attributes by their canonical names, decoded. The default namespace is none of theirs. */
function attributesOf(
  raw: Readonly<Record<string, string>>,
  prefixes: ReadonlyMap<string, string>,
): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(raw))
    attributes[canonicalName(key, prefixes)] = cleanText(decodeHTMLAttribute(value)).trim();
  return attributes;
}

/**
 * The open element that a new one belongs to: the innermost, unless that is a field that was never closed
 * (`<title>One<guid>…`) or an item inside an item, which no dialect has.
 */
function holderOf(open: readonly Frame[], name: string): Frame | undefined {
  let index = open.length - 1;
  if (name === 'item' || name === 'entry') {
    const unclosed = open.findIndex((frame) => frame.element.name === name);
    if (unclosed > 0) index = unclosed - 1;
  } else if (FIELDS_OF_ITEMS.has(name)) {
    while (index > 0 && PLAIN_FIELDS.has(open[index]?.element.name ?? '')) index--;
  }
  return open[index];
}

/**
 * Keys are prefixes; the empty key is the default namespace. A default declared on the root says only what
 * dialect the document is, so it is kept solely when that is Atom.
 */
function declarePrefixes(
  inherited: ReadonlyMap<string, string>,
  attributes: Readonly<Record<string, string>>,
  isRoot: boolean,
): ReadonlyMap<string, string> {
  let own: Map<string, string> | null = null;
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith('xmlns')) continue;
    const canonical = namespacePrefix(value);
    own ??= new Map(inherited);
    if (key === 'xmlns') own.set('', isRoot && canonical !== 'atom' ? '' : (canonical ?? ''));
    else if (canonical === null) own.delete(key.slice(6));
    else own.set(key.slice(6), canonical);
  }
  return own ?? inherited;
}

function namespacePrefix(uri: string): string | null {
  const key = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/#]{1,8}$/, '');
  if (key.endsWith('/dtds/podcast-1.0.dtd')) return 'itunes';
  if (key.startsWith('podcastindex.org/namespace')) return 'podcast';
  if (key.startsWith('github.com/podcastindex-org/podcast-namespace')) return 'podcast';
  if (key.startsWith('purl.org/atom/')) return 'atom';
  return NAMESPACES.get(key) ?? null;
}

function elementName(rawName: string, prefixes: ReadonlyMap<string, string>): string {
  const prefix = rawName.includes(':') ? undefined : prefixes.get('');
  return prefix ? `${prefix}:${rawName}` : canonicalName(rawName, prefixes);
}

/** An undeclared or unknown prefix keeps its own name, so a forgotten `xmlns:podcast` costs nothing. */
function canonicalName(rawName: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = rawName.indexOf(':');
  if (colon < 0) return rawName;
  const prefix = rawName.slice(0, colon);
  if (prefix === 'xmlns') return rawName;
  const local = rawName.slice(colon + 1);
  const canonical = prefixes.get(prefix) ?? prefix;
  return canonical === '' ? local : `${canonical}:${local}`;
}

/** Drops what PostgreSQL and JSON cannot carry: NUL, other control characters, half surrogate pairs. */
export function cleanText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
}

/** Direct children with one of the names, in document order. */
export function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  const found: XmlElement[] = [];
  for (const part of element.content) {
    if (typeof part !== 'string' && names.includes(part.name)) found.push(part);
  }
  return found;
}

/** The text of an element and everything inside it, markup dropped. */
export function textOf(element: XmlElement): string {
  let text = '';
  for (const part of element.content) text += typeof part === 'string' ? part : textOf(part);
  return text;
}

/**
 * The element's content as HTML source. Escaped or CDATA markup is already source; child elements (XHTML, or
 * HTML left unescaped) are written back. With `literal`, text is not source but words, and is escaped.
 */
export function markupOf(element: XmlElement, literal: boolean): string {
  let markup = '';
  for (const part of element.content) {
    if (typeof part === 'string')
      markup += literal ? part.replace(/&/g, '&amp;').replace(/</g, '&lt;') : part;
    else {
      const name = part.name.replace(/^xhtml:/, '');
      markup += `<${name}>${markupOf(part, literal)}</${name}>`;
    }
  }
  return markup;
}

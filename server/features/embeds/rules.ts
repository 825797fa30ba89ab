import { attribution } from '#server/api/attribution.ts';
import { ideaUrl, type Web } from '#server/api/links.ts';
import { isLeaning } from '#server/features/embeds/leaning.ts';
import type { Embed, EmbedKind } from '#server/features/embeds/schema.ts';
import type { EmbedIdea, EmbedSubject } from '#server/features/embeds/store.ts';
import { widgetTitle } from '#server/features/embeds/titles.ts';
import { aboutSubject } from '#server/features/ideas/licence.ts';
import { toCard } from '#server/features/ideas/rules.ts';
import type { IdeaRow } from '#server/features/ideas/store.ts';
import { saysClaim, speakerOnCard, told } from '#server/features/ideas/telling.ts';
import { subjectInSentence } from '#server/linking/themes/name.ts';

/** Shown on every form of a widget: what it is a record of, and that it is no advice. */
const LABELS = {
  record: 'A record of what was said on podcasts. Not investment advice.',
  mixed: 'A record of what was said on podcasts, and fictional samples, marked so. Not investment advice.',
  samples: 'Fictional samples: nobody said this. Not investment advice.',
} as const;

function labelOf(subject: EmbedSubject, rows: readonly EmbedIdea[]): string {
  if (subject.sample) return LABELS.samples;
  if (!rows.some((row) => row.sample)) return LABELS.record;
  return rows.every((row) => row.sample) ? LABELS.samples : LABELS.mixed;
}

/** The payload of a widget (docs/contract.md, Public embed data and widgets). */
export function toEmbed(
  kind: EmbedKind,
  subject: EmbedSubject,
  rows: readonly EmbedIdea[],
  web: Web,
  now: Date,
): Embed {
  return {
    kind,
    id: subject.id,
    name: subject.name,
    url: `${web.webUrl}${subject.path}`,
    label: labelOf(subject, rows),
    attribution: attribution(web.webUrl, subject.path),
    ideas: rows.map((row) => ({
      id: row.id,
      headline: widgetHeadline(row, web),
      publishedAt: row.publishedAt.toISOString(),
      show: row.showName,
      episodeTitle: widgetTitle(row.episodeTitle, row.episodePublishedAt),
      url: ideaUrl(web, row.id),
    })),
    generatedAt: now.toISOString(),
  };
}

/**
 * The headline, or the claim where that does not say it; where a claim takes a side or names a price in words, whose
 * argument it is, as far as the card names them, and what it is about.
 */
function widgetHeadline(row: IdeaRow, web: Web): string {
  const card = toCard(row, web);
  const claim = saysClaim(card.headline) ? card.headline : told(card).headline;
  const speaker = speakerOnCard(card, row.speakerName);
  const whose = speaker === null ? [] : [`What ${speaker} argued about ${subjectInSentence(row)}`];
  const fitting = [claim, card.headline, ...whose].find((headline) => !isLeaning(headline));
  return fitting ?? aboutSubject(row);
}

export type Look = { readonly theme: 'light' | 'dark' | 'auto'; readonly accent: string };

const DEFAULT_ACCENT = '#7a4b1e';

/** How a widget looks, from its address: `theme` and `accent` (a hex colour); anything else is the default. */
export function lookOf(query: URLSearchParams): Look {
  const theme = query.get('theme');
  const accent = `#${(query.get('accent') ?? '').replace(/^#/, '')}`;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    accent: /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(accent) ? accent.toLowerCase() : DEFAULT_ACCENT,
  };
}

/** Heights a host may reserve for a widget, in CSS pixels. */
export const EMBED_HEIGHT = { min: 160, max: 1200, fallback: 420 } as const;
export const EMBED_WIDTH = { max: 1200, fallback: 480 } as const;

/** A wanted size brought within bounds; the fallback when it is no number. */
export function boundedSize(
  wanted: string | null,
  bounds: { min: number; max: number; fallback: number },
): number {
  const value = Number(wanted ?? '');
  if (wanted === null || wanted.trim() === '' || !Number.isFinite(value)) return bounds.fallback;
  return Math.round(Math.min(bounds.max, Math.max(bounds.min, value)));
}

/** Our size, cut to the consumer's `maxwidth` or `maxheight`, which oEmbed lets none exceed; uncut when that is no positive number. */
export function sizeWithin(
  most: string | null,
  { max, fallback }: { max: number; fallback: number },
): number {
  const value = Math.floor(Number(most ?? ''));
  return Number.isFinite(value) && value > 0 ? Math.min(value, max) : fallback;
}

const OTHER_DIRECTION = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const [FSI, PDI] = ['\u2068', '\u2069'];

/** Text for an element that isolates it: what it opens and what it closes stays within. The text itself is whole. */
export function balanced(text: string): string {
  let [open, stray] = [0, 0];
  for (const character of text) {
    if (character >= '\u2066' && character <= FSI) open += 1;
    else if (character === PDI && open > 0) open -= 1;
    else if (character === PDI) stray += 1;
  }
  return `${FSI.repeat(stray)}${text}${PDI.repeat(open)}`;
}

/** Text amid ours where there is no element to isolate it, such as an attribute; as it is when it has one direction. */
export function isolated(text: string): string {
  return OTHER_DIRECTION.test(text) ? `${FSI}${balanced(text)}${PDI}` : text;
}

/**
 * The first headlines, as many as fit an image of this size by the lines that they are likely to take. The first stands in
 * every image, clipped where it is too long for it: an image without one would say that there is none.
 */
export function fittingHeadlines(headlines: readonly string[], width: number, height: number): string[] {
  const perLine = Math.floor((width - IMAGE.aside) / IMAGE.letter);
  const whole = height - (width < IMAGE.wide ? IMAGE.aroundNarrow : IMAGE.aroundWide);
  const lines = Math.max(1, Math.floor((whole - IMAGE.dayAndGap) / IMAGE.line));
  let room = whole;
  const full = headlines.findIndex((headline) => {
    room -= Math.ceil(headline.length / perLine) * IMAGE.line + IMAGE.dayAndGap;
    return room < 0;
  });
  const fitting = headlines.slice(0, full === -1 ? headlines.length : Math.max(1, full));
  return fitting.map((headline) => clipped(headline, lines * perLine));
}

// Measures of the image in pixels, as it is drawn: left and right, a letter's width, above and below (the label takes more lines in a narrow one).
const IMAGE = {
  aside: 112,
  letter: 18,
  wide: 1000,
  aroundWide: 285,
  aroundNarrow: 350,
  line: 42,
  dayAndGap: 44,
};

// What the faces that images are drawn with hold (app/_server/faces.ts: Latin and Cyrillic, no sign that may be an emoji), so that drawing never asks the network for more.
const UNDRAWABLE =
  /[^ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u012b\u012e-\u0131\u0134-\u0165\u0168-\u017f\u0218-\u021b\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac]+/gu;

/** The part of a text that an image can show, on one line; empty when that is nothing. */
export function drawable(text: string): string {
  return text.normalize('NFC').replace(UNDRAWABLE, ' ').replace(/ +/g, ' ').trim();
}

/** A word that would be cut this near to the end of a text is left out whole. */
const WORD_CHARS = 20;

/** At most `length` characters of a text, in whole words where they are short, with an ellipsis and the closing quotation mark when there were more. */
export function clipped(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const cut = characters.slice(0, length - 1).join('');
  const end = cut.lastIndexOf(' ');
  const kept = (end > Math.max(0, cut.length - WORD_CHARS) ? cut.slice(0, end) : cut).replace(
    /[\s,;:–—-]+$/,
    '',
  );
  return kept.lastIndexOf('“') > kept.lastIndexOf('”')
    ? `${[...kept].slice(0, length - 2).join('')}…”`
    : `${kept}…`;
}

/** Addresses of the oEmbed answers for one of our pages. */
export function oEmbedUrls(webUrl: string, path: string): { readonly json: string; readonly xml: string } {
  const of = (format: string) =>
    `${webUrl}/oembed?${new URLSearchParams({ url: `${webUrl}${path}`, format })}`;
  return { json: of('json'), xml: of('xml') };
}

/** The kind and id in the path of one of our pages (`/shows/x`, `/episodes/x`, `/tickers/X`, or an embed page); null for another. */
export function embedOfPage(pageUrl: string, web: Web): { kind: EmbedKind; id: string } | null {
  if (!URL.canParse(pageUrl)) return null;
  const url = new URL(pageUrl);
  if (url.origin !== new URL(web.webUrl).origin) return null;
  const match = /^\/(?:embed\/(show|episode|ticker)|(show|episode|ticker)s)\/([^/]+)\/?$/.exec(url.pathname);
  if (!match) return null;
  try {
    return { kind: (match[1] ?? match[2]) as EmbedKind, id: decodeURIComponent(match[3]!) };
  } catch {
    return null;
  }
}

import type { Cue, Subject } from '#server/domain.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { LEAST_LINK_CONFIDENCE } from '#server/linking/linker.ts';
import { findThemes } from '#server/linking/themes/rules.ts';
import type { Theme } from '#server/linking/themes/table/entry.ts';
import { findIntroduced, type Introduced } from './introduced.ts';

/** A company, fund or asset found in a cue; offsets are characters in the cue's text as `cueText` tells it. */
export type EntityLink = {
  readonly cue: number;
  readonly start: number;
  readonly end: number;
  readonly surface: string;
  readonly subject: { readonly kind: 'ticker' | 'company'; readonly key: string; readonly name: string };
  readonly tickers: readonly string[];
  /** Symbol of the listed owner of a company with its own name; else empty. */
  readonly ownerTickers: readonly string[];
  /** Company slug, listed or not. */
  readonly slug: string;
  readonly confidence: number;
  /** Named through a product, brand or division. */
  readonly product: boolean;
};

/** What the engine asks of an entity linker; `expected` are slugs of companies that the episode's notes name. */
export type EpisodeLinker = {
  linkEpisode(cues: readonly Cue[], asOf?: Date, expected?: readonly string[]): readonly EntityLink[];
};

/** A subject named in a sentence; offsets are characters in the sentence. */
export type Mention = {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
  readonly surface: string;
  readonly subject: Subject;
  readonly tickers: readonly string[];
  /** Symbol of the listed owner of a company that goes by its own name (Alphabet's, for Waymo); else empty. */
  readonly ownerTickers: readonly string[];
  /** Company slug; null for a theme. */
  readonly slug: string | null;
  readonly product: boolean;
  readonly confidence: number;
  readonly cue: number;
  /** Set where the speaker runs the company: in which answer, and whether by name or as "we". */
  readonly ownFirm?: { readonly answer: number; readonly named: boolean };
};

/**
 * All subjects named, in sentence order: sure entity links, then companies that the talk introduces, then themes, each
 * where nothing overlaps yet.
 */
export function findMentions(
  sentences: readonly Sentence[],
  links: readonly EntityLink[],
  notes: readonly string[] = [],
): Mention[] {
  const byCue = sentencesByCue(sentences);
  const mentions: Mention[] = [];
  for (const link of links) {
    if (link.confidence < LEAST_LINK_CONFIDENCE) continue;
    const mention = placeLink(link, byCue.get(link.cue) ?? []);
    if (mention !== null) mentions.push(mention);
  }
  const known = new Set(links.map((link) => link.surface.toLowerCase()));
  const linked = groupBySentence(mentions);
  for (const found of findIntroduced(sentences, known, notes))
    if (isFree(linked.get(found.sentence), found))
      mentions.push(introducedMention(sentences[found.sentence] as Sentence, found));
  const taken = groupBySentence(mentions);
  for (const sentence of sentences)
    for (const found of findThemes(sentence.text))
      if (isFree(taken.get(sentence.index), found)) mentions.push(themeMention(sentence, found));
  return mentions.sort((a, b) => a.sentence - b.sentence || a.start - b.start);
}

/** Mentions by the number of their sentence. */
export function groupBySentence(mentions: readonly Mention[]): Map<number, Mention[]> {
  const out = new Map<number, Mention[]>();
  for (const mention of mentions) {
    const list = out.get(mention.sentence);
    if (list) list.push(mention);
    else out.set(mention.sentence, [mention]);
  }
  return out;
}

/** One name for a subject within an episode. */
export function subjectId(subject: Subject): string {
  return `${subject.kind}:${subject.key}`;
}

function sentencesByCue(sentences: readonly Sentence[]): Map<number, Sentence[]> {
  const out = new Map<number, Sentence[]>();
  for (const sentence of sentences) {
    for (const cue of sentence.cueOffsets.keys()) {
      const list = out.get(cue);
      if (list) list.push(sentence);
      else out.set(cue, [sentence]);
    }
  }
  return out;
}

function placeLink(link: EntityLink, candidates: readonly Sentence[]): Mention | null {
  for (const sentence of candidates) {
    const shift = sentence.cueOffsets.get(link.cue);
    if (shift === undefined) continue;
    const start = link.start + shift;
    if (start < 0 || start >= sentence.text.length) continue;
    return {
      sentence: sentence.index,
      start,
      end: Math.min(sentence.text.length, link.end + shift),
      surface: link.surface,
      subject: link.subject,
      tickers: link.tickers,
      ownerTickers: link.ownerTickers,
      slug: link.slug,
      product: link.product,
      confidence: link.confidence,
      cue: link.cue,
    };
  }
  return null;
}

type Span = { readonly start: number; readonly end: number };

function isFree(taken: readonly Span[] | undefined, span: Span): boolean {
  return !(taken ?? []).some((other) => other.start < span.end && span.start < other.end);
}

/** A company introduced by the talk is surer than an ambiguous word, less sure than a table's name. */
const INTRODUCED_CONFIDENCE = 0.8;

function introducedMention(sentence: Sentence, found: Introduced): Mention {
  return {
    sentence: sentence.index,
    start: found.start,
    end: found.end,
    surface: found.name,
    subject: { kind: 'company', key: found.slug, name: found.name },
    tickers: [],
    ownerTickers: [],
    slug: found.slug,
    product: false,
    confidence: INTRODUCED_CONFIDENCE,
    cue: sentence.firstCue,
  };
}

function themeMention(
  sentence: Sentence,
  found: { theme: Theme; start: number; end: number; surface: string },
): Mention {
  return {
    sentence: sentence.index,
    start: found.start,
    end: found.end,
    surface: found.surface,
    subject: { kind: 'theme', key: found.theme.slug, name: found.theme.name },
    tickers: [],
    ownerTickers: [],
    slug: null,
    product: false,
    confidence: 1,
    cue: sentence.firstCue,
  };
}

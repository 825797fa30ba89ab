import type { Cue, EpisodeInput } from '#server/domain.ts';
import { LEAST_LINK_CONFIDENCE } from '#server/linking/linker.ts';
import type { EpisodeLinker, Mention } from './mentions.ts';

/** A company as the talk or the notes name it. */
export type Firm = Pick<Mention, 'subject' | 'tickers' | 'ownerTickers' | 'slug'>;

/** Where a text names a company; offsets are characters in the text. */
export type NamedFirm = { readonly start: number; readonly end: number; readonly firm: Firm };

/** One line of an episode's title, description or people, with the companies it surely names. */
export type ShowNote = {
  readonly source: 'title' | 'description' | 'person';
  readonly text: string;
  readonly named: readonly (NamedFirm & { readonly product: boolean })[];
};

/** An episode's written notes: title, description by line, the feed's titles of people. */
export function readShowNotes(input: EpisodeInput, linker: EpisodeLinker): ShowNote[] {
  const lines = [
    lineOf('title', input.episodeTitle),
    ...(input.episodeDescription ?? '').split(/\n+/).map((text) => lineOf('description', text)),
    ...input.people.flatMap(({ name, title }) =>
      title === null ? [] : lineOf('person', `${name}, ${title}`),
    ),
  ];
  const cues: Cue[] = lines.map(({ text }, i) => ({ start: i, end: i + 1, speaker: String(i), text }));
  const links = linker.linkEpisode(cues, input.publishedAt);
  return lines.map((line, i) => ({
    ...line,
    named: links
      .filter(({ cue, confidence }) => cue === i && confidence >= LEAST_LINK_CONFIDENCE)
      .map((link) => ({ start: link.start, end: link.end, product: link.product, firm: firmOf(link) })),
  }));
}

/** Slugs of companies that title and description name, but not by a product. */
export function announcedIn(showNotes: readonly ShowNote[]): string[] {
  return showNotes
    .filter(({ source }) => source !== 'person')
    .flatMap(({ named }) => named.flatMap(({ firm, product }) => (product ? [] : (firm.slug ?? []))));
}

/** The company without its place in the text. */
export function firmOf({ subject, tickers, ownerTickers, slug }: Firm): Firm {
  return { subject, tickers, ownerTickers, slug };
}

/** Bars and underscores part a title like commas do. */
function lineOf(source: ShowNote['source'], text: string): Pick<ShowNote, 'source' | 'text'> {
  return { source, text: text.replace(/[_|]/g, ',').trim() };
}

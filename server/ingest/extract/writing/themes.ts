import type { Subject, VerbatimQuote } from '#server/domain.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { mentionRoleOf } from '#server/ingest/extract/subjects/mention-roles.ts';
import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';
import { withPlainApostrophes } from '#server/language/cues/text.ts';
import { MOST_THEMES, themeBySlug } from '#server/linking/themes/rules.ts';
import type { Theme } from '#server/linking/themes/table/entry.ts';

/** A theme that the quote does not name needs this many sentences around it. */
const LEAST_SENTENCES = 2;

/** Sources of an idea's themes: the lines of its argument, its quote, and what each sentence names. */
type Argument = {
  readonly stretch: readonly PassageLine[];
  readonly quote: VerbatimQuote;
  readonly mentions: ReadonlyMap<number, readonly Mention[]>;
};

/**
 * At most three themes of an idea: its subject if that is a theme, then those that its quote names, then those that the argument
 * keeps speaking of. A theme named in passing, or elsewhere in a long talk, does not count.
 */
export function themesOf(subject: Subject, { stretch, quote, mentions }: Argument): Theme[] {
  const own = subject.kind === 'theme' ? [subject.key] : [];
  const words = withPlainApostrophes(quote.text);
  const quoted = stretch.filter(({ sentence: { text } }) => words.includes(text) || text.includes(words));
  const named = countThemes(quoted, (line) => themesIn(line, mentions));
  const spokenOf = countThemes(stretch, (line) =>
    themesIn(line, mentions).filter((one) => isSpokenOf(line, one)),
  );
  const kept = spokenOf.filter(([, sentences]) => sentences >= LEAST_SENTENCES);
  const slugs = new Set([...own, ...[...named, ...kept].map(([slug]) => slug)]);
  return [...slugs].flatMap((slug) => themeBySlug(slug) ?? []).slice(0, MOST_THEMES);
}

function themesIn({ sentence }: PassageLine, mentions: Argument['mentions']): Mention[] {
  return (mentions.get(sentence.index) ?? []).filter((one) => one.subject.kind === 'theme');
}

function isSpokenOf({ sentence }: PassageLine, mention: Mention): boolean {
  return mentionRoleOf(sentence.text, mention, true) === 'subject';
}

/** Slugs of themes with the number of lines that name each, the most named first. */
function countThemes(
  lines: readonly PassageLine[],
  namedIn: (line: PassageLine) => readonly Mention[],
): (readonly [slug: string, lines: number])[] {
  const slugs = lines.flatMap((line) => [...new Set(namedIn(line).map(({ subject }) => subject.key))]);
  const counts = [...Map.groupBy(slugs, (slug) => slug)].map(([slug, all]) => [slug, all.length] as const);
  return counts.sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}

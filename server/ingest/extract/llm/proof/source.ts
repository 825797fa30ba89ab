import type { EpisodeInput } from '#server/domain.ts';
import type { Window } from '#server/ingest/extract/llm/windows.ts';
import type { NamedSubject } from '#server/linking/named.ts';

/** Meanings of a model's names, by `nameKey`. */
export type Names = ReadonlyMap<string, NamedSubject>;

/** What a claimed idea is proven against. */
export type ProofSource = { readonly input: EpisodeInput; readonly window: Window; readonly names: Names };

/** A passage of a window by its lines, numbers from 1. */
export type Reach = { readonly firstLine: number; readonly lastLine: number };

/** Whether a line is one of a passage. */
export function isWithin({ firstLine, lastLine }: Reach, line: number): boolean {
  return line >= firstLine && line <= lastLine;
}

/** The words of a passage and of this many lines around it. */
export function passageText(
  { window }: ProofSource,
  { firstLine, lastLine }: Reach,
  around: { readonly before: number; readonly after: number },
): string {
  const lines = window.lines.slice(Math.max(0, firstLine - 1 - around.before), lastLine + around.after);
  return lines.map(({ text }) => text).join('\n');
}

/** Text that the names in a model's words may come from: the window's lines, speakers and subjects, and the notes. */
export function namesText({ input, window, names }: ProofSource): string {
  return [
    ...window.lines.map(({ text }) => text),
    ...window.speakers.flatMap(([label, { name }]) => [label, name ?? '']),
    ...window.subjects.flatMap(({ subject, tickers }) => [subject.name, subject.key, ...tickers]),
    ...[...names.values()].flatMap(({ subject, tickers }) => [subject.name, ...tickers]),
    ...input.people.map(({ name }) => name),
    input.showName,
    input.episodeTitle,
    input.episodeDescription ?? '',
  ].join('\n');
}

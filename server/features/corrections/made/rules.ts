import type { Amendable } from '#server/features/corrections/schema.ts';
import type { SubjectKey } from '#server/features/theses/subject.ts';
import { personKey } from '#server/features/visibility/withdrawn/rules.ts';

type Span = { readonly start: number; readonly end: number };

/** Where in its episode an idea stands, in seconds: where its quote is said, else at its moment; null where it has none. */
export function spanOf({
  quoteStartSeconds,
  quoteEndSeconds,
  timestampSeconds,
}: Pick<Amendable, 'quoteStartSeconds' | 'quoteEndSeconds' | 'timestampSeconds'>): Span | null {
  const start = quoteStartSeconds ?? timestampSeconds;
  return start === null ? null : { start, end: Math.max(start, quoteEndSeconds ?? start) };
}

/** An idea that an operator corrected or hid: what it is and was about, by whom, and where in the episode it stands. */
export type Reviewed = {
  readonly id: string;
  readonly hidden: boolean;
  readonly subjects: readonly SubjectKey[];
  /** Null: nobody is named, so it may be anybody. None: only somebody who was withdrawn. */
  readonly speakers: readonly (string | null)[];
  readonly spans: readonly Span[];
};

/** An idea as an analysis finds it; seconds of its quote. */
export type FoundIdea = Span & {
  readonly kind: string;
  readonly key: string;
  readonly speaker: string | null;
};

/** Seconds around a reviewed idea within which the same subject is the same argument. */
export const SAME_ARGUMENT_SECONDS = 120;

/**
 * Whether an analysis says again what an operator has judged: it speaks of a subject that the idea is or was about, in the
 * same words or within two minutes of them, and nobody else is named for it. What the operator decided then stands.
 */
export function saysTheSame({ subjects, speakers, spans }: Reviewed, found: FoundIdea): boolean {
  if (!subjects.some(({ kind, key }) => kind === found.kind && key === found.key)) return false;
  const within = (seconds: number) => (span: Span) =>
    found.start <= span.end + seconds && found.end >= span.start - seconds;
  if (spans.some(within(0))) return true;
  if (found.speaker !== null && isAnother(found.speaker, speakers)) return false;
  return spans.length === 0 || spans.some(within(SAME_ARGUMENT_SECONDS));
}

/** Whether a speaker is none of these; one of them who is not named may be anybody. */
function isAnother(speaker: string, named: Reviewed['speakers']): boolean {
  return named.every((name) => name !== null && personKey(name) !== personKey(speaker));
}

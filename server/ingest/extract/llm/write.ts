import type { Depth, EpisodeInput, ExtractedIdea, VerbatimQuote } from '#server/domain.ts';
import type { ClaimedIdea } from '#server/ingest/extract/llm/answer.ts';
import { asClause, listed } from '#server/ingest/extract/llm/argument-text.ts';
import type { Window, WindowLine, WindowSubject } from '#server/ingest/extract/llm/windows.ts';
import { insideSentence } from '#server/ingest/extract/subjects/theme-name.ts';
import { DIRECTION, participationOf } from '#server/ingest/extract/writing/idea.ts';
import { attribution } from '#server/ingest/extract/writing/thesis-text.ts';

/** What a claimed idea is proven against. */
export type ProofSource = { readonly input: EpisodeInput; readonly window: Window };

/** A claimed idea of which every field has been proven. */
export type ProvenIdea = {
  readonly claimed: ClaimedIdea;
  readonly subject: WindowSubject;
  readonly alsoAbout: readonly WindowSubject[];
  readonly against: WindowSubject | null;
  readonly depth: Depth;
  readonly quote: VerbatimQuote;
  /** The passage, its quote inside; numbers from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
};

/** How sure an idea is that a careful reader would list, and one that might not be. */
const CERTAIN = 0.9;
const UNCERTAIN = 0.4;

/** A proven idea as it is stored. Attribution and direction are ours: no word of the model decides them. */
export function writeProven({ input, window }: ProofSource, proven: ProvenIdea): ExtractedIdea {
  const { claimed, subject, alsoAbout, against, quote, firstLine, lastLine } = proven;
  const label = input.cues[quote.firstCue]?.speaker ?? null;
  const member = window.speakers.find(([one]) => one === label)?.[1] ?? null;
  const quoted = window.lines.filter(
    (line) => line.lastCue >= quote.firstCue && line.firstCue <= quote.lastCue,
  );
  const speaker =
    member !== null && quoted.some((line) => !line.borneOut)
      ? { ...member, name: null, title: null }
      : member;
  const passage = window.subjects.filter((one) =>
    one.lines.some((line) => line >= firstLine && line <= lastLine),
  );
  const own = [subject, ...alsoAbout, ...(against === null ? [] : [against])];
  const tickers = unique(own.flatMap((one) => one.tickers));
  const themes = themesOf(subject, passage);
  const lead = themes[0];
  const who = attribution({
    speaker: speaker?.name ?? null,
    show: input.showName,
  });
  const argument = asClause(claimed.argument, window.lines.map((line) => line.text).join(' '));
  const grounds = claimed.grounds.map((text) => text.trim());
  const thesis = `${who} argues that ${argument}.`;
  return {
    subject: subject.subject,
    headline: `${who} on ${nameOf(proven)}: ${listed(grounds.slice(0, 2))}`,
    thesis,
    statement: `${who} argues that ${argument}, pointing to ${listed(grounds.slice(0, 3))}.`,
    context: claimed.context === null ? thesis : `${thesis} ${claimed.context.trim()}`,
    stance: claimed.stance,
    direction: against === null ? DIRECTION[claimed.stance] : 'relative',
    depth: proven.depth,
    tickers,
    mentionedTickers: unique(passage.flatMap((one) => one.tickers)).filter((one) => !tickers.includes(one)),
    entities: unique([...own, ...passage].flatMap((one) => one.slug ?? [])),
    themes: themes.map((theme) => theme.subject.key),
    ideaType: subject.subject.kind === 'theme' ? claimed.ideaType : 'investment',
    speaker,
    startSeconds: Math.floor((window.lines[firstLine - 1] as WindowLine).start),
    endSeconds: Math.ceil((window.lines[lastLine - 1] as WindowLine).end),
    quote,
    riskFlags: claimed.risks.map(sentenceCase),
    validationSignals: claimed.signals.map(sentenceCase),
    ...participationOf(tickers, lead && { name: lead.subject.name, etfs: lead.etfs }),
    confidence: claimed.certain ? CERTAIN : UNCERTAIN,
  };
}

function nameOf({ subject, alsoAbout, against }: ProvenIdea): string {
  const names = listed(
    [subject, ...alsoAbout].map(({ subject: one }) =>
      one.kind === 'theme' ? insideSentence(one.name) : one.name,
    ),
  );
  return against === null ? names : `${names} against ${against.subject.name}`;
}

/** The subject's own theme first, then those named in the passage most often; three at most. */
function themesOf(subject: WindowSubject, passage: readonly WindowSubject[]): WindowSubject[] {
  const themes = passage
    .filter((one) => one.subject.kind === 'theme' && one.id !== subject.id)
    .sort((a, b) => b.lines.length - a.lines.length || a.id.localeCompare(b.id));
  return [...(subject.subject.kind === 'theme' ? [subject] : []), ...themes].slice(0, 3);
}

function sentenceCase(text: string): string {
  const trimmed = text.trim().replace(/[.;,\s]+$/, '');
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

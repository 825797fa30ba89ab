import type { EpisodeInput, ExtractedIdea, Stance, Subject, VerbatimQuote } from '#server/domain.ts';
import { directionOf } from '#server/features/ideas/direction.ts';
import { addStructure, depthOf, NO_STRUCTURE } from '#server/ingest/extract/passages/depth.ts';
import type { Discourse } from '#server/ingest/extract/passages/passages.ts';
import {
  isOfOwnFirm,
  type PassageLine,
  type PassageReading,
} from '#server/ingest/extract/passages/reading.ts';
import { declaresSide } from '#server/ingest/extract/scoring/claim-features.ts';
import { confidenceCarried } from '#server/ingest/extract/scoring/confidence.ts';
import { isQuoted, proveQuote } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { type Cast, speakerOf } from '#server/ingest/extract/speakers/speakers.ts';
import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';
import { withPlainApostrophes } from '#server/language/cues/text.ts';
import { takesSide } from '#server/language/investor-terms.ts';
import { nameInSentence } from '#server/linking/themes/name.ts';
import { participationOf } from '#server/linking/themes/rules.ts';
import type { JudgedCards } from './card/judge.ts';
import { chooseQuote, signableLines } from './choose-quote.ts';
import { claimsOf } from './claim-text.ts';
import { contextOf, risksAndSignalsOf, tellingsOf } from './risks-and-signals.ts';
import { stretchAround } from './stretch.ts';
import { themesOf } from './themes.ts';
import {
  bestQuotation,
  type ChosenQuotation,
  headlineOf,
  statementOf,
  thesisOf,
  type WritingInput,
} from './thesis-text.ts';

/** A passage that is published as an idea. */
export type IdeaPassage = {
  readonly reading: PassageReading;
  /** How likely, 0..1, a careful reader would stand behind the passage. */
  readonly worth: number;
  /** Its sentences that make a card. */
  readonly cards: JudgedCards;
  /** The other side of an explicit relative trade. */
  readonly against: Mention | null;
};

type Episode = { readonly input: EpisodeInput; readonly discourse: Discourse; readonly cast: Cast };

const INVESTABLE =
  /\b(invest\w*|stocks?|shares?|valuation\w*|buy(ing|er)?|sell(ing)?|bought|sold|own|trade\w*|market cap|fund(s|ed)?|returns?|etf|ipo|price[sd]?|revenue\w*|margins?|profit\w*|capital|market)\b/i;

/** At most this many claims, the best first, are tried. */
const MOST_CLAIMS_TRIED = 16;

/** Writes the idea of a passage; null when no quote is proven verbatim. */
export function writeIdea(episode: Episode, passage: IdeaPassage): ExtractedIdea | null {
  const { reading } = passage;
  const claims = signableLines(passage.cards);
  const strongest = chooseQuote(episode.input.cues, claims);
  const first = reading.passage.mentions[0];
  if (strongest === null || first === undefined) return null;
  const subject = first.subject;
  const named = mentionsIn(episode.discourse, reading.passage.sentences);
  const tickers = unique([...first.tickers, ...(passage.against?.tickers ?? [])]);
  const unnamed = unnamedWriting(episode, passage, claims, subject);
  const chosen = bestQuotation(unnamed);
  const quote = quoteOfThesis(episode, claims, chosen) ?? strongest;
  const speaker = speakerIn(episode, reading, quote);
  const writing = { ...unnamed, speaker: speaker?.name ?? null };
  const thesis = thesisOf(writing, chosen);
  const { mentions, sentences } = episode.discourse;
  const stretch = stretchAround(reading.lines, quote);
  const themes = themesOf(subject, { stretch, quote, mentions });
  const span = spanOf(stretch, reading, quote);
  const tellings = tellingsOf(writing, stretch, claimsOf(reading, stretch, mentions, sentences));
  const risksAndSignals = risksAndSignalsOf(tellings, withPlainApostrophes(`${quote.text} ${thesis}`));
  const shown = claims[chosen?.rank ?? 0];
  const stance = stanceTold(passage, shown);
  const beside = writing.claims.filter((_, i) => stretch.includes(claims[i]!));
  const steps = tellings.filter(({ line }) => line !== shown && isSound(passage.cards, line));
  return {
    subject,
    headline: headlineOf(writing, chosen, beside),
    thesis,
    statement: statementOf(writing, chosen),
    context: contextOf(thesis, steps, risksAndSignals, {
      seconds: span.endSeconds - span.startSeconds,
      beside: companiesBeside(episode, stretch, [subject, passage.against?.subject ?? subject]),
    }),
    stance,
    direction: directionOf(stance, passage.against !== null),
    depth: depthOf(stretch.map((line) => line.structure).reduce(addStructure, NO_STRUCTURE)),
    tickers,
    mentionedTickers: unique(
      named.flatMap((mention) => [...mention.tickers, ...mention.ownerTickers]),
    ).filter((symbol) => !tickers.includes(symbol)),
    entities: unique([first, ...named].flatMap((mention) => mention.slug ?? [])),
    themes: themes.map((theme) => theme.slug),
    ideaType: ideaType(subject, reading),
    speaker,
    ...span,
    quote,
    riskFlags: risksAndSignals.risks,
    validationSignals: risksAndSignals.signals,
    // An argument about a private company is not about what a fund holds.
    ...participationOf(tickers, subject.kind === 'theme' ? themes[0] : undefined),
    confidence: Math.round(confidenceOfIdea(passage, claims, chosen) * 1000) / 1000,
  };
}

/** A step of the argument needs this probability, 0..1, of being signed by itself. */
const SOUND = 0.2;

function isSound(cards: IdeaPassage['cards'], line: PassageLine): boolean {
  return (cards.get(line)?.signed ?? 0) >= SOUND;
}

/** Weighs two sides, or takes back what it declares. */
const TWO_SIDED = /\b(?:but|either|moments|however|on the other hand|in two minds)\b/i;

/**
 * The stance of the shown sentence: the side that its speaker declares as an investor; else the side heard in it, if
 * sure enough. Sides declared elsewhere in the passage are withheld.
 */
function stanceTold({ against, cards }: IdeaPassage, shown: PassageLine | undefined): Stance | null {
  if (against !== null) return 'MIXED';
  if (shown === undefined) return null;
  return declaredIn(shown) ?? cards.get(shown)?.side ?? null;
}

/** The one side that a sentence declares as an investor. */
function declaredIn(shown: PassageLine): Stance | null {
  if (!declaresSide(shown) || !takesSide(shown.sentence.text)) return null;
  const declared = shown.declaredStance;
  const sided = declared === 'BULLISH' || declared === 'BEARISH';
  return sided && TWO_SIDED.test(shown.sentence.text) ? null : declared;
}

/** People who run a company are no witnesses to it: self-promotion is measured, not served (docs/labelling.md). */
const OF_OWN_FIRM = 0.3;
/** A claim without a whole sentence to show is held back: its line says nothing. */
const UNQUOTED = 0.3;

/** Confidence in an idea, 0..1, with its claim. */
function confidenceOfIdea(
  { reading, cards, worth }: IdeaPassage,
  claims: readonly PassageLine[],
  chosen: ChosenQuotation | null,
) {
  const carrying = claims[chosen?.rank ?? 0];
  if (carrying === undefined) return 0;
  const signed = cards.get(carrying)?.signed ?? 0;
  if (signed === 0) return 0;
  const sure = confidenceCarried(worth, signed);
  return Math.min(sure, isOfOwnFirm(reading) ? OF_OWN_FIRM : 1, chosen === null ? UNQUOTED : 1);
}

/** The quote that the thesis shows, so that its second is right; null where the thesis quotes nothing. */
function quoteOfThesis(
  episode: Episode,
  claims: readonly PassageLine[],
  chosen: ChosenQuotation | null,
): VerbatimQuote | null {
  const line = chosen === null ? undefined : claims[chosen.rank];
  if (line === undefined || chosen === null) return null;
  const around = claims.filter(({ sentence }) => Math.abs(sentence.index - line.sentence.index) === 1);
  const quote = chooseQuote(episode.input.cues, [line, ...around]);
  if (quote !== null && withPlainApostrophes(quote.text).includes(chosen.text)) return quote;
  return proveQuote(episode.input.cues, chosen.text, line.sentence.firstCue);
}

/** Who says the quoted sentences of a passage. */
function speakerIn({ input, discourse, cast }: Episode, reading: PassageReading, quote: VerbatimQuote) {
  const quoted = reading.passage.sentences.filter((index) => {
    const sentence = discourse.sentences[index];
    return sentence !== undefined && isQuoted(sentence, quote);
  });
  return speakerOf(cast, input.cues[quote.firstCue]?.speaker ?? null, quoted);
}

/** Input of the sentences about an idea, before its speaker is known. */
function unnamedWriting(
  episode: Episode,
  passage: IdeaPassage,
  claims: readonly PassageLine[],
  subject: Subject,
): WritingInput {
  return {
    speaker: null,
    show: episode.input.showName,
    subject: nameInSentence(subject),
    relativeTo: passage.against?.subject.name ?? null,
    claims: claimsOf(
      passage.reading,
      claims.slice(0, MOST_CLAIMS_TRIED),
      episode.discourse.mentions,
      episode.discourse.sentences,
    ),
    passage: textOf(passage.reading.lines),
  };
}

function textOf(lines: readonly PassageLine[]): string {
  return lines.map((line) => line.sentence.text).join(' ');
}

/** First and last whole second of an argument, its quote within. */
function spanOf(
  stretch: readonly PassageLine[],
  { passage }: PassageReading,
  quote: VerbatimQuote,
): Pick<ExtractedIdea, 'startSeconds' | 'endSeconds'> {
  const from = stretch[0]?.sentence.start ?? passage.start;
  const to = stretch.at(-1)?.sentence.end ?? passage.end;
  return {
    startSeconds: Math.min(quote.startSeconds, Math.floor(from)),
    endSeconds: Math.max(quote.endSeconds, Math.ceil(to)),
  };
}

/** Companies that a stretch names beside its subject, in order. */
function companiesBeside(
  { discourse }: Episode,
  stretch: readonly PassageLine[],
  about: readonly Subject[],
): string[] {
  const named = mentionsIn(
    discourse,
    stretch.map(({ sentence }) => sentence.index),
  );
  return unique(
    named.flatMap(({ subject: other }) =>
      other.kind === 'theme' || about.some(({ key }) => key === other.key) ? [] : [other.name],
    ),
  );
}

function mentionsIn(discourse: Discourse, sentences: readonly number[]): Mention[] {
  return sentences.flatMap((index) => [...(discourse.mentions.get(index) ?? [])]);
}

function ideaType(subject: Subject, reading: PassageReading): 'investment' | 'concept' {
  if (subject.kind !== 'theme') return 'investment';
  return reading.lines.some((line) => INVESTABLE.test(line.sentence.text)) ? 'investment' : 'concept';
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

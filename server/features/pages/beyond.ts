import type { IdeaContent } from '#server/features/ideas/rules.ts';

/** What the metered read of an idea adds to its card, so that a page can say so before a read is spent. */
export type Beyond = {
  /** Sentences of the argument that the card does not say. */
  readonly sentences: number;
  readonly risks: number;
  readonly signals: number;
  readonly funds: number;
  /** It names who spoke, or their title, where the card does not. */
  readonly speaker: boolean;
};

/** Told again as a list of its own. */
const RISKS = /^Risks raised: /;

/** What of an idea's full content stands neither in its headline nor in its thesis. Counts only: nothing metered is told. */
export function beyondCard(content: IdeaContent): Beyond {
  const { headline, thesis, context, riskFlags, validationSignals, participationEtfs, speaker } = content;
  const told = plain(`${headline} ${thesis}`);
  const rest = (context ?? '').replaceAll(thesis, ' ');
  const sentences = sentencesIn(rest).filter(
    (sentence) => !(riskFlags.length > 0 && RISKS.test(sentence)) && !told.includes(plain(sentence)),
  );
  return {
    sentences: sentences.length,
    risks: riskFlags.length,
    signals: validationSignals.length,
    funds: participationEtfs.length,
    speaker: [speaker?.name, speaker?.title].some((word) => word && !told.includes(plain(word))),
  };
}

function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["”’)]?)\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => plain(sentence) !== ' ');
}

/** Letters and digits alone, in small letters, words apart by one blank. */
function plain(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `.replace(/^ +$/, ' ');
}

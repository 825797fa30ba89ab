import type { FoundQuote } from '#server/ingest/extract/llm/proof/find-quote.ts';

const SENTENCE_ENDS = /[.!?…]["'”’)\]]*$/;
/** A mark at which a sentence may be parted. */
const PARTS = /[,;:–—-]["'”’)]*$/;
const PARTED_BY = /^[,;:.!?…–—-]/;
/** Words that open a clause which reads as a sentence by itself. */
const OPENS = /^["'“‘(]*(?:and|but|so|because|i|you|we|it|he|she|they|there|if|when|now|well)\b/i;
/** Words that hang on what stands before them, even after a mark. */
const HANGS =
  /^["'“‘(]*(?:which|that|who|whose|whom|where|than|of|to|or|nor|as|with|for|in|on|at|by|from)\b/i;
/** Words that leave off what stands before them. */
const LEAVES_OFF = /^(?:which|while|whereas|although|though)\b/i;

/**
 * Where a quote of a longer sentence is not parted between clauses: at its beginning, at its end, or nowhere. Of a sentence that may
 * be quoted whole the whole is taken before this is asked (`find-quote.ts`).
 */
export function badlyCut({ quote: { text }, before, after }: FoundQuote): ('begins' | 'ends')[] {
  const beginsWell =
    before === '' ||
    SENTENCE_ENDS.test(before) ||
    (PARTS.test(before) ? !HANGS.test(text) : OPENS.test(text));
  const endsWell =
    [SENTENCE_ENDS, PARTS].some((mark) => mark.test(text)) ||
    after === '' ||
    [PARTED_BY, OPENS, LEAVES_OFF].some((next) => next.test(after));
  return [...(beginsWell ? [] : ['begins' as const]), ...(endsWell ? [] : ['ends' as const])];
}

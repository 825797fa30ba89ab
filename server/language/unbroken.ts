const STOP = /[.!?]["'”’)]*$/;
/** "And that there are buyers": the verb stands in the sentence before. */
const OPENS_INSIDE = /^(?:(?:and|but|so|or|like),? )*that (?:there|they|we|you|i|it|he|she)(?:\b)/i;
const DANGLING_END =
  /\b(?:(?:especially|particularly|even) (?:given|if|when|though|because|since|in|with|for|as)|including|such as|according to|because of|in terms of|as long as|whereas|although|their|every|and|but|or|so|because|that|which|the|a|an|of|to|for|with|in|on|at|if|when|is|are|was|like|than|as|it's|they're|i|you|we|very|really|not)[,.]?["'”’]?$/i;
const TRAILS_OFF = /\.\.|…|--/;
const REPEATED = /\b(\w+)[, ]+\1\b/i;
/** "Sold in the in June": begun again with other words (not "went to the to the end"). */
const TAKEN_UP =
  /\b(in|on|at|of|to|for|with|by|from) (the|an?|this|our|their|my|your|these|those) \1\b(?! \2\b)/i;

/** Whether a spoken sentence is whole: it neither begins nor ends in the middle, trails off, stammers, nor holds half a quotation. */
export function isUnbroken(text: string): boolean {
  if (/^[a-z]/.test(text) || OPENS_INSIDE.test(text) || !STOP.test(text) || DANGLING_END.test(text))
    return false;
  const marks = text.match(/["“”]/g)?.length ?? 0;
  return marks % 2 === 0 && !TRAILS_OFF.test(text) && !REPEATED.test(text) && !TAKEN_UP.test(text);
}

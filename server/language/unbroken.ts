const STOP = /[.!?]["'”’)]*$/;
const DANGLING_END =
  /\b(?:and|but|or|so|because|that|which|the|a|an|of|to|for|with|in|on|at|if|when|is|are|was|like|than|as|it's|they're|i|you|we|very|really|not)[,.]?["'”’]?$/i;
const TRAILS_OFF = /\.\.|…|--/;
const REPEATED = /\b(\w+)[, ]+\1\b/i;

/** False for a spoken sentence that begins or ends in the middle, trails off, stammers, or opens or closes a quotation of which the rest is missing. */
export function isUnbroken(text: string): boolean {
  if (/^[a-z]/.test(text) || !STOP.test(text) || DANGLING_END.test(text)) return false;
  const marks = text.match(/["“”]/g)?.length ?? 0;
  return marks % 2 === 0 && !TRAILS_OFF.test(text) && !REPEATED.test(text);
}

const PAST =
  /\b(?:was|were|had|did|went|became|lost|won|sold|bought|made|took|came|got|grew|fell|rose|beat|ran|built|\w{3,}ed|is (?:up|down|at))\b/i;
const NOT_PAST =
  /\b(?:(?:is|are)(?! (?:up|down|at)\b)|has|have|does|do|can|will|would|could|should|may|might|must|cannot|needs?|loses?|faces?|gets?|makes?|expects?)\b/i;

/** True where a sentence only tells the past: nothing holds now or will come. */
export function isBygone(text: string): boolean {
  return PAST.test(text) && !NOT_PAST.test(text);
}

/** As long as a question may be, in characters (docs/contract.md, Ask). */
export const MAX_QUESTION = 600;

/** As long as a question may be, in characters (docs/contract.md, Limits 17). */
export const MAX_QUESTION = 600;

/** The most characters of a question (docs/contract.md, Limits 17). */
export const MAX_QUESTION = 600;

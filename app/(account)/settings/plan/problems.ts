/** Why the payment provider's page was not opened, by the name in the address. */
const problems = {
  portal:
    'The page of the payment provider could not be opened, and nothing was changed. Try again in a minute.',
  subscribed: 'This account has a subscription already: change it here.',
  unpayable: 'Payments are not set up on this deployment.',
} as const;
type Problem = keyof typeof problems;

/** The address of the page Plan, which says what the problem was. */
export function planWith(problem: Problem): string {
  return `/settings/plan?problem=${problem}`;
}

/** The sentence of a problem that an address names; null for any other text. */
export function problemCalled(name: string | undefined): string | null {
  return name !== undefined && Object.hasOwn(problems, name) ? problems[name as Problem] : null;
}

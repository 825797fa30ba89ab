/** What a form has to say after it was sent. `help` and `upgrade` are where a person can go on. */
export type Outcome = {
  readonly ok: boolean;
  readonly message: string;
  readonly help?: string;
  readonly upgrade?: true;
} | null;

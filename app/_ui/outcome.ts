/** What a form says after it was sent. `help` is the path of an article; `upgrade` offers Premium. */
export type Outcome = {
  readonly ok: boolean;
  readonly message: string;
  readonly help?: string;
  readonly upgrade?: true;
} | null;

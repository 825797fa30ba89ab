/**
 * What a form says after it was sent. `help` is the path of an article; `upgrade` offers Premium. Of a refused form
 * `field` names the field to put right, and `entries` has what was sent, by the name of the field.
 */
export type Outcome = {
  readonly ok: boolean;
  readonly message: string;
  readonly help?: string;
  readonly upgrade?: true;
  readonly field?: string;
  readonly entries?: Readonly<Record<string, readonly string[]>>;
} | null;

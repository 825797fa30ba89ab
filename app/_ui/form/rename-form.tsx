import type { Outcome } from '../outcome.ts';
import { ActionForm } from './action-form.tsx';
import { TextField } from './fields.tsx';

type Renamed = {
  readonly action: (before: Outcome, form: FormData) => Promise<Outcome>;
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly maxLength: number;
  readonly className: string;
  readonly fold?: React.ComponentProps<typeof ActionForm>['fold'];
};

/** A form that renames something of the account holder's. Sends `id` and `name`. */
export function RenameForm({ action, id, name, label, maxLength, className, fold }: Renamed) {
  const field = `name-${id}`;
  return (
    <ActionForm action={action} className={className} {...(fold && { fold })}>
      <input type="hidden" name="id" value={id} />
      <label className="label" htmlFor={field}>
        {label}
      </label>
      <div className="flex gap-2">
        <TextField
          id={field}
          name="name"
          required
          maxLength={maxLength}
          defaultValue={name}
          className="field min-w-0"
        />
        <button type="submit" className="btn">
          Rename
        </button>
      </div>
    </ActionForm>
  );
}

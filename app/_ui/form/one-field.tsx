import { TextField } from './fields.tsx';

/** A field with its button beside it. Without `seen` the label is only for screen readers. */
export function OneField(props: {
  name: string;
  label: string;
  seen?: boolean;
  button: string;
  field?: Omit<React.ComponentProps<'input'>, 'id' | 'name' | 'className'>;
}) {
  const { name, label, seen = false, button, field } = props;
  return (
    <>
      <label htmlFor={name} className={seen ? 'label' : 'sr-only'}>
        {label}
      </label>
      <div className="flex gap-2">
        <TextField id={name} name={name} {...field} className="field min-w-0" />
        <button type="submit" className="btn">
          {button}
        </button>
      </div>
    </>
  );
}

import { ActionForm } from './action-form.tsx';

type Action = React.ComponentProps<typeof ActionForm>['action'];
/** Hidden fields of the form, by name. */
type Fields = Readonly<Record<string, string>>;

/** A form of one button. Its outcome appears under the button. */
export function ActionButton(props: {
  action: Action;
  fields?: Fields;
  className?: string;
  children: React.ReactNode;
}) {
  const { action, fields = {}, className = 'btn btn-plain btn-small', children } = props;
  return (
    <ActionForm action={action}>
      <Hidden fields={fields} />
      <button type="submit" className={className}>
        {children}
      </button>
    </ActionForm>
  );
}

/** The same for what cannot be undone: the first button opens an explanation, the second one acts. */
export function ConfirmedAction(props: {
  action: Action;
  fields?: Fields;
  title: React.ReactNode;
  yes: string;
  className?: string;
  children: React.ReactNode;
}) {
  const { action, fields = {}, title, yes, className, children } = props;
  return (
    <ActionForm
      action={action}
      className="note mt-3 max-w-md"
      fold={{ title, titleClass: 'btn btn-plain btn-small list-none', className }}
    >
      <Hidden fields={fields} />
      <p>{children}</p>
      <button type="submit" className="btn btn-small mt-3">
        {yes}
      </button>
    </ActionForm>
  );
}

function Hidden({ fields }: { fields: Fields }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** The text of a form's field; empty where the form has none of that name. */
export function field(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}

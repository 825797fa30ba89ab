/** The text of a form's field; empty when the form has no field of that name. */
export function field(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}

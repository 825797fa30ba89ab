/** The text of a form's field; empty when the form has no field of that name. */
export function field(form: FormData, name: string): string {
  return textOf(form.get(name) ?? '');
}

/** The texts of a form by the names of its fields, without what React adds. */
export function entriesOf(form: FormData): Readonly<Record<string, readonly string[]>> {
  const names = [...new Set(form.keys())].filter((name) => !name.startsWith('$ACTION'));
  return Object.fromEntries(names.map((name) => [name, form.getAll(name).map(textOf)]));
}

/** A value as its field held and counted it: browsers send each line break as two characters. */
function textOf(value: FormDataEntryValue): string {
  return String(value).replaceAll('\r\n', '\n');
}

import { expect, it } from 'vitest';
import { entriesOf, field } from './field.ts';

/** A form as a browser sends it. */
function formOf(text: string): FormData {
  const form = new FormData();
  form.set('text', text.replaceAll('\n', '\r\n'));
  return form;
}

it('reads a text of many lines as long as its field counted it', () => {
  const typed = 'a\n'.repeat(300);
  expect(field(formOf(typed), 'text')).toHaveLength(600);
  expect(entriesOf(formOf(typed))).toEqual({ text: [typed] });
});

it('reads a field that the form lacks as empty', () => {
  expect(field(new FormData(), 'text')).toBe('');
});

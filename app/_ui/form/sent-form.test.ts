import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Outcome } from '../outcome.ts';
import { SentForm } from './action-form.tsx';
import { TickField } from './fields.tsx';
import { OneField } from './one-field.tsx';

/** A form of one field as the server draws it, once it was answered so. */
function drawn(outcome: Outcome, sending = false): string {
  const form = { outcome, send: () => undefined, sending };
  return renderToStaticMarkup(
    createElement(SentForm, form, createElement(OneField, { name: 'url', label: 'Address', button: 'Add' })),
  );
}
const refused = {
  ok: false,
  message: 'Give an https address.',
  field: 'url',
  entries: { url: ['ftp://y'], kind: ['b'] },
} as const;

it('gives what was refused back to be put right, scripts or not', () => {
  expect(drawn(refused)).toMatch(/<input [^>]*value="ftp:\/\/y"/);
  expect(drawn(null)).not.toMatch(/<input [^>]*value=/);
});

it('gives back what was ticked, and no more than that', () => {
  const ticks = [
    createElement(TickField, { key: 'a', type: 'radio', name: 'kind', value: 'a', defaultChecked: true }),
    createElement(TickField, { key: 'b', type: 'radio', name: 'kind', value: 'b' }),
    createElement(TickField, { key: 'c', type: 'checkbox', name: 'test', defaultChecked: true }),
  ];
  const ticked = (outcome: Outcome) => {
    const form = { outcome, send: () => undefined, sending: false };
    const inputs = renderToStaticMarkup(createElement(SentForm, form, ticks)).match(/<input [^>]*>/g) ?? [];
    return inputs.flatMap((input) => (input.includes('checked') ? /value="(\w+)"/.exec(input)![1] : []));
  };
  expect(ticked(null)).toEqual(['a', 'on']);
  expect(ticked(refused)).toEqual(['b']);
});

it('ties the field to put right to the message, and no other field', () => {
  const [, described] = /<input [^>]*aria-invalid="true" aria-describedby="([^"]+)"/.exec(drawn(refused))!;
  expect(drawn(refused)).toMatch(new RegExp(`<p id="${described}" role="alert"[^>]*>Give an https address`));
  expect(drawn({ ...refused, field: 'name' })).not.toContain('aria-invalid');
});

it('says that it was done in a place that was there before, so that a screen reader tells of it', () => {
  expect(drawn(null)).toMatch(/<div role="status"[^>]*><\/div>/);
  expect(drawn({ ok: true, message: 'Saved.' })).toMatch(/<div role="status"[^>]*><p[^>]*>Saved\./);
  expect(drawn(refused)).toMatch(/<div role="status"[^>]*><\/div>/);
});

it('disables no button while it waits, which would take the focus from it', () => {
  expect(drawn(null, true)).toContain('aria-busy="true"');
  expect(drawn(null, true)).not.toContain('disabled');
});

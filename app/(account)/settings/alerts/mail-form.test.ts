import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { MailForm } from './mail-form.tsx';

vi.mock('./actions.ts', () => ({ setWanted: async () => null }));

it('keeps a time zone that is stored under a name not listed, where saving would else set the first one', async () => {
  const alerts = {
    ...{ plan: 'premium', mail: 'daily', newIdeas: true, stanceChange: false },
    ...{ quietFrom: 22, quietUntil: 6, timeZone: 'US/Pacific', nextMailAt: null, lastMailAt: null },
  };
  const page = await drawn(createElement(MailForm, { alerts: alerts as never }));
  expect(Intl.supportedValuesOf('timeZone')).not.toContain('US/Pacific');
  expect(page).toContain('<option selected="">US/Pacific</option>');
});

it('offers time zones by their present names, also a stored one', async () => {
  const alerts = {
    ...{ plan: 'premium', mail: 'daily', newIdeas: true, stanceChange: false },
    ...{ quietFrom: 22, quietUntil: 6, timeZone: 'Europe/Kiev', nextMailAt: null, lastMailAt: null },
  };
  const page = await drawn(createElement(MailForm, { alerts: alerts as never }));
  expect(page).toContain('<option selected="">Europe/Kyiv</option>');
  expect(page).toContain('<option>Asia/Kolkata</option>');
  expect(page).not.toContain('Europe/Kiev');
});

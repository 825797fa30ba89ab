import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Support from './page.tsx';

vi.mock('../../_ui/frame/operator.tsx', () => ({ Operator: () => null }));

it('says what to send along when something does not work', async () => {
  expect((await drawn(createElement(Support))).replaceAll(/\s+/g, ' ')).toContain(
    'a page that cannot be shown gives a number in its place. Send it along: it tells what happened.',
  );
});

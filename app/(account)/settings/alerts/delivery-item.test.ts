import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DeliveryItem } from './delivery-item.tsx';

type Entry = Parameters<typeof DeliveryItem>[0]['entry'];

const waiting = {
  ...{ eventId: 'e', webhookId: 'w', kind: 'new_idea', at: new Date('2026-09-15T10:00:00Z') },
  ...{ attempts: 0, resends: 0, lastMs: null, lastBody: null, lastAnswer: null },
  ...{ deliveredAt: null, lastStatus: null, lastError: null },
  nextAttemptAt: new Date('2026-09-15T10:01:00Z'),
} as Entry;

function drawn(different: Partial<Entry>): string {
  return renderToStaticMarkup(createElement(DeliveryItem, { entry: { ...waiting, ...different } }));
}

it('tells of a delivery that waits when it is due, and why a try failed', () => {
  expect(drawn({})).toContain('not sent yet, due 15 Sept 2026, 10:01 UTC');
  expect(drawn({ attempts: 1, lastError: 'It answered 500.' })).toContain(
    'It answered 500. Next try 15 Sept 2026, 10:01 UTC.',
  );
});

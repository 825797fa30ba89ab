import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Plan } from '#server/domain.ts';
import { quotaMetric } from '#server/features/plans/rules.ts';
import { QuotaTable } from './quotas.tsx';

function drawn(plan: Plan): string {
  const now = new Date('2026-09-15T10:00:00Z');
  const metrics = ['ideaReads', 'asks', 'savedIdeas', 'followedTickers', 'followedShows'] as const;
  const quotas = Object.fromEntries(metrics.map((metric) => [metric, quotaMetric(metric, 1, plan, now)]));
  return renderToStaticMarkup(createElement(QuotaTable, { quotas } as Parameters<typeof QuotaTable>[0]));
}

it('tells when something is given back where something is limited, and has no empty column elsewhere', () => {
  expect(drawn('free')).toContain('Given back');
  expect(drawn('free')).toContain('when you remove one');
  expect(drawn('premium')).toContain('unlimited');
  expect(drawn('premium')).not.toContain('Given back');
});

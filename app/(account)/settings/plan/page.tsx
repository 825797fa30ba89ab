import type { Metadata } from 'next';
import { TRIAL_DAYS } from '#server/features/plans/rules.ts';
import { type Sent, single } from '../../../_server/query.ts';
import { api, signedIn } from '../../../_server/reader.ts';
import { ActionButton } from '../../../_ui/form/action-button.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import { QuotaTable } from '../../../_ui/form/quotas.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { counted, day } from '../../../_ui/text/format.ts';
import { startTrial } from './actions.ts';
import { ManageBilling } from './billing.tsx';
import { problemCalled } from './problems.ts';

export const metadata: Metadata = { title: 'Plan', robots: { index: false } };

export default async function Plan({ searchParams }: { searchParams: Sent<'paid' | 'problem'> }) {
  await signedIn();
  const account = await (await api()).settings.overview();
  const { paid, problem } = await searchParams;
  const wrong = problemCalled(single(problem));
  return (
    <>
      <h1 className="text-3xl">Plan</h1>
      {paid && account.plan === 'free' ? (
        <p role="status" className="note mt-4 max-w-prose">
          Your payment is on its way to us. Premium starts as soon as it is confirmed, usually within a
          minute: load this page again.
        </p>
      ) : null}
      {wrong ? (
        <p role="alert" className="note mt-4 max-w-prose">
          {wrong}
        </p>
      ) : null}
      <Landing of={account.trialAvailable ? 'trial' : ''} label="Your plan" said="Your trial has started.">
        <p className="mt-3 text-lg">
          {account.plan === 'premium' ? 'Premium' : 'Free'}
          {account.trialDaysRemaining !== null
            ? `, a trial with ${counted(account.trialDaysRemaining, 'day')} left, until ${day(account.trialEndsAt!)}`
            : ''}
        </p>
        <div className="mt-6 overflow-x-auto">
          <QuotaTable quotas={account.quotas} />
        </div>
        <div className="mt-8 flex flex-wrap items-start gap-4">
          {account.trialAvailable ? (
            <ActionButton action={startTrial} className="btn">
              Start {TRIAL_DAYS} days of Premium, free, once
            </ActionButton>
          ) : null}
          {account.paid ? null : (
            <Link href="/pricing" className="btn btn-plain">
              See what Premium adds
            </Link>
          )}
          <ManageBilling hasSubscription={account.hasSubscription} />
        </div>
      </Landing>
    </>
  );
}

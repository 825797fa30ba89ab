import type { Metadata } from 'next';
import { freeLimits } from '#server/api/limits.ts';
import { TRIAL_DAYS } from '#server/features/plans/rules.ts';
import { PREMIUM_STATEMENTS } from '#server/features/theses/history/rules.ts';
import { serverSide } from '../../_server/load.ts';
import type { Sent } from '../../_server/query.ts';
import { api, viewer } from '../../_server/reader.ts';
import { ActionButton } from '../../_ui/form/action-button.tsx';
import { Landing } from '../../_ui/form/landing.tsx';
import Link from '../../_ui/frame/link.tsx';
import { day } from '../../_ui/text/format.ts';
import { startTrial } from '../../(account)/settings/plan/actions.ts';
import { offersTo } from './offers.ts';

export const metadata: Metadata = {
  title: 'Pricing',
  description: 'What the free plan and Premium open, and what Premium costs.',
  alternates: { canonical: '/pricing' },
};

const rows = [
  ['Search, digest, show, ticker and theme pages', 'yes', 'yes'],
  ['Full ideas a UTC day', freeLimits.ideaReads, 'unlimited'],
  ['Questions a UTC day', freeLimits.asks, 'unlimited'],
  ['Saved ideas', freeLimits.savedIdeas, 'unlimited'],
  ['Followed shows', freeLimits.followedShows, 'unlimited'],
  ['Followed tickers', freeLimits.followedTickers, 'unlimited'],
  [
    'What was said, word for word',
    'the claim, with its second',
    'what stood around it, too, and that moment to hear, as shows permit',
  ],
  [
    'Thesis history',
    'latest statement',
    `newest ${PREMIUM_STATEMENTS} statements, with every change of state`,
  ],
  ['When a show changed its side', 'no', 'yes'],
  ['Search in the full argument', 'no', 'yes'],
  ['Connector keys, REST and MCP', 'yes', 'yes'],
] as const;

export default async function Pricing({ searchParams }: { searchParams: Sent<'problem'> }) {
  const { problem } = await searchParams;
  const prices = await (await serverSide()).priceList();
  const reader = await viewer();
  const account = reader ? await (await api()).settings.overview() : null;
  const offers = offersTo(account, prices.payable);
  const { monthly, yearly } = inWords(prices);
  return (
    <div className="max-w-4xl">
      <h1 className="text-3xl">Pricing</h1>
      <p className="mt-3 max-w-prose text-soft">
        The record is open to read. Premium takes the limits off, for you and for the agents that act with
        your keys.
        {account === null || account.trialAvailable
          ? ` Every account can try Premium for ${TRIAL_DAYS} days, once, free and without a card.`
          : ''}
      </p>
      {problem ? (
        <p role="alert" className="note mt-4 max-w-prose">
          The checkout could not be opened, and nothing was charged. Try again in a minute.
        </p>
      ) : null}
      <Comparison monthly={monthly} yearly={yearly} />
      <Landing of={offers.join()} label="Ways to Premium" said="Your trial has started.">
        <div className="mt-8 flex flex-wrap items-start gap-4">
          {offers.includes('account') ? (
            <Link href="/sign-in?next=/pricing" className="btn">
              Open an account and try it
            </Link>
          ) : null}
          {account && offers.includes('trial') ? (
            <ActionButton action={startTrial} className="btn">
              Start {TRIAL_DAYS} days of Premium, free, once
            </ActionButton>
          ) : null}
          {offers.includes('purchase') ? <Buy monthly={monthly} yearly={yearly} /> : null}
          {account?.paid ? <p>You have Premium. Thank you.</p> : null}
          {account?.trialEndsAt && account.trialDaysRemaining !== null ? (
            <p role="status">Your trial of Premium runs until {day(account.trialEndsAt)}.</p>
          ) : null}
        </div>
      </Landing>
      {offers.includes('operator') ? (
        <p className="note mt-8 max-w-prose">
          Payments are not set up on this deployment: its operator sets plans by hand. Ask the operator for
          Premium.
        </p>
      ) : null}
    </div>
  );
}

type Prices = { readonly currency: string; readonly monthly: number; readonly yearly: number };

/** The prices with their currency, with cents only when one of them has some. */
function inWords({ currency, monthly, yearly }: Prices): { monthly: string; yearly: string } {
  const money = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(monthly) && Number.isInteger(yearly) ? 0 : 2,
  });
  return { monthly: money.format(monthly), yearly: money.format(yearly) };
}

/** What each plan opens, side by side. */
function Comparison({ monthly, yearly }: { monthly: string; yearly: string }) {
  return (
    <div className="mt-8 overflow-x-auto">
      <table className="plain-table">
        <caption className="sr-only">What each plan opens</caption>
        <thead>
          <tr>
            <th scope="col" className="w-1/2">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="!text-base !text-ink">
              Free
            </th>
            <th scope="col" className="!text-base !text-ink">
              Premium
              <span className="figures block text-sm font-normal text-soft">
                {monthly} a month, or {yearly} a year
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, free, premium]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{free}</td>
              <td>{premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Buy({ monthly, yearly }: { monthly: string; yearly: string }) {
  return (
    <form method="post" action="/billing/checkout" className="flex flex-wrap gap-4">
      <button type="submit" name="period" value="monthly" className="btn">
        Premium for {monthly} a month
      </button>
      <button type="submit" name="period" value="yearly" className="btn btn-plain">
        Premium for {yearly} a year
      </button>
    </form>
  );
}

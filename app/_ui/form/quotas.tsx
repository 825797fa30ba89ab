import { toRemove } from '#server/features/plans/rules.ts';
import type { Quotas } from '#server/features/plans/schema.ts';
import { moment, number } from '../text/format.ts';

const names: Readonly<Record<keyof Quotas, string>> = {
  ideaReads: 'Full ideas today',
  asks: 'Questions today',
  savedIdeas: 'Saved ideas',
  followedTickers: 'Followed tickers',
  followedShows: 'Followed shows',
};

/** A table of what is used and left of every limit and, where something is limited, when it is given back. */
export function QuotaTable({ quotas }: { quotas: Quotas }) {
  const isLimited = Object.values(quotas).some(({ limit }) => limit !== null);
  return (
    <table className="plain-table figures max-w-2xl">
      <caption className="sr-only">Limits of your plan</caption>
      <thead>
        <tr>
          <th scope="col">Limit</th>
          <th scope="col">Used</th>
          <th scope="col">Left</th>
          {isLimited ? <th scope="col">Given back</th> : null}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(names) as (keyof Quotas)[]).map((metric) => (
          <tr key={metric}>
            <th scope="row">{names[metric]}</th>
            <td className="whitespace-nowrap">
              {number(quotas[metric].used)}
              {quotas[metric].limit === null ? '' : ` of ${number(quotas[metric].limit)}`}
            </td>
            <td>{quotas[metric].remaining === null ? 'unlimited' : number(quotas[metric].remaining)}</td>
            {isLimited ? <td className="text-soft">{givenBack(quotas[metric])}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function givenBack({ resetsAt, used, limit }: Quotas[keyof Quotas]): string {
  if (limit === null) return '';
  if (resetsAt) return moment(resetsAt);
  return `when you remove ${toRemove(used, limit)}`;
}

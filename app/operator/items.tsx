import { thereAreMore } from '#server/edges/operator/told.ts';

type ItemsProps = {
  /** What is said where the list is empty. */
  none: string;
  /** Whether there are others beside those that are shown. */
  hasMore?: boolean;
  children: React.ReactNode[];
};

/** Entries of a list that stand open. */
const OPEN = 8;

/** A list of the operator's page, or one sentence where it is empty. */
export function Items({ none, hasMore = false, children }: ItemsProps) {
  if (children.length === 0) return <p className="mt-4">{none}</p>;
  return (
    <>
      <ul className="mt-2">{children.slice(0, OPEN)}</ul>
      {children.length > OPEN ? (
        <details>
          <summary className="min-h-11 py-2.5">{children.length - OPEN} more</summary>
          <ul>{children.slice(OPEN)}</ul>
        </details>
      ) : null}
      {hasMore ? <p className="mt-3 text-soft">{thereAreMore(children.length)}</p> : null}
    </>
  );
}

type ItemProps = {
  title: string;
  /** State of the entry, in a word or two. */
  beside: string;
  actions?: React.ReactNode;
  children: React.ReactNode;
};

/** One entry: title, state, details, and what can be done. */
export function Item({ title, beside, actions, children }: ItemProps) {
  return (
    <li className="border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <bdi className="min-w-0 break-words">{title}</bdi>
        <span className="text-sm text-soft">{beside}</span>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-prose break-words text-sm text-soft">{children}</div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </li>
  );
}

import type { ReactNode } from 'react';

type Ended<Item> = {
  readonly title: string;
  readonly items: readonly Item[];
  readonly className: string;
  readonly children: (item: Item) => ReactNode;
};

/** Ended keys or connections, folded; nothing when there are none. */
export function EndedList<Item extends { readonly id: string }>({
  title,
  items,
  className,
  children,
}: Ended<Item>) {
  if (items.length === 0) return null;
  return (
    <details className={className}>
      <summary className="min-h-11 py-2">
        {title} ({items.length})
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item.id} className="border-b border-rule py-4 text-soft">
            {children(item)}
          </li>
        ))}
      </ul>
    </details>
  );
}

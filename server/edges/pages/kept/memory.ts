import { isFresh, type Page, sizeOf } from './rules.ts';

type Kept = { readonly page: Page; readonly mark: string; readonly renderedAt: Date };

/** Pages of this process, the latest used of them, up to so many bytes. */
export type Memory = {
  /** The page of that name if it was rendered under this mark and is fresh; else null. */
  find(name: string, mark: string, now: Date): Page | null;
  keep(name: string, mark: string, renderedAt: Date, page: Page): void;
};

export function openMemory(mostBytes: number): Memory {
  // A map lists its names in the order in which they came in.
  const pages = new Map<string, Kept>();
  let bytes = 0;
  const drop = (name: string) => {
    const kept = pages.get(name);
    if (kept === undefined) return;
    pages.delete(name);
    bytes -= sizeOf(kept.page);
  };
  return {
    find: (name, mark, now) => {
      const kept = pages.get(name);
      if (kept === undefined) return null;
      if (kept.mark !== mark || !isFresh(kept.renderedAt, now)) {
        drop(name);
        return null;
      }
      pages.delete(name);
      pages.set(name, kept);
      return kept.page;
    },
    keep: (name, mark, renderedAt, page) => {
      drop(name);
      pages.set(name, { page, mark, renderedAt });
      bytes += sizeOf(page);
      for (const oldest of pages.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}

import { HOUR_MS } from '#server/platform/clock.ts';

/**
 * When this browser last showed a page before this visit, and notes that it shows it now. Null on a first visit. Looks less than
 * an hour apart are one visit, so that what is new stays new while it is read.
 */
export function visitBefore(page: string): string | null {
  const [lookKey, beforeKey] = [`earmark:seen:${page}`, `earmark:before:${page}`];
  const now = new Date();
  const lastLook = localStorage.getItem(lookKey);
  localStorage.setItem(lookKey, now.toISOString());
  if (lastLook === null) return null;
  if (now.getTime() - Date.parse(lastLook) < HOUR_MS) return localStorage.getItem(beforeKey);
  localStorage.setItem(beforeKey, lastLook);
  return lastLook;
}

import type { Services } from '#server/platform/services.ts';

/** The result of one check; `detail` says what was found and, if it is not well, what to do. */
export type Finding = { readonly ok: boolean; readonly detail: string };

/** Checks of one part of an installation, by name. */
export type Checks = Readonly<Record<string, (services: Services) => Promise<Finding>>>;

/** That all is well, and what was found. */
export function well(detail: string): Finding {
  return { ok: true, detail };
}

/** What is wrong, and what to do about it. */
export function ill(what: string, todo: string): Finding {
  return { ok: false, detail: `${what} (${todo})` };
}

import { CALL_DAYS } from '#server/platform/calls/log.ts';
import { DAY_MS, utcDay } from '#server/platform/clock.ts';

/** The UTC days whose calls are shown, `YYYY-MM-DD`, oldest first: today and the 29 before. */
function callDays(now: Date): string[] {
  return Array.from({ length: CALL_DAYS }, (_, at) => dayOf(now.getTime() - (CALL_DAYS - 1 - at) * DAY_MS));
}

/** The moment from which calls are shown: UTC midnight of the oldest day. */
export function callsSince(now: Date): Date {
  return new Date(callDays(now)[0]!);
}

/** How many calls of a credential got this status on a UTC day. */
export type CallCount = {
  readonly credentialId: string;
  readonly day: string;
  readonly status: number;
  readonly calls: number;
};

export type DayOfCalls = { readonly day: string; readonly answered: number; readonly refused: number };

/** Counts for every day of the window, including days without calls. A status of 400 or above counts as refused. */
export function byDay(counts: readonly CallCount[], now: Date): DayOfCalls[] {
  return callDays(now).map((day) => {
    const ofDay = counts.filter((count) => count.day === day);
    return {
      day,
      answered: sum(ofDay.filter(({ status }) => status < 400)),
      refused: sum(ofDay.filter(({ status }) => status >= 400)),
    };
  });
}

export type StatusOfCalls = { readonly status: number; readonly calls: number };

/** How often each status was answered, in ascending order. */
export function byStatus(counts: readonly CallCount[]): StatusOfCalls[] {
  const statuses = [...new Set(counts.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    calls: sum(counts.filter((count) => count.status === status)),
  }));
}

/** How often each credential called. */
export function byCredential(counts: readonly CallCount[]): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  for (const { credentialId, calls: more } of counts)
    calls.set(credentialId, (calls.get(credentialId) ?? 0) + more);
  return calls;
}

/** A call as its holder sees it. */
export type ShownCall = {
  readonly at: Date;
  readonly requestId: string;
  readonly part: number;
  readonly via: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

/** Where the next page of a list begins: after this call. */
export type CallMark = Pick<ShownCall, 'at' | 'requestId' | 'part'>;

/** A mark as text for an address. */
export function markText({ at, requestId, part }: CallMark): string {
  return `${at.getTime()}.${requestId}.${part}`;
}

/** Parses the text of a mark; null for any other text. */
export function readMark(text: string): CallMark | null {
  const found = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,4})$/.exec(text);
  return found && { at: new Date(Number(found[1])), requestId: found[2]!, part: Number(found[3]) };
}

/** Calls as CSV (RFC 4180), one line each. Nothing is quoted: no field can hold a comma, a quote or a line break. */
export function callsCsv(calls: readonly ShownCall[]): string {
  const lines = calls.map(({ at, via, route, status, ms, requestId }) =>
    [at.toISOString(), via, route, status, ms, requestId].join(','),
  );
  return ['time,via,route,status,milliseconds,request id', ...lines].map((line) => `${line}\r\n`).join('');
}

function dayOf(moment: number): string {
  return utcDay(new Date(moment));
}

function sum(counts: readonly CallCount[]): number {
  return counts.reduce((all, { calls }) => all + calls, 0);
}

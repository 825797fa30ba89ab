import { type Outcome, outcomeMail } from '#server/features/corrections/rules.ts';
import {
  type Closed,
  type Decision,
  type NotClosed,
  type Report,
  reviewReport,
} from '#server/features/corrections/store.ts';
import type { KnownTheme, KnownTicker } from '#server/features/corrections/subject.ts';
import { findSymbol } from '#server/features/tickers/store.ts';
import { themeBySlug, themeOfName } from '#server/linking/themes/rules.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import type { Db } from '#server/platform/db.ts';
import { sendMail } from '#server/platform/mail.ts';
import type { Services } from '#server/platform/services.ts';

/** How telling the reporter went: mailed, mail failed, or no address. */
export type ReporterNotice = 'mailed' | 'failed' | 'anonymous';

/** Closes a report (`reviewReport`) and then mails the reporter. */
export async function decide(
  services: Services,
  report: Report,
  decision: Decision,
): Promise<NotClosed | (Closed & { readonly reporter: ReporterNotice })> {
  const { db, clock } = services;
  const done = await reviewReport(db, { reportId: report.id, ...decision, now: clock() });
  if (done.kind !== 'done') return done;
  const corrected = done.idea?.hidden === false ? done.idea.id : null;
  return { ...done, reporter: await tellReporter(services, report, decision, corrected) };
}

const noticeWords: Readonly<Record<ReporterNotice, string>> = {
  mailed: 'The reporter was told by mail.',
  failed: 'The mail to the reporter could not be sent.',
  anonymous: 'The reporter left no address.',
};

/** The outcome in sentences for the operator. */
export function decided(
  report: Report,
  outcome: Outcome,
  { changed, reporter }: { readonly changed: readonly string[]; readonly reporter: ReporterNotice },
): string {
  const what = changed.length > 0 ? ` Changed: ${changed.join(', ')}.` : '';
  const write = reporter === 'failed' ? ` Write to ${report.contact}.` : '';
  return `${outcome === 'accepted' ? 'Accepted' : 'Declined'}.${what} ${noticeWords[reporter]}${write}`;
}

async function tellReporter(
  services: Services,
  report: Report,
  { outcome, note }: Decision,
  corrected: string | null,
): Promise<ReporterNotice> {
  if (!report.contact) return 'anonymous';
  try {
    const mail = outcomeMail(report, outcome, note, corrected, services.env.webUrl);
    await sendMail(services, { to: report.contact, ...mail });
    return 'mailed';
  } catch (error) {
    services.log.error({ correction: report.id, err: (error as Error).message }, 'mail not sent');
    return 'failed';
  }
}

/** What is told above the ideas of other episodes with the same talk. */
export function ofSameTalk({ idea }: Pick<Closed, 'idea'>): string {
  const then = idea?.hidden ? 'are listed for it now' : 'tell it as before: report there what is wrong, too';
  return `Other episodes published the same talk, and ${then}.`;
}

/** The instruments of a comma-separated list of symbols, or as `unknown` the first symbol that the universe lacks. */
export async function knownTickers(
  db: Db,
  text: string,
): Promise<{ readonly tickers: readonly KnownTicker[] } | { readonly unknown: string }> {
  const tickers: KnownTicker[] = [];
  for (const symbol of listed(text)) {
    const found = await findSymbol(db, symbol);
    if (!found?.listed) return { unknown: symbol };
    const slug = loadUniverse().bySymbol(found.symbol)?.slug ?? null;
    tickers.push({ symbol: found.symbol, name: found.name ?? found.symbol, slug });
  }
  return { tickers };
}

/** The themes of a comma-separated list of slugs or names, none for `none`; or as `unknown` the first that the table lacks. */
export function knownThemes(
  text: string,
): { readonly themes: readonly KnownTheme[] } | { readonly unknown: string } {
  if (text.trim() === 'none') return { themes: [] };
  const found = listed(text).map((part) => themeBySlug(part) ?? themeOfName(part) ?? part);
  const unknown = found.find((theme) => typeof theme === 'string');
  if (unknown !== undefined) return { unknown };
  return { themes: found.filter((theme) => typeof theme !== 'string') };
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

import { escapeUTF8 } from 'entities';
import { attribution } from '#server/api/attribution.ts';
import { alertReason, alertSource, alertTitle } from '#server/features/alerts/events/rules.ts';
import type { UnsubscribeLinks } from '#server/features/alerts/rules.ts';
import type { Alert, MailRhythm } from '#server/features/alerts/schema.ts';
import { counted } from '#server/features/ideas/rules.ts';
import type { Mail } from '#server/platform/mail.ts';

/** A digest tells so many in full and counts the rest. */
export const MOST_TOLD = 40;

export type DigestMail = Omit<Mail, 'to'>;

export type Digest = {
  /** Newest first. */
  readonly alerts: readonly Alert[];
  readonly rhythm: Exclude<MailRhythm, 'off'>;
  readonly webUrl: string;
  readonly unsubscribe: UnsubscribeLinks;
};

const rhythmWords: Readonly<Record<Digest['rhythm'], string>> = {
  at_once: 'as soon as there is news',
  daily: 'daily',
  weekly: 'weekly',
};

type Section = { readonly heading: string; readonly alerts: readonly Alert[] };

/** The digest as a mail, with the headers of a one-click unsubscribe (RFC 2369, RFC 8058). Null when nothing is to be told. */
export function digestMail(digest: Digest): DigestMail | null {
  if (digest.alerts.length === 0) return null;
  const changes = digest.alerts.filter((alert) => alert.change);
  const ideas = digest.alerts.filter((alert) => !alert.change);
  const told = [...changes, ...ideas].slice(0, MOST_TOLD);
  const sections = [
    { heading: 'Changes of stance', alerts: told.filter((alert) => alert.change) },
    { heading: 'New ideas', alerts: told.filter((alert) => !alert.change) },
  ].filter((section) => section.alerts.length > 0);
  const counts = [
    ...(ideas.length > 0 ? [counted(ideas.length, 'new idea')] : []),
    ...(changes.length > 0 ? [`${counted(changes.length, 'change')} of stance`] : []),
  ].join(' and ');
  const rest = digest.alerts.length - told.length;
  return {
    subject: `Earmark: ${counts} on what you follow`,
    text: textOf(digest, sections, rest),
    html: htmlOf(digest, sections, rest),
    headers: {
      'List-Unsubscribe': `<${digest.unsubscribe.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

function textOf(digest: Digest, sections: readonly Section[], rest: number): string {
  const { rule, url } = attribution(digest.webUrl, '/methodology');
  return [
    ...sections.flatMap(({ heading, alerts }) => [heading.toUpperCase(), '', ...alerts.flatMap(itemText)]),
    ...(rest > 0 ? [`And ${rest} more: ${digest.webUrl}/digest`, ''] : []),
    '--',
    `${rule} ${url}`,
    '',
    `You get this digest ${rhythmWords[digest.rhythm]} because you switched it on: ${digest.webUrl}/settings/alerts`,
    `Unsubscribe, without signing in: ${digest.unsubscribe.page}`,
  ].join('\n');
}

function itemText(alert: Alert): string[] {
  return [
    oneLine(alertTitle(alert)),
    oneLine(alertSource(alert)),
    oneLine(alert.card.thesis),
    oneLine(alertReason(alert)),
    alert.card.url,
    '',
  ];
}

/** What a show named cannot start a line of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const font = 'font-family:Georgia,serif;color:#1b1a17';
const small = 'font-family:Arial,sans-serif;font-size:13px;color:#5d5a52;margin:0 0 6px';

function htmlOf(digest: Digest, sections: readonly Section[], rest: number): string {
  const { rule, url } = attribution(digest.webUrl, '/methodology');
  const link = (href: string, text: string) =>
    `<a href="${escapeUTF8(href)}" style="color:#1b1a17">${escapeUTF8(text)}</a>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Earmark</title></head>',
    `<body style="margin:0;padding:24px;background:#fcfbf7;${font}"><div style="max-width:600px;margin:0 auto">`,
    ...sections.flatMap(({ heading, alerts }) => [
      `<h1 style="font-size:20px;margin:24px 0 8px">${heading}</h1>`,
      ...alerts.map((alert) => itemHtml(alert, link)),
    ]),
    rest > 0 ? `<p>${link(`${digest.webUrl}/digest`, `And ${rest} more`)}</p>` : '',
    `<hr style="border:0;border-top:1px solid #d8d4c8;margin:24px 0"><p style="${small}">${escapeUTF8(rule)} ${link(url, 'How the record is made')}.</p>`,
    `<p style="${small}">You get this digest ${rhythmWords[digest.rhythm]} because you switched it on. ${link(`${digest.webUrl}/settings/alerts`, 'Change it')} or ${link(digest.unsubscribe.page, 'unsubscribe without signing in')}.</p>`,
    '</div></body></html>',
  ].join('\n');
}

function itemHtml(alert: Alert, link: (href: string, text: string) => string): string {
  return [
    '<div style="border-top:1px solid #d8d4c8;padding:14px 0">',
    `<p style="${small}">${escapeUTF8(oneLine(alertSource(alert)))}</p>`,
    `<h2 style="font-size:17px;margin:0 0 6px">${link(alert.card.url, oneLine(alertTitle(alert)))}</h2>`,
    `<p style="margin:0 0 6px;line-height:1.5">${escapeUTF8(oneLine(alert.card.thesis))}</p>`,
    `<p style="${small}">${escapeUTF8(oneLine(alertReason(alert)))}</p></div>`,
  ].join('\n');
}

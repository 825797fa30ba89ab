import { escapeUTF8 } from 'entities';
import { RECORD_NOTICE } from '#server/api/attribution.ts';
import { type Item, type Letter, letterOf, type Section } from '#server/features/alerts/digest/letter.ts';
import type { UnsubscribeLinks } from '#server/features/alerts/rules.ts';
import type { Alert, MailRhythm } from '#server/features/alerts/schema.ts';
import type { Mail } from '#server/platform/mail.ts';

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

/** The digest as a mail, with the headers of a one-click unsubscribe (RFC 2369, RFC 8058). Null when nothing is to be told. */
export function digestMail(digest: Digest): DigestMail | null {
  if (digest.alerts.length === 0) return null;
  const letter = letterOf(digest.alerts);
  return {
    subject: letter.subject,
    text: textOf(digest, letter),
    html: htmlOf(digest, letter),
    headers: {
      'List-Unsubscribe': `<${digest.unsubscribe.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

function textOf(digest: Digest, { opening, sections, rest }: Letter): string {
  return [
    opening,
    '',
    ...sections.flatMap(sectionText),
    ...(rest > 0 ? [`And ${rest} more.`, ''] : []),
    '--',
    `${RECORD_NOTICE} ${digest.webUrl}/methodology`,
    '',
    `You get this digest ${rhythmWords[digest.rhythm]} because you switched it on: ${digest.webUrl}/settings/alerts`,
    `Unsubscribe, without signing in: ${digest.unsubscribe.page}`,
  ].join('\n');
}

function sectionText({ heading, reason, items }: Section): string[] {
  return [
    heading,
    '-'.repeat(Math.min(heading.length, 72)),
    ...(reason === null ? [] : [reason]),
    '',
    ...items.flatMap(({ title, url, line, notes }) => [
      title,
      ...(line === null ? [] : [line]),
      ...notes,
      url,
      '',
    ]),
  ];
}

const font = 'font-family:Georgia,serif;color:#1b1a17';
const small = 'font-family:Arial,sans-serif;font-size:13px;color:#5d5a52;margin:0 0 6px';
type LinkTo = (href: string, text: string) => string;

function htmlOf(digest: Digest, { opening, sections, rest }: Letter): string {
  const link: LinkTo = (href, text) =>
    `<a href="${escapeUTF8(href)}" style="color:#1b1a17">${escapeUTF8(text)}</a>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Earmark</title></head>',
    `<body style="margin:0;padding:24px;background:#fcfbf7;${font}"><div style="max-width:600px;margin:0 auto">`,
    `<h1 style="font-size:20px;margin:0 0 16px">${escapeUTF8(opening)}</h1>`,
    ...sections.map((section) => sectionHtml(section, link)),
    rest > 0 ? `<p>And ${rest} more.</p>` : '',
    `<hr style="border:0;border-top:1px solid #d8d4c8;margin:24px 0"><p style="${small}">${escapeUTF8(RECORD_NOTICE)} ${link(`${digest.webUrl}/methodology`, 'How the record is made')}.</p>`,
    `<p style="${small}">You get this digest ${rhythmWords[digest.rhythm]} because you switched it on. ${link(`${digest.webUrl}/settings/alerts`, 'Change it')} or ${link(digest.unsubscribe.page, 'unsubscribe without signing in')}.</p>`,
    '</div></body></html>',
  ].join('\n');
}

function sectionHtml({ heading, reason, items }: Section, link: LinkTo): string {
  return [
    '<div style="border-top:2px solid #1b1a17;margin:24px 0 0;padding:10px 0 0">',
    `<h2 style="font-family:Arial,sans-serif;font-size:14px;line-height:1.4;margin:0 0 4px">${escapeUTF8(heading)}</h2>`,
    reason === null ? '' : `<p style="${small}">${escapeUTF8(reason)}</p>`,
    ...items.map((item) => itemHtml(item, link)),
    '</div>',
  ].join('\n');
}

function itemHtml({ title, url, line, notes }: Item, link: LinkTo): string {
  return [
    `<div style="padding:10px 0"><h3 style="font-size:17px;line-height:1.3;margin:0 0 6px">${link(url, title)}</h3>`,
    line === null ? '' : `<p style="margin:0 0 6px;line-height:1.5">${escapeUTF8(line)}</p>`,
    ...notes.map((note) => `<p style="${small}">${escapeUTF8(note)}</p>`),
    '</div>',
  ].join('\n');
}

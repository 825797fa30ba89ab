import type { Transporter } from 'nodemailer';
import { type Db, sql } from '#server/platform/db.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { late } from '#server/platform/process/late.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML; the local outbox keeps only the text. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageId?: string;
};
const keptMail = pick(tables.outboxMail, 'id', 'to', 'subject', 'text', 'createdAt');
export type KeptMail = RowOf<typeof keptMail>;

/** What sending needs; the outbox may be written in a transaction. */
type MailServices = Pick<Services, 'env' | 'clock' | 'log'> & { readonly db: Db };

const transports = new Map<string, Transporter>();

/**
 * Sends by the configured SMTP server; without one, keeps the mail in the local outbox. The log gets only the subject, since the
 * text may hold a sign-in link. Throws when the server refuses the mail.
 */
export async function sendMail(services: MailServices, mail: Mail): Promise<void> {
  const { EARMARK_SMTP_URL: url, EARMARK_MAIL_FROM: from } = services.env;
  if (url) {
    await counted(transportOf(url).sendMail({ from, ...mail, headers: { ...mail.headers } }));
    return;
  }
  metrics.mails.inc({ outcome: 'kept' });
  await keepMail(services.db, mail, services.clock());
  services.log.info({ subject: mail.subject }, 'mail kept in the local outbox: see /outbox');
}

async function counted(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
    metrics.mails.inc({ outcome: 'sent' });
  } catch (error) {
    metrics.mails.inc({ outcome: 'failed' });
    throw error;
  }
}

const NO_SERVER = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS', 'EAUTH']);

/** Whether an error of `sendMail` says that the mail server takes no mail at all, and not that it refused this one. */
export function isMailServerAway(error: unknown): boolean {
  return NO_SERVER.has((error as { code?: string }).code ?? '');
}

/** Why the mail server at `url` would refuse mail now; null if it would accept it. */
export async function mailServerFault(url: string): Promise<string | null> {
  try {
    await transportOf(url).verify();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function transportOf(url: string): Transporter {
  const known = transports.get(url);
  if (known) return known;
  const made = late.nodemailer().createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  transports.set(url, made);
  return made;
}

/** The outbox keeps this many mails and drops older ones. */
const OUTBOX_SIZE = 100;

async function keepMail(db: Db, mail: Mail, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO outbox_mail ("to", subject, text, "createdAt") VALUES (${mail.to}, ${mail.subject}, ${mail.text}, ${now})`);
  await db.run(sql`
    DELETE FROM outbox_mail WHERE id IN (SELECT id FROM outbox_mail ORDER BY "createdAt" DESC OFFSET ${OUTBOX_SIZE})`);
}

/** Mails kept in the local outbox, newest first. */
export function listOutbox(db: Db): Promise<KeptMail[]> {
  return db.rows(
    keptMail,
    sql`
    SELECT id, "to", subject, text, "createdAt" FROM outbox_mail ORDER BY "createdAt" DESC, id LIMIT ${OUTBOX_SIZE}`,
  );
}

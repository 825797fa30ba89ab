import type { Metadata } from 'next';
import { cache } from 'react';
import { serverSide } from '../_server/load.ts';
import { Missing, missing } from '../_ui/frame/missing.tsx';
import { moment } from '../_ui/text/format.ts';

const load = cache(async () => (await serverSide()).localOutbox());

export async function generateMetadata(): Promise<Metadata> {
  return (await load()) ? { title: 'Local outbox', robots: { index: false } } : missing;
}

/** The mails of the local outbox. 404 with a mail server, and for a reader who is not at this machine. */
export default async function Outbox() {
  const mails = await load();
  if (mails === null) return <Missing />;
  return (
    <>
      <h1 className="text-3xl">Local outbox</h1>
      <p className="mt-3 max-w-prose text-soft">
        No mail server is configured, so mail is kept here. Only this machine can see the page; set
        EARMARK_SMTP_URL to send for real.
      </p>
      {mails.length === 0 ? <p className="mt-8">Nothing has been sent yet.</p> : null}
      {mails.map((mail) => (
        <article key={mail.id} className="mt-8 border-t border-rule pt-4">
          <h2 className="text-lg">{mail.subject}</h2>
          <p className="text-sm text-soft">
            To {mail.to}, {moment(mail.createdAt)}
          </p>
          <p className="mt-3 max-w-prose whitespace-pre-wrap">
            {mail.text.split(/(https?:\/\/\S+)/).map((part) =>
              part.startsWith('http') ? (
                <a key={part} href={part} className="break-all">
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </p>
        </article>
      ))}
    </>
  );
}

import { PROOF_DAYS } from '#server/features/owners/rules.ts';
import type { Mail } from '#server/platform/mail.ts';
import { printable } from '#server/platform/pattern.ts';

type Letter = Omit<Mail, 'to'>;

/** Asks the owner address of a feed whether an account may manage the show. The link opens a page with a button. */
export function ownershipMail(
  webUrl: string,
  asked: { show: string; claimant: string; token: string },
): Letter {
  const url = new URL('/claim', `${webUrl}/`);
  url.searchParams.set('token', asked.token);
  const show = oneLine(asked.show);
  return {
    subject: `Who may manage “${show}” on Earmark?`,
    text: [
      `${asked.claimant} asks to manage the show “${show}” on Earmark: whether other sites may embed it, how long quotes may be, and whether moments may be played.`,
      '',
      'Your address stands in the feed of the show as its owner’s, so it is yours to say. To agree, open this link signed in as that account and press the button on the page:',
      '',
      url.toString(),
      '',
      `The link works once and for ${PROOF_DAYS} days. If you do not know who asks, ignore this mail and pass the link on to nobody: nothing changes without it.`,
    ].join('\n'),
  };
}

/** Tells a claimant that the feed was read and the ownership holds. */
export function ownershipProvedMail(webUrl: string, show: { slug: string; name: string }): Letter {
  const name = oneLine(show.name);
  return {
    subject: `You now manage “${name}” on Earmark`,
    text: [
      `Your token was found in the feed of “${name}”. You decide from now on whether other sites may embed the show, how long quotes may be, and whether moments may be played:`,
      '',
      settingsOf(webUrl, show.slug),
      '',
      'Leave the token in the feed: while it is there, nobody else who claims the show can end your claim.',
    ].join('\n'),
  };
}

/** Tells an owner that another account has become one too. */
export function ownerAddedMail(webUrl: string, show: { slug: string; name: string }): Letter {
  const name = oneLine(show.name);
  return {
    subject: `Another account now manages “${name}” on Earmark too`,
    text: [
      `Another account has proved, by the feed of “${name}”, that it may manage the show. You still do. Both of you see every change here:`,
      '',
      settingsOf(webUrl, show.slug),
      '',
      'If that should not be, look at who can change your feed, then tell us.',
    ].join('\n'),
  };
}

/** Tells an account that it no longer manages a show. */
export function ownerRemovedMail(show: { name: string }): Letter {
  const name = oneLine(show.name);
  return {
    subject: `You no longer manage “${name}” on Earmark`,
    text: `Your claim to “${name}” was ended. If the show is still yours, claim it again by its feed.`,
  };
}

function settingsOf(webUrl: string, slug: string): string {
  return `${webUrl}/settings/shows/${encodeURIComponent(slug)}`;
}

/** A title fit for a subject: one line of at most 120 characters, without control characters and text direction marks. */
function oneLine(text: string): string {
  return printable(text).trim().slice(0, 120);
}

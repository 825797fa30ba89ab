import { type Command, InvalidArgumentError, Option } from 'commander';
import { hidingCommands } from '#server/cli/hiding.ts';
import { CommandError, table, when, withServices } from '#server/cli/run.ts';
import { normalEmail } from '#server/features/accounts/store.ts';
import { tellRemoved } from '#server/features/owners/ownership.ts';
import { setShowRights } from '#server/features/owners/rights/store.ts';
import { isBacked, OPERATOR } from '#server/features/owners/rules.ts';
import { endOwnership, type ListedOwnership, listOwnerships } from '#server/features/owners/store.ts';
import { isShow } from '#server/features/shows/store.ts';
import { setShowHidden } from '#server/ingest/moderation/store.ts';
import type { Services } from '#server/platform/services.ts';

const onOff = (flags: string, text: string) => new Option(`${flags} <on|off>`, text).choices(['on', 'off']);

/** `earmark show rights|claims|unclaim|hide|show`. */
export function showCommands(program: Command): void {
  const show = program
    .command('show')
    .description('Shows: their rights, who claims them, whether they are served');
  show
    .command('rights')
    .argument('<slug>', 'slug of the show')
    .addOption(onOff('--embeds', 'whether sites may embed the show'))
    .addOption(onOff('--media', 'whether moments may be quoted and played'))
    .option('--quote-chars <n>', 'longest quote in characters', quoteChars)
    .description('Set what the show allows; prints the rights as they are')
    .action(async (slug: string, options, command) =>
      withServices(command, (services) => rights(services, slug, options)),
    );
  show
    .command('claims')
    .argument('[slug]', 'slug of the show; every show when none is named')
    .description('Who owns shows, and who has a claim waiting')
    .action(async (slug: string | undefined, _options, command) =>
      withServices(command, (services) => claims(services, slug ?? null)),
    );
  show
    .command('unclaim')
    .argument('<slug>', 'slug of the show')
    .requiredOption('--email <email>', 'e-mail address of the account whose claim ends')
    .description("End an account's claim; embeds go off when no owner is left")
    .action(async (slug: string, options, command) =>
      withServices(command, (services) => unclaim(services, slug, options.email)),
    );
  hidingCommands(show, 'show', { argument: 'slug', description: 'slug of the show' }, setShowHidden);
}

type RightsOptions = { embeds?: string; media?: string; quoteChars?: number };

async function rights(services: Services, slug: string, options: RightsOptions) {
  const asSwitch = (value?: string) => (value === undefined ? undefined : value === 'on');
  const now = await setShowRights(
    services.db,
    slug,
    {
      embedEnabled: asSwitch(options.embeds),
      mediaEnabled: asSwitch(options.media),
      quoteChars: options.quoteChars,
    },
    OPERATOR,
    services.clock(),
  );
  if (!now) throw new CommandError(`There is no show ${slug}.`);
  return {
    data: { slug, ...now },
    text: `${slug}: embeds ${now.embedEnabled ? 'on' : 'off'}, media ${now.mediaEnabled ? 'on' : 'off'}, quotes up to ${now.quoteChars} characters.`,
  };
}

async function claims(services: Services, slug: string | null) {
  if (slug !== null && !(await isShow(services.db, slug)))
    throw new CommandError(`There is no show ${slug}.`);
  const listed = await listOwnerships(services.db, slug);
  const shown = listed.map((claim) => ({
    show: claim.slug,
    email: claim.email,
    method: claim.method,
    state: stateOf(claim, services.clock()),
    inFeed: isBacked(claim, claim),
    createdAt: claim.createdAt,
    verifiedAt: claim.verifiedAt,
  }));
  const rows = shown.map((claim) => [
    claim.show,
    claim.email,
    claim.method,
    claim.state,
    claim.inFeed ? 'yes' : 'no',
    when(claim.createdAt),
    when(claim.verifiedAt),
  ]);
  return {
    data: { claims: shown },
    text: table(['show', 'account', 'by', 'state', 'in feed', 'asked', 'verified'], rows),
  };
}

function stateOf(claim: ListedOwnership, now: Date): 'owner' | 'waiting' | 'expired' {
  if (claim.verifiedAt) return 'owner';
  return claim.expiresAt > now ? 'waiting' : 'expired';
}

async function unclaim(services: Services, slug: string, email: string) {
  const claim = (await listOwnerships(services.db, slug)).find((one) => one.email === normalEmail(email));
  if (!claim) throw new CommandError(`${email} has no claim on ${slug}.`);
  await endOwnership(services.db, claim.showId, claim.accountId, OPERATOR, services.clock());
  if (claim.verifiedAt) await tellRemoved(services, claim.email, { name: claim.showName });
  return {
    data: { show: slug, email: claim.email, ended: true },
    text: `${claim.email} no longer has a claim on ${slug}.`,
  };
}

function quoteChars(text: string): number {
  const value = Number(text);
  if (!/^\d{1,4}$/.test(text) || value > 2000)
    throw new InvalidArgumentError('It takes a whole number from 0 to 2000.');
  return value;
}

import { type Command, Option } from 'commander';
import { z } from 'zod';
import { MAX_ACTIVE_KEYS } from '#server/api/limits.ts';
import { type Scope, scopeSchema, scopes } from '#server/api/scopes.ts';
import { makeReviewer, type Reviewer } from '#server/cli/accounts/reviewer.ts';
import { CommandError, table, WRONG_USAGE, when, withServices } from '#server/cli/run.ts';
import { exportAccount } from '#server/features/accounts/export/store.ts';
import { accountFacts, deleteAccount } from '#server/features/accounts/settings/store.ts';
import {
  type AccountRecord,
  findAccount,
  normalEmail,
  upsertAccount,
} from '#server/features/accounts/store.ts';
import { MAX_RANGES, readRanges } from '#server/features/keys/addresses/rules.ts';
import { keyNameSchema } from '#server/features/keys/schema.ts';
import { issueConnectorKey, listConnectorKeys, revokeConnectorKey } from '#server/features/keys/store.ts';
import { stillBills } from '#server/features/plans/billing/rules.ts';
import { setPlan, startTrial } from '#server/features/plans/store.ts';
import type { Services } from '#server/platform/services.ts';

const planOption = (choices: readonly string[]) =>
  new Option('--plan <plan>', 'plan of the account').choices(choices);

/** `earmark account create|plan|export|erase` and `earmark key create|list|revoke`. */
export function accountCommands(program: Command): void {
  const account = program.command('account').description('Accounts and their plans');
  accountCreateCommand(account);
  accountPlanCommand(account);
  accountExportCommand(account);
  accountEraseCommand(account);

  const key = program.command('key').description('Connector keys of an account');
  keyCreateCommand(key);
  keyListCommand(key);
  keyRevokeCommand(key);
}

function accountCreateCommand(account: Command): void {
  account
    .command('create')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .addOption(planOption(['free', 'premium']).default('free'))
    .option(
      '--reviewer',
      'on Premium with follows, saves, a key and sign-in links, for reviewers of a directory',
      false,
    )
    .description('Create an account (or find the one there is)')
    .action(async (options, command) =>
      withServices(command, async (services) => {
        if (options.reviewer)
          return reviewerAnswer(await makeReviewer(services, mail(options.email)), services.env.webUrl);
        const created = await upsertAccount(services.db, mail(options.email), services.clock());
        if (options.plan === 'premium') await setPlan(services.db, created.id, 'premium');
        const data = {
          id: created.id,
          email: created.email,
          plan: options.plan === 'premium' ? 'premium' : created.plan,
          created: created.created,
        };
        return {
          data,
          text: `${created.created ? 'Created' : 'Known'} account ${data.email} (${data.plan}).`,
        };
      }),
    );
}

function accountPlanCommand(account: Command): void {
  account
    .command('plan')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .addOption(planOption(['free', 'premium', 'trial']).makeOptionMandatory())
    .description('Set the plan of an account, or start its one trial')
    .action(async (options, command) =>
      withServices(command, (services) => changePlan(services, options.email, options.plan)),
    );
}

function accountExportCommand(account: Command): void {
  account
    .command('export')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .description('All that is kept about an account, as the account holder can take it from settings')
    .action(async (options, command) =>
      withServices(command, async (services) => {
        const data = await exportAccount(
          services.db,
          (await mustFind(services, options.email)).id,
          services.clock(),
        );
        return { data, text: JSON.stringify(data, null, 2) };
      }),
    );
}

function accountEraseCommand(account: Command): void {
  account
    .command('erase')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .requiredOption('--confirm <email>', 'the same once more: nothing brings the account back')
    .description('Erase an account and all that belongs to it')
    .action(async (options, command) =>
      withServices(command, (services) => erase(services, options.email, options.confirm)),
    );
}

function keyCreateCommand(key: Command): void {
  key
    .command('create')
    .requiredOption('--email <email>', 'e-mail address of the account; created when there is none')
    .option('--name <name>', 'a name to tell the key by', 'operator')
    .option('--scopes <scopes>', `comma-separated scopes (${scopes.join(', ')})`, scopes.join(','))
    .option('--test', 'a key for trying: it sees the sample shows alone and spends nothing', false)
    .option(
      '--from <ranges>',
      'addresses and ranges (CIDR) from which alone it is taken, comma-separated',
      '',
    )
    .description('Mint a connector key; its text is printed once')
    .action(async (options, command) => withServices(command, (services) => createKey(services, options)));
}

function keyListCommand(key: Command): void {
  key
    .command('list')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .description('Keys of an account')
    .action(async (options, command) =>
      withServices(command, async (services) => {
        const keys = await listConnectorKeys(services.db, (await mustFind(services, options.email)).id);
        const state = (k: (typeof keys)[number]) =>
          k.revokedAt ? 'revoked' : k.closedAt ? 'expired' : 'active';
        const rows = keys.map((k) => [
          k.keyPrefix,
          k.name,
          state(k),
          k.scopes.join(','),
          when(k.createdAt),
          when(k.lastUsedAt),
          when(k.expiresAt),
          k.addresses.join(', ') || 'anywhere',
        ]);
        return {
          data: { keys },
          text: table(
            ['prefix', 'name', 'state', 'scopes', 'created', 'last used', 'expires', 'taken from'],
            rows,
          ),
        };
      }),
    );
}

function keyRevokeCommand(key: Command): void {
  key
    .command('revoke')
    .argument('<key>', 'id or prefix of the key')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .description('Revoke a key: its next call answers 401')
    .action(async (wanted: string, options, command) =>
      withServices(command, async (services) => {
        const found = await mustFind(services, options.email);
        if (!(await revokeConnectorKey(services.db, found.id, wanted, services.clock())))
          throw new CommandError(`The account has no active key ${wanted}.`);
        return { data: { revoked: wanted }, text: `Revoked ${wanted}.` };
      }),
    );
}

function reviewerAnswer(made: Reviewer, webUrl: string) {
  const { email, key, links, linksEndAt, follows, saves } = made;
  const lines = [
    `${email} is on premium, with ${follows} follows and ${saves} saved ideas.`,
    key === null
      ? `It already has ${MAX_ACTIVE_KEYS} active keys: revoke one for another.`
      : `Key, shown once: ${key}`,
    `Links that sign in, each once, until ${when(linksEndAt)}, without a mail or a second factor. They lead to ${webUrl}: where the service has another address, run this with its EARMARK_BASE_URL (or PORT).`,
    ...links,
  ];
  return { data: { ...made, leadTo: webUrl }, text: lines.join('\n') };
}

async function erase(services: Services, email: string, confirmed: string) {
  const account = await mustFind(services, email);
  if (normalEmail(confirmed) !== account.email)
    throw new CommandError('--confirm takes the same address as --email.', WRONG_USAGE);
  const facts = await accountFacts(services.db, account.id, services.clock());
  if (stillBills(facts.stripeStatus))
    throw new CommandError('A subscription still bills this account: end it first.');
  await deleteAccount(services.db, account.id, services.clock());
  return { data: { erased: account.email }, text: `Erased ${account.email} and all that belonged to it.` };
}

async function changePlan(services: Services, email: string, plan: 'free' | 'premium' | 'trial') {
  const account = await mustFind(services, email);
  if (plan !== 'trial') await setPlan(services.db, account.id, plan);
  else if (!(await startTrial(services.db, account.id, services.clock())))
    throw new CommandError(
      account.plan === 'premium'
        ? `${account.email} is on Premium already.`
        : `${account.email} has had its trial.`,
    );
  const after = await mustFind(services, email);
  return {
    data: { email: after.email, plan: after.plan, trialEndsAt: after.trialEndsAt },
    text: `${after.email} is on ${after.plan}${plan === 'trial' ? ` until ${when(after.trialEndsAt)}` : ''}.`,
  };
}

type NewKey = { email: string; name: string; scopes: string; test: boolean; from: string };

async function createKey(services: Services, options: NewKey) {
  const wanted = readScopes(options.scopes);
  const addresses = readFrom(options.from);
  const env = options.test ? 'test' : services.env.EARMARK_ENV;
  const name = readName(options.name);
  const now = services.clock();
  const account = await upsertAccount(services.db, mail(options.email), now);
  const issued = await issueConnectorKey(
    services.db,
    { accountId: account.id, name, scopes: wanted, env, addresses },
    now,
  );
  if (!issued)
    throw new CommandError(`${account.email} already has ${MAX_ACTIVE_KEYS} active keys: revoke one first.`);
  const data = {
    key: issued.text,
    keyPrefix: issued.keyPrefix,
    env,
    scopes: wanted,
    addresses,
    expiresAt: issued.expiresAt.toISOString(),
  };
  return {
    data,
    text: `${issued.text}\nShown once. Scopes: ${wanted.join(', ')}. Ends ${when(issued.expiresAt)}, or after ninety days without a call.`,
  };
}

function readFrom(text: string): readonly string[] {
  const { ranges, wrong } = readRanges(text);
  if (wrong !== null)
    throw new CommandError(`--from: ${wrong.slice(0, 64)} is no address and no range.`, WRONG_USAGE);
  if (ranges.length > MAX_RANGES)
    throw new CommandError(`--from takes at most ${MAX_RANGES} ranges.`, WRONG_USAGE);
  return ranges;
}

function readName(text: string): string {
  const parsed = keyNameSchema.safeParse(text);
  if (!parsed.success)
    throw new CommandError(
      '--name takes 1 to 60 characters, control characters not among them.',
      WRONG_USAGE,
    );
  return parsed.data;
}

function readScopes(text: string): Scope[] {
  const parsed = z
    .array(scopeSchema)
    .min(1)
    .safeParse([
      ...new Set(
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ]);
  if (!parsed.success)
    throw new CommandError(`--scopes takes a comma-separated list of: ${scopes.join(', ')}.`, WRONG_USAGE);
  return parsed.data;
}

function mail(text: string): string {
  if (!z.email().safeParse(text.trim()).success)
    throw new CommandError(`${text} is no e-mail address.`, WRONG_USAGE);
  return text;
}

async function mustFind(services: Services, email: string): Promise<AccountRecord> {
  const account = await findAccount(services.db, mail(email), services.clock());
  if (!account) throw new CommandError(`There is no account ${email}.`);
  return account;
}

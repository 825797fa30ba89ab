import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintKey } from '#server/features/keys/rules.ts';
import { openDatabase } from '#server/platform/db.ts';
import { migrate, migrationTexts, replayMigrations } from '#server/platform/postgres/migrate.ts';
import type { Services } from '#server/platform/services.ts';
import { call } from '#server/testing/api.ts';
import { emptyDatabase, type OtherDatabase } from '#server/testing/database/databases.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [SHOW, OTHER_SHOW, EPISODE, ACCOUNT, THESIS, GRANT, SEARCH] = [1, 2, 3, 4, 5, 6, 7].map(id);
const [TOLD, HIDDEN, REPLACED, NO_SIDE] = [11, 12, 13, 14].map(id);
const AT = "'2026-09-14T08:00:00Z'";
const KEY = mintKey('connector', 'live', (below) => below - 1);

const idea = (ideaId: string | undefined, stance: string, rest = "false, NULL, '{NVDA}'") =>
  `('${ideaId}', '${SHOW}', '${EPISODE}', ${AT}, 'Chips sell', 'The show argues that chips sell.', 'Chips sell.', ${stance}, 3, 'ticker', 'NVDA', 'NVIDIA', 'rules-0.1.0', '{}', '{}', '{chips}', '{}', '{}', ${rest})`;

/** What each table is filled with once the migration that makes it has run; what holds nothing then fails the test. */
const FILLED: Readonly<Record<string, string>> = {
  initial: `
    INSERT INTO show (id, slug, name) VALUES ('${SHOW}', 'alpha', 'Alpha'), ('${OTHER_SHOW}', 'beta', 'Beta');
    INSERT INTO feed ("showId", url) VALUES ('${SHOW}', 'https://a.example/feed');
    INSERT INTO episode (id, "showId", guid, title, "publishedAt", state) VALUES ('${EPISODE}', '${SHOW}', 'g', 'Chips', ${AT}, 'processed');
    INSERT INTO transcript ("episodeId", type, "textHash", cues) VALUES ('${EPISODE}', 'vtt', 'h', '[]');
    INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", text) VALUES ('${EPISODE}', 0, 9, 'Chips sell');
    INSERT INTO idea (id, "showId", "episodeId", "publishedAt", headline, thesis, statement, stance, "discussionDepth", "subjectKind", "subjectKey", "subjectName", "engineVersion",
      "mentionedTickers", entities, themes, "riskFlags", "validationSignals", hidden, "supersededAt", tickers)
      VALUES ${idea(TOLD, "'BULLISH'", "false, NULL, '{NVDA,AMD}'")}, ${idea(HIDDEN, "'BEARISH'", "true, NULL, '{NVDA}'")}, ${idea(REPLACED, "'BEARISH'", `false, ${AT}, '{NVDA}'`)}, ${idea(NO_SIDE, 'NULL')};
    UPDATE idea SET quote = 'Chips sell.', "quoteStartSeconds" = 3, "quoteEndSeconds" = 5, "speakerName" = 'Jane Doe';
    INSERT INTO idea_ticker SELECT id, unnest(tickers), "publishedAt", "discussionDepth" FROM idea;
    INSERT INTO theme (slug, name, tickers) VALUES ('chips', 'Chips', '{NVDA}');
    INSERT INTO idea_theme SELECT id, 'chips', "publishedAt", "discussionDepth" FROM idea;
    INSERT INTO ticker_mention VALUES ('${EPISODE}', 'NVDA', 3, 'NVIDIA');
    INSERT INTO ticker VALUES ('NVDA', 'NVIDIA', 'stock', '{}', 'built-in');
    INSERT INTO thesis VALUES ('${THESIS}', 'ticker', 'NVDA', 'demand', 'NVIDIA: demand', 'first_heard', ${AT}, ${AT}, '{NVDA,AMD}');
    INSERT INTO thesis_statement SELECT '${THESIS}', id, "publishedAt", "showId", CASE stance WHEN 'BULLISH' THEN 'bullish' ELSE 'neutral' END, 3, CASE stance WHEN 'BULLISH' THEN 'initiates' ELSE 'reiterates' END, statement
      FROM idea WHERE id IN ('${TOLD}', '${NO_SIDE}');
    INSERT INTO thesis_transition VALUES ('${THESIS}', ${AT}, 'first_heard', 'developing', '${TOLD}');
    INSERT INTO account (id, email, name) VALUES ('${ACCOUNT}', 'reader@example.org', 'A reader');
    INSERT INTO provider_link ("accountId", type, provider, "providerAccountId") VALUES ('${ACCOUNT}', 'oauth', 'p', '1');
    INSERT INTO session VALUES ('t', '${ACCOUNT}', ${AT});
    INSERT INTO verification_token VALUES ('reader@example.org', 't', ${AT});
    INSERT INTO connector_key ("accountId", name, "keyHash", "keyPrefix", scopes, env, "createdAt", "expiresAt")
      VALUES ('${ACCOUNT}', 'mine', '\\x${KEY.hash.toString('hex')}', '${KEY.keyPrefix}', '{profile:read,ideas:read,saves:read,follows:read}', 'live', ${AT}, '2027-09-14');
    INSERT INTO corpus_key (email, "keyHash", "keyPrefix", env, ip) VALUES ('c@example.org', '\\x00', 'emk_free_aaaa', 'live', '::1');
    INSERT INTO show_follow VALUES ('${ACCOUNT}', '${SHOW}', ${AT});
    INSERT INTO ticker_follow VALUES ('${ACCOUNT}', 'NVDA', true, ${AT});
    INSERT INTO saved_idea VALUES ('${ACCOUNT}', '${TOLD}', ${AT}), ('${ACCOUNT}', '${REPLACED}', ${AT}), ('${ACCOUNT}', '${HIDDEN}', ${AT});
    INSERT INTO idea_read VALUES ('${ACCOUNT}', '2026-09-15', '${TOLD}', '2026-09-15T06:00:00Z');
    INSERT INTO ask_slot ("accountId", day, "takenAt", "leaseEndsAt", "answeredAt") VALUES ('${ACCOUNT}', '2026-09-15', ${AT}, ${AT}, ${AT});
    INSERT INTO conversation (id, "accountId", title) VALUES ('${id(8)}', '${ACCOUNT}', 'Chips?');
    INSERT INTO message ("conversationId", kind, text, "ideaId") VALUES ('${id(8)}', 'question', 'Chips?', '${TOLD}');
    INSERT INTO show_claim ("showId", "accountId", method, token, "expiresAt") VALUES ('${SHOW}', '${ACCOUNT}', 'mail', 't', ${AT});
    INSERT INTO rights_audit ("showId", actor, change) VALUES ('${SHOW}', 'operator', '{"quoteChars": 100}');
    INSERT INTO correction ("ideaId", kind, text, ip, "reviewedAt", outcome, note) VALUES ('${TOLD}', 'stance', 'It was bullish.', '::1', ${AT}, 'accepted', 'Heard again.');
    INSERT INTO idea_version VALUES ('${TOLD}', ${AT}, '{"stance": "BEARISH"}', 'Heard again.');
    INSERT INTO alert_setting ("accountId", mail) VALUES ('${ACCOUNT}', 'daily');
    INSERT INTO alert_webhook (id, "accountId", url, secret) VALUES ('${id(9)}', '${ACCOUNT}', 'https://a.example/hook', 's');
    INSERT INTO alert_event (id, "accountId", kind, "eventKey", "ideaId", payload) VALUES ('${id(10)}', '${ACCOUNT}', 'idea.new', 'k', '${TOLD}', '{}');
    INSERT INTO alert_delivery ("eventId", "webhookId") VALUES ('${id(10)}', '${id(9)}');
    INSERT INTO stripe_event VALUES ('e', 't', ${AT});
    INSERT INTO outbox_mail ("to", subject, text) VALUES ('reader@example.org', 's', 't');
    INSERT INTO model_call (day, purpose, model, outcome) VALUES ('2026-09-14', 'ask', 'm', 'answered');
    INSERT INTO setting VALUES ('secret', 'of the old version')`,
  vectors: `
    INSERT INTO idea_vector ("ideaId", words, encoder, vector) VALUES ('${TOLD}', 'w', 'e', '\\x01');
    INSERT INTO passage_vector ("passageId", encoder, vector) SELECT id, 'e', '\\x01' FROM passage`,
  oauth: `
    INSERT INTO oauth_grant (id, "accountId", "clientId", "clientName", "clientHost", scopes, "expiresAt") VALUES ('${GRANT}', '${ACCOUNT}', 'c', 'Client', 'c.example', '{}', '2027-09-14');
    INSERT INTO oauth_record (kind, id, "grantId", payload) VALUES ('AccessToken', 'h', '${GRANT}', '{}')`,
  calls: `
    CREATE TABLE "api_call_20260914" PARTITION OF api_call FOR VALUES FROM ('2026-09-14') TO ('2026-09-15');
    INSERT INTO api_call VALUES ('${ACCOUNT}', '${GRANT}', ${AT}, '${id(20)}', 0, 'rest', 'getIdea', 200, 5)`,
  saved_searches: `
    INSERT INTO saved_search (id, "accountId", name, path, asked) VALUES ('${SEARCH}', '${ACCOUNT}', 'Chips', '/search?q=chips', '{"q": "chips"}');
    INSERT INTO saved_search_match VALUES ('${SEARCH}', '${TOLD}', ${AT})`,
  embed_counts: `INSERT INTO embed_count VALUES ('${SHOW}', '2026-09-14', 'card', 2, 1)`,
  held_back_names: `INSERT INTO held_back_name VALUES ('${EPISODE}', 'NVDA', 'nvidia', 'NVIDIA', 3)`,
};

/** What a migration changes or drops on purpose. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  show_claims: ['rights_audit.change'],
  stance_not_told: ['thesis_statement.stance', 'thesis_statement.relation'],
  calls: ['connector_key.calls', 'oauth_grant.calls'],
  named_beside: ['thesis.lastShowId'],
  no_provider_tokens: [
    'accessToken',
    'refreshToken',
    'expiresAt',
    'tokenType',
    'scope',
    'idToken',
    'sessionState',
  ].map((column) => `provider_link.${column}`),
  no_guid_and_lock_of_shows: ['show.feedGuid', 'show.locked'],
};

/** Derived from the rest by triggers, and read below. */
const DERIVED = ['_prisma_migrations', 'counted_idea', 'listed_count', 'record_mark', 'statement_ticker'];

let services: TestServices;
let old: OtherDatabase;
let client: pg.Client;
let migrated: Services & { close(): Promise<void> };
beforeAll(async () => {
  services = await testServices();
  old = await emptyDatabase(services);
  client = new pg.Client({ connectionString: old.url });
  await client.connect();
});
afterAll(async () => {
  await migrated?.close();
  await client.end();
  await old.drop();
  await services.close();
});

type Contents = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

async function contents(): Promise<Contents> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const all = new Map<string, Record<string, unknown>[]>();
  for (const { name } of rows.filter((one) => !DERIVED.includes(one.name)))
    all.set(
      name,
      (await client.query(`SELECT to_jsonb(t) AS row FROM "${name}" t`)).rows.map(({ row }) => row),
    );
  return all;
}

/** Rows of a table by these columns, in an order that no migration changes. */
function sorted(rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => [column, row[column]]))).sort();
}

it('a filled record goes through every migration, and loses nothing that readers and operators made', async () => {
  const [first, ...rest] = migrationTexts();
  await replayMigrations(client, [first!]);
  await fillAfter(first!.name);
  for (const { name, text } of rest) {
    const before = await contents();
    await client.query(text);
    const after = await contents();
    const changed = CHANGED[nameOf(name)] ?? [];
    for (const [table, rows] of before) {
      const columns = Object.keys(rows[0]!).filter((column) => !changed.includes(`${table}.${column}`));
      expect(sorted(after.get(table) ?? [], columns), `${table} after ${name}`).toEqual(
        sorted(rows, columns),
      );
    }
    await fillAfter(name);
  }
});

const nameOf = (migration: string) => migration.replace(/^\d+_/, '');

async function fillAfter(migration: string): Promise<void> {
  await client.query(FILLED[nameOf(migration)] ?? '');
  const empty = [...(await contents())].filter(([, rows]) => rows.length === 0).map(([table]) => table);
  expect(empty, `tables without a row after ${migration}`).toEqual([]);
}

it('and the service reads it as it reads its own', async () => {
  for (const { name, checksum } of migrationTexts())
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) VALUES (gen_random_uuid()::text, $2, now(), $1, 1)`,
      [name, checksum],
    );
  expect(await migrate(old.url)).toEqual([]);
  const db = openDatabase(old.url, 4);
  migrated = { ...services, db, databaseUrl: old.url, close: () => db.close() };
  const get = async (path: string) =>
    (await call(migrated, 'GET', `/v1/agent${path}`, { key: KEY.text })).body;
  const idsOf = ({ ideas }: { ideas: { id: string }[] }) => ideas.map((one) => one.id).sort();

  expect(await get('/me')).toMatchObject({ plan: 'free', key: { name: 'mine' } });
  expect(idsOf(await get('/ideas?limit=9'))).toEqual([TOLD, NO_SIDE]);
  expect(idsOf(await get('/digest'))).toEqual([TOLD, NO_SIDE]);
  expect(idsOf(await get('/saves'))).toEqual([TOLD, REPLACED]);
  expect(await get('/tickers/NVDA/mentions')).toMatchObject({ mentionCount: 2 });
  expect(await get(`/ideas/${TOLD}`)).toMatchObject({ quota: { ideaReads: { used: 1 } } });
  expect(await get(`/ideas/${HIDDEN}`)).toMatchObject({ error: 'not_found' });
  const { weeks } = await get('/ticker-stance-timeline?ticker=NVDA');
  expect(weeks.at(-1)).toMatchObject({ bullish: 1, bearish: 0, neutral: 0 });
  const [thesis] = (await get('/thesis-history?ticker=AMD')).theses;
  expect(thesis.statements.map((one: { stance: string }) => one.stance)).toEqual(['bullish']);
});

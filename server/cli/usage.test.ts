import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { table } from '#server/cli/run.ts';
import { addFeed, listFeeds } from '#server/ingest/poll/store.ts';
import { sql } from '#server/platform/db.ts';
import { projectRoot } from '#server/platform/env.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { runCommand } from '#server/testing/command.ts';
import { addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let folder: string;
let slug: string;
beforeAll(async () => {
  services = await testServices();
  slug = (await addShow(services)).slug;
  folder = mkdtempSync(join(tmpdir(), 'earmark-usage-'));
  writeFileSync(join(folder, 'a file'), '');
  writeFileSync(
    join(folder, 'seg01.txt'),
    '# show: S\n# episode: E\n# window: 0s..9s\n\n[00:00:01] Ann: Hello.\n',
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await services.close();
});

const CLI = join(projectRoot, 'server/cli.ts');
const earmark = (...args: string[]) => runCommand(services, args);
const ONE_SENTENCE = /^(?:error: )?[^\n]+\n(?:\(add --help [^\n]+\n)?$/;

describe('earmark show rights --quote-chars', { timeout: 60_000 }, () => {
  const stored = () => services.db.row(pick(tables.show, 'quoteChars'), sql`SELECT "quoteChars" FROM show`);

  it.each(['', ' ', ' 0x10', '1e2', '1.0', '-1', '2001', '+5'])(
    'refuses %j and sets nothing',
    async (text) => {
      const before = await stored();
      const run = await earmark('show', 'rights', slug, `--quote-chars=${text}`);
      expect(run).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('a whole number from 0 to 2000'),
      });
      expect(await stored()).toEqual(before);
    },
  );

  it.each(['0', '120', '2000'])('takes %s', async (text) => {
    expect((await earmark('show', 'rights', slug, '--quote-chars', text)).code).toBe(0);
    expect(await stored()).toEqual({ quoteChars: Number(text) });
  });
});

describe('earmark key create --name', { timeout: 60_000 }, () => {
  const email = 'ann@example.org';

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['61 characters', 'n'.repeat(61)],
    ['an escape character', 'red\u001b[31m'],
    ['two lines', 'one\ntwo'],
  ])('refuses %s and makes neither key nor account', async (_what, name) => {
    const run = await earmark('key', 'create', '--email', email, `--name=${name}`);
    expect(run).toMatchObject({ code: 2, data: {}, stderr: expect.stringMatching(ONE_SENTENCE) });
    expect(run.stderr).toContain('1 to 60 characters');
    expect(await services.db.rows(sql`SELECT id FROM account`)).toEqual([]);
  });

  it('takes 60 characters, without the blanks around them', async () => {
    const name = 'é'.repeat(60);
    expect((await earmark('key', 'create', '--email', email, '--name', ` ${name} `)).code).toBe(0);
    const { data } = await earmark('key', 'list', '--email', email);
    expect(data).toMatchObject({ keys: [{ name }] });
  });

  it('prints what an older version stored without its control characters', () => {
    expect(table(['name'], [['red\u001b[31m\nnext'], ['ok']])).toBe('name\nred [31m next\nok');
  });
});

describe('earmark feeds add', { timeout: 60_000 }, () => {
  it('refuses an address that no index holds in one sentence', async () => {
    const run = await earmark('feeds', 'add', `https://a.example/${'x'.repeat(2_000)}`);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(ONE_SENTENCE) });
    expect(await listFeeds(services.db)).toEqual([]);
  });

  it('adds nothing where one of several sources cannot be read', async () => {
    const run = await earmark('feeds', 'add', 'https://a.example/first', join(folder, 'nope.xml'));
    expect(run).toMatchObject({ code: 2, data: {}, stderr: expect.stringContaining('nope.xml is neither') });
    expect(await listFeeds(services.db)).toEqual([]);
  });

  it.each(['', '  ', 'feed://a.example/f.xml', 'a.example/feed.xml'])(
    'says how an address begins when it is given %j',
    async (wrong) => {
      const run = await earmark('feeds', 'add', wrong);
      expect(run).toMatchObject({ code: 2, data: {}, stderr: expect.stringMatching(ONE_SENTENCE) });
      expect(run.stderr).toContain('begins with https://');
      expect(run.stderr).not.toContain('ENOENT');
    },
  );

  it('takes an address with blanks around it', async () => {
    const url = 'https://padded.example/feed';
    expect((await earmark('feeds', 'add', ` ${url} `)).data.feeds).toMatchObject([{ url, added: true }]);
  });

  it('knows a feed by its address with a fragment or an empty query', async () => {
    const url = 'https://b.example/feed';
    const { data } = await earmark('feeds', 'add', url, `${url}#x`, `${url}?`);
    expect(data.feeds).toMatchObject([
      { url, added: true },
      { url, added: false },
      { url, added: false },
    ]);
  });

  it('says which outlines of a list it skipped, and why', async () => {
    const list = join(folder, 'mine.opml');
    const outlines = [
      'https://a.example/feed',
      'file:///etc/passwd',
      'javascript:alert(1)',
      `https://a.example/${'x'.repeat(2_000)}`,
    ];
    writeFileSync(
      list,
      `<opml><body>${outlines.map((url) => `<outline xmlUrl="${url}"/>`).join('')}</body></opml>`,
    );
    const { code, data, stderr } = await earmark('feeds', 'add', list);
    expect(code).toBe(0);
    expect(data).toMatchObject({ feeds: [{ url: 'https://a.example/feed', added: true }], skipped: 3 });
    expect(stderr).toBe(
      'Skipped 3 outlines of mine.opml: the feed address is no web address or has more than 2000 bytes.\n',
    );
  });
});

describe('earmark feeds poll', { timeout: 60_000 }, () => {
  const site = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(301, { location: '/page' });
    else response.writeHead(request.url === '/gone' ? 410 : 200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>No feed</title>');
  });
  let address: string;
  beforeAll(async () => {
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => site.close(closed)));
  const poll = (...feeds: string[]) =>
    runCommand(services, ['feeds', 'poll', ...feeds], {
      EARMARK_FEED_ALLOW_HOSTS: address,
      EARMARK_ENCODER: 'off',
    });

  it.each([
    ['a web page', 'page', 'failed'],
    ['one that has gone', 'gone', 'gone'],
  ])('exits with 1 for %s that is named, and tells of it', async (_what, path, result) => {
    const url = `http://${address}/${path}`;
    await addFeed(services.db, url, services.clock());
    expect(await poll(url)).toMatchObject({
      code: 1,
      data: { feeds: [{ url, result, reason: expect.stringMatching(/./) }] },
      stderr: expect.stringContaining('1 of 1 feeds failed.'),
    });
  });

  it('polls a feed once that is named twice, by its address and by its id', async () => {
    const url = `http://${address}/page`;
    const { id } = await addFeed(services.db, url, services.clock());
    const run = await poll(url, id, url);
    expect(run.data.feeds).toMatchObject([{ url }]);
    expect(run.stderr).toContain('1 of 1 feeds failed.');
  });

  it('says where a feed went whose former address is named', async () => {
    const url = `http://${address}/page`;
    await addFeed(services.db, url, services.clock());
    expect(await poll(`http://${address}/moved`)).toMatchObject({
      code: 1,
      stderr: `There is no feed http://${address}/moved: the address permanently redirects to ${url}, which is there.\n`,
    });
    expect((await poll(`http://${address}/gone-too`)).stderr).toBe(
      `There is no feed http://${address}/gone-too.\n`,
    );
  });

  it('is not needed to learn that an address that is added leads to a feed that is there', async () => {
    const url = `http://${address}/page`;
    const { id } = await addFeed(services.db, url, services.clock());
    const { data } = await runCommand(services, ['feeds', 'add', `http://${address}/moved`], {
      EARMARK_FEED_ALLOW_HOSTS: address,
    });
    expect(data.feeds).toEqual([{ url: `http://${address}/moved`, id, added: false, movedTo: url }]);
  });

  it('exits with 0 for all feeds, whoever of their publishers fails', async () => {
    await addFeed(services.db, `http://${address}/other`, services.clock());
    expect(await poll()).toMatchObject({
      code: 0,
      data: { feeds: expect.arrayContaining([expect.objectContaining({ result: 'failed' })]) },
    });
  });
});

describe('a command that is given what there is none of', { timeout: 60_000 }, () => {
  it.each([
    [['show', 'claims', 'nope'], 'There is no show nope.'],
    [['tickers', 'refuse', 'nope'], 'No idea is about nope, and no such name is held back.'],
  ])('%j fails and says so', async (args, sentence) => {
    expect(await earmark(...args)).toEqual({ code: 1, data: {}, stderr: `${sentence}\n` });
  });

  it.each([
    [[' ', 'NVDA'], 'Give the name as it is said.'],
    [['Invidio', 'ZZZZZZ'], 'ZZZZZZ is no symbol of the universe.'],
  ])('tickers teach %j tells what of it is wrong', async (given, sentence) => {
    expect(await earmark('tickers', 'teach', ...given)).toEqual({
      code: 2,
      data: {},
      stderr: `${sentence}\n`,
    });
  });

  it('lists no claims of a show that nobody claims', async () => {
    expect(await earmark('show', 'claims', slug)).toMatchObject({ code: 0, data: { claims: [] } });
  });
});

describe('an answer that cannot be written', { timeout: 60_000 }, () => {
  const run = (command: string) =>
    spawnSync('sh', ['-c', `${command.replace('earmark', '"$0" "$1"')}`, process.execPath, CLI], {
      env: { ...process.env, DATABASE_URL: services.databaseUrl, NODE_OPTIONS: '', OUT: join(folder, 'out') },
      encoding: 'utf8',
    });

  it.each([
    ['to a full disk', 'earmark stats --json >/dev/full', 'ENOSPC'],
    ['as a whole to a file', 'ulimit -f 1; earmark tickers lookup capital --json >"$OUT"', 'EFBIG'],
  ])('%s fails the command, which says so', (_what, command, code) => {
    const { status, stderr } = run(command);
    expect(stderr).toBe(`The answer could not be written (${code}); what the command did stands.\n`);
    expect(status).toBe(1);
  });

  it('to a reader that has gone is lost without a word', () => {
    const { status, stderr } = run('{ earmark stats; echo $? >&2; } | true');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '0\n' });
  });
});

describe('earmark tickers lookup', { timeout: 60_000 }, () => {
  it.each(['', '  '])('refuses %j', async (wanted) => {
    const run = await earmark('tickers', 'lookup', wanted);
    expect(run).toMatchObject({ code: 2, data: {}, stderr: expect.stringMatching(ONE_SENTENCE) });
  });

  it('finds a symbol with blanks around it', async () => {
    expect((await earmark('tickers', 'lookup', ' nvda ')).data).toMatchObject({
      matches: [{ symbol: 'NVDA' }],
    });
  });
});

describe('earmark eval ideas', { timeout: 60_000 }, () => {
  it.each(['a file', 'a file/below'])('refuses to write into %j in one sentence', async (out) => {
    const run = await earmark('eval', 'ideas', folder, '--out', join(folder, out));
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(ONE_SENTENCE) });
  });

  it('refuses a folder without segments in one sentence', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    const run = await earmark('eval', 'ideas', empty, '--out', join(folder, 'out'));
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(ONE_SENTENCE) });
  });
});

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pinnedNode, running } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';

const run = promisify(execFile);

/** A program as a stranger writes it on the generated types. It is compiled strictly, then run against the service. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const client = createClient<paths>({
  baseUrl: process.env.BASE_URL!,
  headers: { authorization: \`Bearer \${process.env.KEY}\` },
});

const profile = await client.GET('/v1/agent/me');
const quota: components['schemas']['QuotaMetric'] | undefined = profile.data?.quotas.ideaReads;

const found = await client.GET('/v1/agent/ideas', { params: { query: { limit: 2, minDepth: 1 } } });
const first: components['schemas']['IdeaCard'] | undefined = found.data?.ideas[0];
if (!first) throw new Error('The corpus is empty.');

const saved = await client.POST('/v1/agent/saves', {
  params: { header: { 'Idempotency-Key': 'typed' } },
  body: { ideaId: first.id },
});
const removed = await client.DELETE('/v1/agent/saves/{ideaId}', { params: { path: { ideaId: first.id } } });

const timeline = await client.GET('/v1/agent/ticker-stance-timeline', {
  params: { query: { ticker: 'NVDA', window: 28 } },
});
const media = await client.GET('/v1/agent/ideas/{ideaId}/media', { params: { path: { ideaId: first.id } } });

console.log(
  JSON.stringify({
    limit: quota?.limit,
    depth: first.discussionDepth,
    echoed: saved.data?.idempotencyKey,
    removed: removed.data?.saved,
    days: timeline.data?.windowDays,
    refused: media.error?.error,
  }),
);
`;

/** Calls that the types must refuse. */
const WRONG = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
import { running } from '#e2e/service.ts';

const client = createClient<paths>({ baseUrl: 'http://localhost' });
// @ts-expect-error: a limit is a number
await client.GET('/v1/agent/ideas', { params: { query: { limit: 'many' } } });
// @ts-expect-error: an idea is saved by its id
await client.POST('/v1/agent/saves', { body: { id: 'x' } });
// @ts-expect-error: a ticker is required
await client.GET('/v1/agent/ticker-stance-timeline', { params: { query: { window: 28 } } });
// @ts-expect-error: there is no such route
await client.GET('/v1/agent/nothing');
`;

const OPTIONS = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
  },
  include: ['*.ts'],
};

describe('a client generated from the description', () => {
  let folder: string;

  beforeAll(async () => {
    const parent = join(projectRoot, 'test-results');
    mkdirSync(parent, { recursive: true });
    folder = mkdtempSync(join(parent, 'client-'));
    const served = await fetch(new URL('/v1/agent/openapi.json', running().baseUrl));
    writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(await served.text())));
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    writeFileSync(join(folder, 'wrong.ts'), WRONG);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compiles strictly, and refuses calls that the contract refuses', async () => {
    const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
    const compiled = await run(pinnedNode, [compiler, '--project', folder]).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(compiled.stdout).toBe('');
  });

  it('drives the running service', async () => {
    const { stdout } = await run(pinnedNode, [join(folder, 'program.ts')], {
      env: { ...process.env, BASE_URL: running().baseUrl, KEY: running().firstKey },
    });
    expect(JSON.parse(stdout)).toEqual({
      limit: 3,
      depth: expect.any(Number),
      echoed: 'typed',
      removed: false,
      days: 28,
      refused: 'premium_required',
    });
  });
});

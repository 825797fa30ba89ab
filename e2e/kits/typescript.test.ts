import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { operatorKey } from '#e2e/operator.ts';
import { pinnedNode, running } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';
import {
  Earmark,
  InvalidRequestError,
  NotFoundError,
  PremiumRequiredError,
  UnauthorizedError,
} from '../../clients/typescript/dist/index.js';

const run = promisify(execFile);
const kit = join(projectRoot, 'clients/typescript');
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('the TypeScript kit', () => {
  let key: string;
  let earmark: Earmark;

  beforeAll(async () => {
    ({ key } = await operatorKey());
    earmark = new Earmark({ baseUrl: running().baseUrl, apiKey: key });
  });

  it('runs the program of its README in a new folder, and compiles it strictly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'earmark-kit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
    symlinkSync(kit, join(folder, 'node_modules/earmark-client'));
    symlinkSync(join(projectRoot, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
    const [, program] = readFileSync(join(kit, 'README.md'), 'utf8').match(/```ts\n([\s\S]*?)```/)!;
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), program!);
    const { stdout } = await run(pinnedNode, [join(folder, 'program.ts')], {
      env: { ...process.env, EARMARK_URL: running().baseUrl, EARMARK_KEY: key },
    });
    expect(stdout).toMatch(/^.+, \d{4}-\d\d-\d\d: .+\n/);
    const tsc = join(projectRoot, 'node_modules/typescript-native/bin/tsc');
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      'false',
    ];
    const compiled = await run(
      pinnedNode,
      [
        tsc,
        '--noEmit',
        '--types',
        'node',
        '--module',
        'nodenext',
        '--target',
        'es2023',
        ...strict,
        'program.ts',
      ],
      { cwd: folder },
    ).catch((failure: { stdout: string }) => failure);
    expect(compiled.stdout).toBe('');
  });

  it('reads and writes', async () => {
    const { plan, quotas } = await earmark.getProfile();
    expect([plan, quotas.savedIdeas.used]).toEqual(['free', 0]);
    const [first] = (await earmark.searchIdeas({ limit: 1 })).ideas;
    const saved = await earmark.saveIdea({ ideaId: first!.id });
    expect(saved).toMatchObject({
      saved: true,
      already: false,
      idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/),
    });
    const again = await earmark.saveIdea({ ideaId: first!.id }, { idempotencyKey: 'mine' });
    expect(again).toMatchObject({ already: true, idempotencyKey: 'mine' });
    expect(await earmark.unsaveIdea(first!.id)).toMatchObject({ saved: false });
  });

  it('walks through every page of a list', async () => {
    const walked: string[] = [];
    for await (const idea of earmark.searchIdeasAll({ ticker: 'NVDA', limit: 1 })) walked.push(idea.id);
    const { ideas } = await earmark.searchIdeas({ ticker: 'NVDA', limit: 50 });
    expect(ideas.length).toBeGreaterThan(1);
    expect(walked).toEqual(ideas.map(({ id }) => id));
  });

  it('throws a class of its own for each refusal', async () => {
    const nothing = await earmark.getIdea(UNKNOWN).catch((error) => error);
    expect(nothing).toBeInstanceOf(NotFoundError);
    expect(nothing).toMatchObject({ status: 404, code: 'not_found', requestId: expect.any(String) });
    const [idea] = (await earmark.searchIdeas({ limit: 1 })).ideas;
    const locked = await earmark.getIdeaMedia(idea!.id).catch((error) => error);
    expect(locked).toBeInstanceOf(PremiumRequiredError);
    expect([locked.feature, locked.price.currency, new URL(locked.upgradeUrl).pathname]).toEqual([
      'idea_media',
      'USD',
      '/pricing',
    ]);
    const wrong = await earmark.searchIdeas({ limit: 0 }).catch((error) => error);
    expect(wrong).toBeInstanceOf(InvalidRequestError);
    expect(wrong.body.field).toBe('limit');
    const nobody = new Earmark({ baseUrl: running().baseUrl });
    await expect(nobody.getProfile()).rejects.toThrow(UnauthorizedError);
    expect((await nobody.getTickerStanceTimeline({ ticker: 'NVDA' })).ticker).toBe('NVDA');
  });
});

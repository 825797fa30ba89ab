import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LLM_ENGINE_VERSION } from '#server/ingest/extract/llm/engine.ts';
import { projectRoot } from '#server/platform/env.ts';
import { type ModelServer, modelServer, USAGE } from '#server/testing/servers/model-server.ts';

let server: ModelServer;
let folder: string;
beforeAll(async () => {
  server = await modelServer();
  folder = mkdtempSync(join(tmpdir(), 'model-eval-'));
  writeFileSync(
    join(folder, 'seg01.txt'),
    '# show: Open Outcry\n# episode: Chips\n# window: 60s..90s\n\n[00:01:00] Ann: Nvidia wins because its software locks customers in.\n[00:01:20] Bob: Fine.\n',
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

function evalIdeas(
  settings: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = [
    join(projectRoot, 'server/cli.ts'),
    'eval',
    'ideas',
    folder,
    '--out',
    join(folder, 'out'),
    '--engine',
    'model',
    '--json',
  ];
  const env = { ...process.env, NODE_OPTIONS: '', ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

const NOT_SAID =
  'quote: these words are not in the lines; copy them letter for letter, at most n characters, from one speaker.';

describe('earmark eval ideas --engine model', { timeout: 60_000 }, () => {
  it('writes what the model finds and can prove in the labels’ form, and says what it took', async () => {
    const idea = {
      subject: 'ticker:NVDA',
      subjectSaid: 'Nvidia',
      subjectKind: 'company',
      speakerDoubtful: false,
      weak: false,
      headline: 'Nvidia wins by its software',
      verb: 'argues',
      alsoAbout: [],
      against: null,
      speaker: 'Ann',
      firstLine: 1,
      lastLine: 1,
      quoteLine: 1,
      quote: 'Nvidia wins because its software locks customers in.',
      stance: 'BULLISH',
      depth: 2,
      ideaType: 'investment',
      argument: 'Nvidia wins because its software locks customers in',
      grounds: ['software that locks customers in'],
      context: [],
      risks: [],
      signals: [],
    };
    const invented = { ...idea, quote: 'Nvidia will triple by Christmas.' };
    server.replies = [
      { text: '{"voices": []}' },
      { text: JSON.stringify({ ideas: [idea, invented] }) },
      { text: '{"ideas": []}' },
      { text: '{"checks": [{"number": 1, "holds": true, "stance": "BULLISH", "speaker": "as labelled"}]}' },
      { text: '{"cards": [{"number": 1, "objections": []}]}' },
    ];
    const run = await evalIdeas({
      EARMARK_MODEL_PROVIDER: 'openai-compatible',
      EARMARK_MODEL: 'local',
      EARMARK_MODEL_BASE_URL: server.url,
      EARMARK_MODEL_USD_PER_MTOK_IN: '1',
    });
    expect(run).toMatchObject({ code: 0 });
    expect(JSON.parse(run.stdout)).toMatchObject({
      segments: 1,
      ideas: 1,
      engine: `${LLM_ENGINE_VERSION}:local`,
      calls: 5,
      inputTokens: 5 * USAGE.inputTokens,
      costUsd: expect.closeTo(0.005, 6),
      ideasKept: 1,
      ideasDropped: 1,
      refusedBy: { [NOT_SAID]: 1 },
    });
    const label = JSON.parse(readFileSync(join(folder, 'out/seg01.json'), 'utf8'));
    expect(label.ideas).toMatchObject([
      {
        subject: 'Nvidia',
        tickers: ['NVDA'],
        stance: 'BULLISH',
        depth: 2,
        speaker: 'Ann',
        start: 60,
        quote: idea.quote,
      },
    ]);
  });

  it('says in one sentence that no model is set, or that it does not answer', async () => {
    const unset = { EARMARK_MODEL_PROVIDER: '', EARMARK_MODEL: '' };
    expect(await evalIdeas(unset)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No model is set'),
    });
    server.replies = [{ status: 401 }];
    const refused = await evalIdeas({
      EARMARK_MODEL_PROVIDER: 'openai-compatible',
      EARMARK_MODEL: 'local',
      EARMARK_MODEL_BASE_URL: server.url,
    });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The model's server answered 401.*\n$/),
    });
  });
});

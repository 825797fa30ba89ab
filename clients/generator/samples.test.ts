import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kitOperations } from '#server/contract/kits/operations.ts';
import { samplesOf } from '#server/contract/kits/samples.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { projectRoot } from '#server/platform/env.ts';
import { Earmark } from '../typescript/dist/index.js';

const URL = 'https://earmark.example';
const sampled = kitOperations(openApiDocument(URL))
  .filter(({ inKits }) => inKits)
  .map((operation) => ({ operation, samples: samplesOf(operation, URL) }));
const textIn = (language: string) => (samples: ReturnType<typeof samplesOf>) =>
  samples.find((sample) => sample.language === language)!.text;

/** The request that a call sends. */
type Sent = { readonly method: string; readonly url: string; readonly body: unknown };

/** The request of a curl command, read from its text. */
function curled(text: string): Sent {
  return {
    method: /-X (\w+)/.exec(text)?.[1] ?? 'GET',
    url: /'(https:[^']+)'/.exec(text)![1]!,
    body: JSON.parse(/-d '(.+)'$/.exec(text)?.[1] ?? 'null'),
  };
}

/** The first request that a program for the TypeScript kit sends. */
async function typed(text: string): Promise<Sent> {
  const sent: Sent[] = [];
  const fetch = async (url: string, { method, body }: { method: string; body?: string }) => {
    sent.push({ method, url: String(url), body: JSON.parse(body ?? 'null') });
    return Response.json({});
  };
  class Watched extends Earmark {
    constructor(options: object) {
      super({ baseUrl: '', ...options, fetch: fetch as never });
    }
  }
  const program = text.replace(/^import .*\n/, '');
  const AsyncFunction = (async () => {}).constructor as new (
    ...names: string[]
  ) => (kit: unknown) => Promise<void>;
  await new AsyncFunction('Earmark', program)(Watched);
  return sent[0]!;
}

/** Runs programs for the Python kit and prints the request of each. */
const WATCHING = `
import json, sys
from earmark.transport import Transport
sent = []
def watched(self, operation, request):
    sent.append({"method": request.method, "url": request.full_url, "body": json.loads(request.data or b"null")})
    return {}
Transport._once = watched
for program in json.load(sys.stdin): exec(program, {})
print(json.dumps(sent))
`;
const hasPython = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;

describe('the samples of every operation', () => {
  it('send in TypeScript what they send by curl', async () => {
    for (const { operation, samples } of sampled)
      expect([operation.id, await typed(textIn('TypeScript')(samples))]).toEqual([
        operation.id,
        curled(textIn('curl')(samples)),
      ]);
  });

  it.skipIf(!hasPython)('send in Python what they send by curl', () => {
    const { stdout, stderr } = spawnSync('python3', ['-c', WATCHING], {
      input: JSON.stringify(sampled.map(({ samples }) => textIn('Python')(samples))),
      env: {
        ...process.env,
        PYTHONPATH: join(projectRoot, 'clients/python'),
        PYTHONDONTWRITEBYTECODE: '1',
        EARMARK_KEY: 'k',
      },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(sampled.map(({ samples }) => curled(textIn('curl')(samples))));
  });
});

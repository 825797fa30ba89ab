import { expect, it } from 'vitest';
import { readEnv } from '#server/platform/env.ts';
import { startTraces } from '#server/platform/observe/otel.ts';
import { traced } from '#server/platform/observe/spans.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';

it('a collector that is away keeps no process from ending well', async () => {
  const env = readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  const sendTraces = await startTraces(env, '0.0.0');
  await traced('a statement', 'client', {}, async () => 1);
  await expect(sendTraces()).resolves.toBeUndefined();
}, 60_000);

import { once } from 'node:events';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createEncoder, type Encoder, missingEncoder } from './encoder.ts';
import { loadEmbed } from './load.ts';
import { packed, similarity } from './vectors.ts';

const log = () => ({ warn: vi.fn() });
const opened: Encoder[] = [];
const open = (...args: Parameters<typeof createEncoder>) => {
  const encoder = createEncoder(...args);
  opened.push(encoder);
  return encoder;
};
afterAll(() => Promise.all(opened.map((encoder) => encoder.close())));

const encoder = open(log());
const state = await encoder.state();
if (state.kind === 'missing') console.warn(`Skipped: the encoder cannot load here (${state.reason}).`);

/** A thread of the test's own in the encoder's place. */
function threadOf(code: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'earmark-encoder-')), 'thread.mjs');
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${code}`);
  return file;
}

describe.skipIf(state.kind === 'missing')('the encoder', () => {
  const alike = async (one: string, other: string) => {
    const [a, b] = (await encoder.embed([one, other]))!;
    return similarity(a!, packed(b!));
  };

  it.each([
    ['That is a very happy person', 0.943],
    ['That is a happy dog', 0.695],
    ['Today is a sunny day', 0.257],
  ])('holds "That is a happy person" beside "%s" as the model does elsewhere', async (other, expected) => {
    expect(Math.abs((await alike('That is a happy person', other)) - expected)).toBeLessThan(0.02);
  });

  it('gives 384 numbers of length 1, the same ones whatever else is asked', async () => {
    const [alone] = (await encoder.embed(['Copper is short for years.']))!;
    const [, among] = (await encoder.embed([
      'A much longer text about something else.',
      'Copper is short for years.',
    ]))!;
    expect(alone).toHaveLength(384);
    expect(Math.hypot(...alone!)).toBeCloseTo(1, 5);
    expect(among).toEqual(alone);
  });

  it('reads a sentence amid others once its tuned layers can be read, though they could not at first', async () => {
    const late = pathToFileURL(join(mkdtempSync(join(tmpdir(), 'earmark-tuned-')), 'tuned.safetensors'));
    const published = new URL('./sentiment.safetensors', import.meta.url);
    const embed = await loadEmbed('int8', { signed: late, sentiment: published });
    const amid = { before: '', around: ['', ' is short for years.'], after: '' };
    await expect(embed(amid)).rejects.toThrow('ENOENT');
    copyFileSync(new URL('./tuned.safetensors', import.meta.url), late);
    const [expected] = (await encoder.embed([amid]))!;
    expect(await embed(amid)).toEqual(expected);
  });

  it('hears for and against in what is said of a name, whoever it is', async () => {
    const [up, down] = (await encoder.embed([
      { around: ['I think ', ' will beat everyone, its profits are soaring.'] },
      { around: ['I think ', ' is in deep trouble, its profits are collapsing.'] },
    ]))!;
    expect(up![1]).toBeGreaterThan(up![2]!);
    expect(down![2]).toBeGreaterThan(down![1]!);
  });

  it('reads the beginning of a text that is too long, and an empty one', async () => {
    const long = 'Uranium is scarce and reactors are coming back. '.repeat(2_000);
    const [cut, empty] = (await encoder.embed([long, '']))!;
    expect(Math.hypot(...cut!)).toBeCloseTo(1, 5);
    expect(empty).toHaveLength(384);
  });

  it('stays as close to the weights as they were published as the decisions say', async () => {
    const texts = [
      'What is a treasury note?',
      'Margins fall because custom chips take share from the leader.',
    ];
    const exact = await loadEmbed('float');
    const vectors = (await encoder.embed(texts))!;
    for (const [i, text] of texts.entries())
      expect(similarity(await exact(text), packed(vectors[i]!))).toBeGreaterThan(0.98);
  });
});

describe('an encoder that cannot be had', () => {
  it('answers null to all who ask and says once why', async () => {
    const heard = log();
    const broken = open(
      heard,
      threadOf(`parentPort.postMessage({ kind: 'failed', reason: 'No library.' });`),
    );
    expect(await Promise.all([broken.embed(['one']), broken.embed(['two', 'three'])])).toEqual([null, null]);
    expect(await broken.embed(['later'])).toBeNull();
    expect(await broken.state()).toEqual({ kind: 'missing', reason: 'No library.' });
    expect(heard.warn).toHaveBeenCalledTimes(1);
    expect(heard.warn.mock.calls[0]![0]).toEqual({ reason: 'No library.' });
  });

  it('keeps to its reason once its thread has ended', async () => {
    const ended = once(process, 'worker').then(([thread]) => once(thread, 'exit'));
    const broken = open(
      log(),
      threadOf(`parentPort.postMessage({ kind: 'failed', reason: 'No library.' });`),
    );
    await broken.embed(['one']);
    await ended;
    expect(await broken.state()).toEqual({ kind: 'missing', reason: 'No library.' });
  });

  it('leaves nobody waiting when its thread dies at work', async () => {
    const dying = open(
      log(),
      threadOf(`parentPort.on('message', () => process.exit(1)); parentPort.postMessage({ kind: 'ready' });`),
    );
    expect(await dying.embed(['one', 'two'])).toBeNull();
    expect((await dying.state()).kind).toBe('missing');
  });

  it('says the reason it was switched off for', async () => {
    expect(await missingEncoder('Off.').state()).toEqual({ kind: 'missing', reason: 'Off.' });
    expect(await missingEncoder('Off.').embed(['one'])).toBeNull();
  });
});

describe('the order of work', () => {
  it('lets what somebody waits for go before what can wait', async () => {
    const slow = open(
      log(),
      threadOf(`parentPort.on('message', () => setTimeout(() => parentPort.postMessage({ kind: 'vector', vector: Float32Array.of(1) }), 20));
        parentPort.postMessage({ kind: 'ready' });`),
    );
    await slow.state();
    const order: string[] = [];
    const later = slow.embed(['a', 'b', 'c'], 'later').then(() => order.push('later'));
    const soon = slow.embed(['q'], 'soon').then(() => order.push('soon'));
    await Promise.all([later, soon]);
    expect(order).toEqual(['soon', 'later']);
  });
});

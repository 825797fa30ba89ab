import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pinnedNode, serviceEnvironment } from '#e2e/service.ts';
import { projectRoot, readEnv } from '#server/platform/env.ts';
import { closeServices, openServices, type Services } from '#server/platform/services.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';

/** The operator's command on a data folder, as processes that may be killed. */
export type Command = {
  /** Starts it with these arguments. */
  start(args: readonly string[]): ChildProcess;
  /** Runs it to its end; returns whether it succeeded, and its output. */
  run(args: readonly string[]): Promise<{ ok: boolean; said: string }>;
};

/** A data folder with this process's services and the command on it. */
export type World = Command & {
  readonly services: Services;
  close(): Promise<void>;
};

const SETTINGS = { EARMARK_ENCODER: 'off', EARMARK_LOG_LEVEL: 'silent' };

export function commandOn(dir: string, settings: Record<string, string> = {}): Command {
  const start = (args: readonly string[]) =>
    spawn(pinnedNode, ['server/cli.ts', ...args], {
      cwd: projectRoot,
      env: serviceEnvironment(dir, { ...SETTINGS, ...settings }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = async (args: readonly string[]) => {
    const child = start(args);
    let said = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += chunk));
    const [code] = await once(child, 'close');
    return { ok: code === 0, said };
  };
  return { start, run };
}

export async function openWorld(
  settings: Record<string, string> = {},
  dir: string = newDataFolder(),
): Promise<World> {
  const services = await openServices(readEnv({ EARMARK_DATA_DIR: dir, ...SETTINGS, ...settings }));
  const close = async () => {
    await closeServices(services);
    rmSync(dir, { recursive: true, force: true });
  };
  return { services, close, ...commandOn(dir, settings) };
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Milliseconds after its start between which a process is worth killing, measured in an undisturbed run. */
export type Span = { readonly soonest: number; readonly latest: number };

export function momentIn({ soonest, latest }: Span, random: () => number): number {
  return soonest + random() * (latest - soonest);
}

/** Kills a process with SIGKILL after `ms` milliseconds. Returns once it is gone, by the kill or by itself. */
export async function killAfter(child: ChildProcess, ms: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  await Promise.race([ended, pause(ms)]);
  child.kill('SIGKILL');
  await ended;
}

/** Waits until `isDone`, asked every `everyMs`. Throws after the deadline. */
export async function until(
  what: string,
  isDone: () => Promise<boolean>,
  deadlineMs = 300_000,
  everyMs = 20,
): Promise<void> {
  const late = Date.now() + deadlineMs;
  while (!(await isDone())) {
    if (Date.now() > late) throw new Error(`Waited in vain: ${what}.`);
    await pause(everyMs);
  }
}

import { constants, setPriority } from 'node:os';

/**
 * Has this thread, and those it starts, wait for the rest of the process where there are more threads at work than cores:
 * what nobody waits for goes after a request. Linux alone knows priorities of threads; elsewhere nothing changes.
 */
export function afterRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    // 0 is the calling thread there.
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that forbids it gives this thread its turn like any other.
  }
}

import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread and those it starts, so that requests go first when threads outnumber cores. Only Linux
 * has priorities of threads; elsewhere nothing changes.
 */
export function afterRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    // 0 is the calling thread there.
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not permitted here: the thread keeps its normal priority.
  }
}

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';

/** How much of the log stays. */
const KEPT_BYTES = 1024 * 1024;

/** Drops the log of the embedded database but for its end. A running one appends to what stays; a line of that very moment may be lost. */
export function shortenLog(log: string): void {
  if (!lstatSync(log, { throwIfNoEntry: false })?.isFile()) return;
  // A link, also one made since, is not followed: the database's own user could lead root to another file.
  const file = openSync(log, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    if (fstatSync(file).size <= KEPT_BYTES) return;
    const end = endOf(file, KEPT_BYTES);
    // Another process that uses the database is just cutting it.
    if (end.length === 0) return;
    ftruncateSync(file);
    writeSync(file, end, 0, end.length, 0);
  } finally {
    closeSync(file);
  }
}

/** The last `count` lines of the log; none where there is no log. */
export function lastLines(log: string, count: number): string[] {
  if (!existsSync(log)) return [];
  const file = openSync(log, 'r');
  try {
    return endOf(file, 16 * 1024)
      .toString()
      .trim()
      .split('\n')
      .slice(-count);
  } finally {
    closeSync(file);
  }
}

function endOf(file: number, bytes: number): Buffer {
  const { size } = fstatSync(file);
  const end = Buffer.alloc(Math.min(size, bytes));
  return end.subarray(0, readSync(file, end, 0, end.length, size - end.length));
}

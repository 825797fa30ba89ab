/** Shows a progress line that the next one overwrites; does nothing without a terminal. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${line}`);
}

/** One line that is written over on a terminal, and left alone elsewhere. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${line}`);
}

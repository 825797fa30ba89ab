let isOpen = false;

/** Shows a progress line that the next one overwrites; does nothing without a terminal. */
export function showProgress(line: string): void {
  if (!process.stderr.isTTY) return;
  isOpen = true;
  process.stderr.write(`\r\x1b[K${line}`);
}

/** Ends the line of `showProgress`, if one is shown, so that what is printed next has a line of its own. */
export function endProgress(): void {
  if (!isOpen) return;
  isOpen = false;
  process.stderr.write('\n');
}

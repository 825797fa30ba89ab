import { fstatSync, writeFileSync } from 'node:fs';

/**
 * Keeps the process alive when whoever reads its output ends first (`| head`, a log shipper that restarts). What is written then
 * is lost. Without this each lost line raises an error whose own report is lost too, and the process does nothing else.
 * Errors of standard output other than a closed pipe go to `failed`.
 */
export function outliveReaders(failed: (error: NodeJS.ErrnoException) => void = () => {}): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failed(error);
  });
}

/** Writes all of `text` to standard output. Throws where a file takes only a part of it; a pipe reports its errors later. */
export function writeOut(text: string): void {
  // Node's stream takes a short write (the disk fills up within it) for a whole one; this repeats until all is written.
  if (fstatSync(process.stdout.fd).isFile()) writeFileSync(process.stdout.fd, text);
  else process.stdout.write(text);
}

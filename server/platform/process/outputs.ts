/**
 * Whoever reads what this process says may end before it (`| head`, a log shipper that is started anew). What is said then is lost, and
 * nothing else: without this each lost line is an error whose account is lost, too, and the process is busy with that alone.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

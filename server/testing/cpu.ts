/** Milliseconds of CPU that work takes on this thread, whatever else the machine does. */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

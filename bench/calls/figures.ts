/** A route's ratios to the bare handler: throughput (more is better), CPU and the database's CPU a call (less is). */
export type Figures = { readonly throughput: number; readonly cpu: number; readonly database?: number };

/** What is asked of each route: at least this throughput, at most this CPU and this CPU of the database. */
const ASKED: Required<Figures> = { throughput: 0.6, cpu: 2.2, database: 1.2 };
/** Two runs of the same code differ by less than this share of a figure on a quiet machine. */
const NOISE = 0.2;

/** What is wrong with a route's figures, in words: short of what is asked, or worse than those kept by more than two runs differ. Empty when nothing is. */
export function faultsOf(measured: Figures, kept: Figures | undefined): string[] {
  const short = [
    measured.throughput < ASKED.throughput && `throughput under ${ASKED.throughput}`,
    measured.cpu > ASKED.cpu && `CPU over ${ASKED.cpu}`,
    (measured.database ?? 0) > ASKED.database && `CPU of the database over ${ASKED.database}`,
  ];
  const worse = kept && [
    measured.throughput < kept.throughput * (1 - NOISE) && 'throughput worse than kept',
    measured.cpu > kept.cpu * (1 + NOISE) && 'CPU worse than kept',
    (measured.database ?? 0) > (kept.database ?? Number.POSITIVE_INFINITY) * (1 + NOISE) &&
      'CPU of the database worse than kept',
  ];
  return [...short, ...(worse ?? [])].filter((fault) => fault !== false);
}

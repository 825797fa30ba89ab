/** A route's ratios to the bare handler: throughput (higher is better), CPU and the database's CPU a call (lower is better). */
export type Figures = { readonly throughput: number; readonly cpu: number; readonly database?: number };

/** The target of each route: at least this throughput, at most this CPU and this CPU of the database. */
const ASKED: Required<Figures> = { throughput: 0.6, cpu: 2.2, database: 1.2 };
/** On a quiet machine two runs of the same code differ by less than this share of a figure. */
const NOISE = 0.2;

/** The figures of a route that miss their target, or are worse than those kept by more than two runs differ; as sentences, empty when none is. */
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

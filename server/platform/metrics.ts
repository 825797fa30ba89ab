import { Counter, Registry } from 'prom-client';

/** This process's counters, served at `/metrics` to whoever asks on this machine. */
export const registry = new Registry();
const counters = new Map<string, Counter>();

/** Adds one to a counter; the label names of a counter are those of its first use. */
export function count(name: string, labels: Record<string, string>): void {
  const known = counters.get(name);
  const counter =
    known ??
    new Counter({
      name,
      help: name.replaceAll('_', ' '),
      labelNames: Object.keys(labels),
      registers: [registry],
    });
  if (!known) counters.set(name, counter);
  counter.inc(labels);
}

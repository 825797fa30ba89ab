import Stripe from 'stripe';
import type { Env } from '#server/platform/env.ts';

const clients = new Map<string, Stripe>();

/** The payment provider's client; null when none is configured. `STRIPE_API_BASE` replaces its address. */
export function stripeOf(env: Env): Stripe | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base } = env;
  if (!key) return null;
  const id = `${key} ${base ?? ''}`;
  const known = clients.get(id);
  if (known) return known;
  const made = new Stripe(key, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...connectionTo(base),
  });
  clients.set(id, made);
  return made;
}

function connectionTo(base: string | undefined) {
  if (!base) return {};
  const url = new URL(base);
  const protocol = url.protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { protocol, host: url.hostname, port: url.port || (protocol === 'http' ? 80 : 443) };
}

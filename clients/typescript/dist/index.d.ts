export { EarmarkConnectionError, EarmarkError, PlanLimitError } from './failure.ts';
export * from './generated/client.ts';
export * from './generated/errors.ts';
export type { CallOptions, DeprecationNotice, EarmarkOptions } from './transport.ts';

export { EarmarkConnectionError, EarmarkError, PlanLimitError } from "./failure.js";
export * from "./generated/client.js";
export * from "./generated/errors.js";

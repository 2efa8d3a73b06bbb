import type { Log, LogFields } from "./log";
import { OverBudgetError } from "./meter";

/**
 * Logs work that was not done in this invocation and is left to the tick. A full invocation is our own limit, so it is
 * not logged as an error.
 */
export function logDeferredWork(log: Log, event: string, error: unknown, fields: LogFields = {}): void {
  if (error instanceof OverBudgetError) log.info(event, { ...fields, reason: error.message });
  else log.error(event, error, fields);
}

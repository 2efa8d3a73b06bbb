import type { Log, LogFields } from "./log";
import { OverBudget } from "./meter";

/**
 * What did not get through in this invocation is left to the tick, and the log says so. That the invocation was full is
 * our own limit and no trouble of anything.
 */
export function logLeft(log: Log, event: string, error: unknown, fields: LogFields = {}): void {
  if (error instanceof OverBudget) log.info(event, { ...fields, reason: error.message });
  else log.error(event, error, fields);
}

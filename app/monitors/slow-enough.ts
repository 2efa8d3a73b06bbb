import { invalid, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { monitorKindOf } from "./kinds/known-kinds";

/** Returns the shortest interval of a kind, in minutes, which its third party may require; otherwise one. */
export const leastIntervalOf = (kind: string): number => monitorKindOf(kind)?.leastInterval ?? 1;

/** Tests whether monitors of these kinds may be checked this often. Failure: invalid `too_often`. */
export function slowEnough(kinds: readonly string[], interval: number, field = "interval"): Result<null> {
  const least = Math.max(...kinds.map(leastIntervalOf));
  if (interval >= least) return ok(null);
  return invalid(field, refusalFor("monitor.interval", { least }), "too_often");
}

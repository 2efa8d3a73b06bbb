import { invalid, ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import { monitorKindOf } from "./kinds/known-kinds";

/** Minutes that a kind asks between two checks, by whom it asks; one where it does not mind. */
export const leastIntervalOf = (kind: string): number => monitorKindOf(kind)?.leastInterval ?? 1;

/** Whether monitors of these kinds may be checked this often. Failure: invalid `too_often`. */
export function slowEnough(kinds: readonly string[], interval: number, field = "interval"): Result<null> {
  const least = Math.max(...kinds.map(leastIntervalOf));
  if (interval >= least) return ok(null);
  return invalid(field, said("monitor.interval", { least }), "too_often");
}

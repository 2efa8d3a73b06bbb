import type { Expectation } from "~/db/commit";
import type { DependenceRow } from "~/db/queries/monitor";
import { source } from "~/db/schema";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { said } from "~/rules/failures/refusal";
import { closesCircle } from "~/rules/monitors/monitor-circle";

/** `on` and all that it depends on in turn. */
function chainOf(on: string, known: readonly DependenceRow[]): DependenceRow[] {
  const chain: DependenceRow[] = [];
  let next = known.find((each) => each.id === on);
  while (next && !chain.includes(next)) {
    chain.push(next);
    const { dependsOn } = next;
    next = known.find((each) => each.id === dependsOn);
  }
  return chain;
}

/**
 * Whether a monitor may depend on another: one of the page, and no circle. What is expected for that to stay so, in the
 * commit. Failure: invalid.
 */
export function checkedCause(
  id: string,
  on: string | null | undefined,
  known: readonly DependenceRow[],
): Result<Expectation[]> {
  if (on === null || on === undefined) return ok([]);
  const chain = chainOf(on, known);
  if (chain.length === 0) return invalid("dependsOn", "monitor.unknown", "no_such_monitor");
  if (closesCircle(id, on, known)) {
    return invalid("dependsOn", said("monitor.circle"), "depends_on_itself");
  }
  return ok([{ table: source, rows: chain.map((each) => ({ id: each.id, version: each.version })) }]);
}

import type { Expectation } from "~/db/commit";
import { component, source } from "~/db/schema";
import { chainFrom, chainLength, closesCircle, type Dependence, longestChain } from "~/rules/basics/dependence";
import { invalid, ok, type Result } from "~/rules/basics/failure";

export interface DependenceRow extends Dependence {
  version: number;
}

const kinds = {
  source: { table: source, missing: "No such monitor, heartbeat or source.", code: "no_such_monitor" },
  component: { table: component, missing: "No such component.", code: "no_such_component" },
} as const;

/**
 * Whether something may depend on another: one of the page, no circle, no longer chain than is followed. What is expected
 * for that to stay so, in the commit. Failure: invalid.
 */
export function checkedCause(
  id: string,
  on: string | null | undefined,
  { known, of }: { known: readonly DependenceRow[]; of: keyof typeof kinds },
): Result<Expectation[]> {
  if (on === null || on === undefined) return ok([]);
  const { table, missing, code } = kinds[of];
  const chain = chainFrom(on, known);
  if (chain.length === 0) return invalid("dependsOn", missing, code);
  if (closesCircle(id, on, known)) {
    const circle = "This would create a circular dependency. Choose another one.";
    return invalid("dependsOn", circle, "depends_on_itself");
  }
  if (chainLength(id, on, known) > longestChain) {
    const long = `At most ${longestChain} may depend on each other in a row.`;
    return invalid("dependsOn", long, "chain_too_long");
  }
  return ok([{ table, rows: chain.map((each) => ({ id: each.id, version: each.version })) }]);
}

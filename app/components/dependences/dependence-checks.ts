import type { VersionExpectation } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { componentTable, sourceTable } from "~/db/schema";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { observerDependenciesOfPageQuery } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import {
  type ComponentDependence,
  closesDependenceCycle,
  dependenceChainFrom,
  dependenceChainLength,
  maxDependenceChainLength,
} from "../rules/dependence";

export interface DependenceRow extends ComponentDependence {
  version: number;
}

const kinds = {
  source: { table: sourceTable, missing: "dependence.unknown", code: "no_such_monitor" },
  component: { table: componentTable, missing: "component.unknown", code: "no_such_component" },
} as const;

/**
 * Checks that something may depend on another object of the page: no cycle, and no chain longer than is followed.
 * Returns what the commit must guard for that to remain true. Failure: invalid.
 */
export function checkDependence(
  id: string,
  on: string | null | undefined,
  { known, of }: { known: readonly DependenceRow[]; of: keyof typeof kinds },
): Result<VersionExpectation[]> {
  if (on === null || on === undefined) return ok([]);
  const { table, missing, code } = kinds[of];
  const chain = dependenceChainFrom(on, known);
  if (chain.length === 0) return invalidFieldFailure("dependsOn", missing, code);
  if (closesDependenceCycle(id, on, known)) {
    return invalidFieldFailure("dependsOn", "dependence.circle", "depends_on_itself");
  }
  if (dependenceChainLength(id, on, known) > maxDependenceChainLength) {
    const long = refusalFor("dependence.chain", { most: maxDependenceChainLength });
    return invalidFieldFailure("dependsOn", long, "chain_too_long");
  }
  return ok([{ table, rows: chain.map((each) => ({ id: each.id, version: each.version })) }]);
}

/** Does the same for a source, monitor or heartbeat whose form was refused before this was checked. */
export async function checkDependenceOfForm(
  ctx: Ctx,
  { pageId, id = "", dependsOn: on }: { pageId: string; id?: string; dependsOn?: unknown },
): Promise<Result<unknown>> {
  if (typeof on !== "string" || on === "") return ok(null);
  const [known] = await readBatch(ctx, observerDependenciesOfPageQuery(ctx, pageId));
  return checkDependence(id, on, { known, of: "source" });
}

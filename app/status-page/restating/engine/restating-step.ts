import type { CommitPlan, VersionExpectation } from "~/commit/commit";
import { restatingTable } from "~/db/schema";
import { type InsertRow, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { RestatingRow } from "../queries/restating";

/**
 * Expects the page's restating as it was read, so that concurrent ticks, or an owner and a tick, take each step once.
 */
const asRead = ({ pageId, version }: RestatingRow): VersionExpectation => ({
  table: restatingTable,
  rows: [{ pageId, version }],
  key: ["pageId"],
});

/** Returns the commit of a step: the new values of the page's restating, with other changes in the same commit. */
export function restatingStepCommit(
  ctx: Ctx,
  row: RestatingRow,
  columns: Partial<InsertRow<typeof restatingTable>>,
  { changes = [], ...more }: Partial<Omit<CommitPlan, "id" | "pageId" | "expect">> = {},
): CommitPlan {
  const next = { pageId: row.pageId, notBefore: 0, tries: 0, reason: null, dueAt: ctx.now(), ...columns };
  return {
    id: ctx.id(),
    pageId: row.pageId,
    expect: [asRead(row)],
    changes: [...changes, ...updateRowsStatements(restatingTable, row.pageId, [next], ["pageId"])],
    ...more,
  };
}

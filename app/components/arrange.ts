import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { componentGroupTable, componentTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { type PositionedItem, rowsToReposition } from "~/text/positions";
import { componentGroupsOfPageQuery } from "./queries/component";
import { type ArrangeComponentsInput, arrangeComponentsInputSchema } from "./rules/input";

export type { ArrangeComponentsInput };

interface ArrangedRow extends PositionedItem {
  version: number;
}

/** Returns the rows that get another position; the others, including those without an id in the list, keep theirs. */
function rowsToMove(rows: readonly ArrangedRow[], ids: readonly string[]): ArrangedRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  return rowsToReposition(named).map(({ id, position, version }) => ({ id, position, version }));
}

const placesOf = (rows: readonly ArrangedRow[]) => rows.map(({ id, position }) => ({ id, position }));
const versionsOf = (rows: readonly ArrangedRow[]) => rows.map(({ id, version }) => ({ id, version }));

/**
 * Puts groups and components of a page into this order, among the places that they have; an id of neither is passed
 * over. Failures: conflict, missing.
 */
export const arrangeComponents = (ctx: Ctx, given: ArrangeComponentsInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "admin",
      subject: "page",
      input: arrangeComponentsInputSchema,
      row: (_, { pageId }) => pageByIdQuery(ctx, pageId),
      facts: (_, { pageId }) => ({
        groups: componentGroupsOfPageQuery(ctx, pageId),
        known: activeComponentsOfPageQuery(ctx, pageId),
      }),
    },
    given,
    ({ row: { id: pageId }, fields: { ids }, groups, known }) => {
      const moved = { groups: rowsToMove(groups, ids), components: rowsToMove(known, ids) };
      const count = moved.groups.length + moved.components.length;
      if (count === 0) return ok(null);
      return ok({
        action: "component.move",
        expect: [
          { table: componentGroupTable, rows: versionsOf(moved.groups) },
          { table: componentTable, rows: versionsOf(moved.components) },
        ],
        changes: [
          ...updateRowsStatements(componentGroupTable, pageId, placesOf(moved.groups)),
          ...updateRowsStatements(componentTable, pageId, placesOf(moved.components)),
        ],
        after: { count },
        publishes: "home",
      });
    },
  );

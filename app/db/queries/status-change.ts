import type { Ctx } from "../../platform/ctx";
import type { ChangeFact } from "../../rules/snapshot-facts";
import { statusChange } from "../schema";
import { insertRows, type Statement } from "../write";

/** Appends rows of the component timeline; the order given is the order in which they are folded. */
export function appendChanges(
  ctx: Ctx,
  pageId: string,
  rows: readonly ChangeFact[],
  cause: string,
  reference: string | null,
): Statement[] {
  const first = ctx.id();
  return insertRows(
    statusChange,
    rows.map((row, index) => ({
      id: `${first}${String(index).padStart(3, "0")}`,
      pageId,
      componentId: row.componentId,
      layer: row.layer,
      fromStatus: row.from,
      toStatus: row.to,
      at: row.at,
      recordedAt: row.recordedAt,
      cause,
      reference,
    })),
  );
}

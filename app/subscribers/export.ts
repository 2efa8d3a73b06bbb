import Papa from "papaparse";
import { permitRole } from "~/access/permission";
import { commitChange, permitStepUpActionNow } from "~/change/commit";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { SubscriberRow } from "./queries/subscriber";
import { filteredSubscribersQuery } from "./queries/subscriber-list";
import { readSubscriberTargetLabel } from "./target-label";

const rowsPerFile = 10_000;
const action = "subscriber.export";

export interface SubscriberExportFile {
  csv: string;
  /** Cursor of the next file; null = this is the last. */
  next: string | null;
}

/**
 * Returns the cells of a row. `name` = for ways other than email, a text that distinguishes them and grants no access.
 */
async function exportCells(ctx: Ctx, row: SubscriberRow) {
  const isMail = row.kind === "email";
  return {
    email: isMail ? (row.address ?? "") : "",
    state: row.state,
    scope: row.scope,
    components: row.componentIds.join(";"),
    incident: row.incidentId,
    language: row.language,
    time_zone: row.timeZone,
    confirmed_at: row.confirmedAt === null ? "" : new Date(row.confirmedAt).toISOString(),
    created_at: new Date(row.createdAt).toISOString(),
    imported_from: row.importedFrom ?? "",
    kind: row.kind,
    name: isMail ? "" : await readSubscriberTargetLabel(ctx, row),
  };
}

/** Returns up to 10,000 subscribers as CSV, for admins; audited. Cells that a spreadsheet would execute are escaped. */
export async function exportSubscribers(
  ctx: Ctx,
  { pageId, after = "" }: { pageId: string; after?: string | undefined },
): Promise<Result<SubscriberExportFile>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const allowed = permitStepUpActionNow(ctx, action);
  if (!allowed.ok) return allowed;
  const [rows] = await readBatch(ctx, filteredSubscribersQuery(ctx, pageId, {}, { after, limit: rowsPerFile + 1 }));
  const shown = rows.slice(0, rowsPerFile);
  const cells = await Promise.all(shown.map((row) => exportCells(ctx, row)));
  const audit = { action, subjectKind: "page", subjectId: pageId, after: { rows: cells.length } };
  const noted = await commitChange(ctx, { id: ctx.id(), pageId, audit, changes: [] });
  if (!noted.ok) return noted;
  const csv = Papa.unparse(cells, { escapeFormulae: true });
  return ok({ csv, next: rows.length > rowsPerFile ? (shown.at(-1)?.id ?? null) : null });
}

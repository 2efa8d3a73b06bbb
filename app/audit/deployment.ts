import { permitOperator } from "~/access/permission";
import { commitChange, permitStepUpActionNow } from "~/change/commit";
import { parseListCursor, rowsPerPage } from "~/change/cursor";
import { readIfOperator } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { auditCells, auditCsv, maxExportedEntries } from "./export";
import {
  type AuditFilter,
  type AuditListPlace,
  auditEntryViewOf,
  type ListedAuditEntries,
  nextAuditCursor,
} from "./list";
import { auditListQuery } from "./queries/audit";

/** Lists entries about the deployment and no page: sign-ins, operators' actions, refusals. */
export function listDeploymentAudit(
  ctx: Ctx,
  { before, ...filter }: AuditListPlace & AuditFilter,
): Promise<Result<ListedAuditEntries>> {
  const listing = { ...filter, before: parseListCursor(before), limit: rowsPerPage + 2, withNotes: true };
  return readIfOperator(ctx, [auditListQuery(ctx, null, listing)], ([rows]) => {
    const fitting = rows.filter(({ fits }) => fits);
    const shown = fitting.slice(0, rowsPerPage);
    return ok({
      entries: shown.map(auditEntryViewOf),
      before: nextAuditCursor(rows, shown, fitting.length > rowsPerPage),
      names: {},
    });
  });
}

const exporting = "deployment.export_audit";

/** Exports the newest thousand entries that fit, as CSV; the export is an entry too. */
export async function exportDeploymentAudit(ctx: Ctx, filter: AuditFilter): Promise<Result<{ csv: string }>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const proven = permitStepUpActionNow(ctx, exporting);
  if (!proven.ok) return proven;
  const [rows] = await readBatch(
    ctx,
    auditListQuery(ctx, null, { ...filter, before: null, limit: maxExportedEntries, withNotes: true }),
  );
  const cells = auditCells(rows);
  const audit = { action: exporting, subjectKind: "deployment", subjectId: "1" };
  const noted = await commitChange(ctx, {
    pageId: null,
    id: ctx.id(),
    audit: { ...audit, after: { rows: cells.length } },
    changes: [],
  });
  return noted.ok ? ok({ csv: auditCsv(cells) }) : noted;
}

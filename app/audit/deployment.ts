import { permitOperator } from "~/access/permission";
import { commitChange, mayAct } from "~/change/commit";
import { readCursor, rowsPerPage } from "~/change/cursor";
import { readAsOperator } from "~/change/read-permitted";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { auditCells, auditCsv, maxExportedEntries } from "./export";
import { type AuditFilter, entryOf, type ListedEntries, nextCursor } from "./list";
import { auditList } from "./queries/audit";

type DeploymentAuditQuery = { before?: string | undefined } & AuditFilter;

/** Lists entries about the deployment and no page, newest first: sign-ins, operators' actions, refusals. */
export function listDeploymentAudit(
  ctx: Ctx,
  { before, ...filter }: DeploymentAuditQuery,
): Promise<Result<ListedEntries>> {
  const listing = { ...filter, before: readCursor(before), limit: rowsPerPage + 2, withNotes: true };
  return readAsOperator(ctx, [auditList(ctx, null, listing)], ([rows]) => {
    const fitting = rows.filter(({ fits }) => fits);
    const shown = fitting.slice(0, rowsPerPage);
    return ok({
      entries: shown.map(entryOf),
      before: nextCursor(rows, shown, fitting.length > rowsPerPage),
      names: {},
    });
  });
}

const exporting = "deployment.export_audit";

/** Exports the newest thousand entries that fit, as CSV; the export is an entry too. */
export async function exportDeploymentAudit(ctx: Ctx, filter: AuditFilter): Promise<Result<{ csv: string }>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const proven = mayAct(ctx, exporting);
  if (!proven.ok) return proven;
  const [rows] = await read(
    ctx,
    auditList(ctx, null, { ...filter, before: null, limit: maxExportedEntries, withNotes: true }),
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

import { permitOperator } from "~/access/permission";
import { commitChange, mayAct } from "~/change/commit";
import { pageSize, readCursor } from "~/change/cursor";
import { readAsOperator } from "~/change/read-permitted";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { auditCells, auditCsv, mostExported } from "./csv";
import { type AuditFilter, entryOf, type ListedEntries, nextOf } from "./list";
import { auditList } from "./queries/audit";

type Asked = { before?: string | undefined } & AuditFilter;

/** Lists entries about the deployment and no page, newest first: sign-ins, operators' actions, refusals. */
export function listDeploymentAudit(ctx: Ctx, { before, ...filter }: Asked): Promise<Result<ListedEntries>> {
  const listing = { ...filter, before: readCursor(before), limit: pageSize + 2, withNotes: true };
  return readAsOperator(ctx, [auditList(ctx, null, listing)], ([rows]) => {
    const fitting = rows.filter(({ fits }) => fits);
    const shown = fitting.slice(0, pageSize);
    return ok({ entries: shown.map(entryOf), before: nextOf(rows, shown, fitting.length > pageSize), names: {} });
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
    auditList(ctx, null, { ...filter, before: null, limit: mostExported, withNotes: true }),
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

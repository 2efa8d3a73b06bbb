import { permit } from "~/access/permission";
import { commitChange } from "~/change/commit";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { auditCells, auditCsv, maxExportedEntries } from "./csv";
import { type AuditFilter, readsNotes } from "./list";
import { auditList } from "./queries/audit";

/** Exports the newest thousand entries of a page that fit, as CSV; the export is an entry too. */
export async function exportAudit(
  ctx: Ctx,
  { pageId, ...filter }: { pageId: string } & AuditFilter,
): Promise<Result<{ csv: string }>> {
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const listing = { ...filter, before: null, limit: maxExportedEntries, withNotes: readsNotes(may.value) };
  const [rows] = await read(ctx, auditList(ctx, pageId, listing));
  const cells = auditCells(rows);
  const audit = { action: "page.export_audit", subjectKind: "page", subjectId: pageId, after: { rows: cells.length } };
  const noted = await commitChange(ctx, { pageId, id: ctx.id(), audit, changes: [] });
  return noted.ok ? ok({ csv: auditCsv(cells) }) : noted;
}

import Papa from "papaparse";
import { permitRole } from "~/access/permission";
import { commitChange } from "~/change/commit";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type AuditFilter, auditEntryViewOf, mayReadNotes } from "./list";
import { auditListQuery } from "./queries/audit";

/** Maximum number of entries in one file. */
export const maxExportedEntries = 1000;

type AuditRows = Awaited<ReturnType<typeof auditListQuery>>;

/** Returns the entries that fit the filter, one row each, as stored: in English, instants in UTC. */
export const auditCells = (rows: AuditRows) =>
  rows
    .filter(({ fits }) => fits)
    .map(auditEntryViewOf)
    .map(({ at, before, after, tokenOwner, subjectTitle, ...entry }) => ({
      at: new Date(at).toISOString(),
      ...entry,
      tokenOwner: tokenOwner ?? "",
      before: before === null ? "" : JSON.stringify(before),
      after: after === null ? "" : JSON.stringify(after),
    }));

/** Writes CSV for a spreadsheet, which must not take typed text as a formula. */
export const auditCsv = (cells: ReturnType<typeof auditCells>): string => Papa.unparse(cells, { escapeFormulae: true });

/** Exports the newest thousand entries of a page that fit, as CSV; the export is an entry too. */
export async function exportAudit(
  ctx: Ctx,
  { pageId, ...filter }: { pageId: string } & AuditFilter,
): Promise<Result<{ csv: string }>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const listing = { ...filter, before: null, limit: maxExportedEntries, withNotes: mayReadNotes(may.value) };
  const [rows] = await readBatch(ctx, auditListQuery(ctx, pageId, listing));
  const cells = auditCells(rows);
  const audit = { action: "page.export_audit", subjectKind: "page", subjectId: pageId, after: { rows: cells.length } };
  const noted = await commitChange(ctx, { pageId, id: ctx.id(), audit, changes: [] });
  return noted.ok ? ok({ csv: auditCsv(cells) }) : noted;
}

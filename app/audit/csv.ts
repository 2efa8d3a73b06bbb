import Papa from "papaparse";
import { entryOf } from "./list";
import type { auditList } from "./queries/audit";

/** Most entries in one file. */
export const maxExportedEntries = 1000;

type AuditRows = Awaited<ReturnType<typeof auditList>>;

/** Returns the entries that fit the filter, one row each, as stored: in English, instants in UTC. */
export const auditCells = (rows: AuditRows) =>
  rows
    .filter(({ fits }) => fits)
    .map(entryOf)
    .map(({ at, before, after, tokenOwner, subjectTitle, ...entry }) => ({
      at: new Date(at).toISOString(),
      ...entry,
      tokenOwner: tokenOwner ?? "",
      before: before === null ? "" : JSON.stringify(before),
      after: after === null ? "" : JSON.stringify(after),
    }));

/** Writes CSV for a spreadsheet, which must not take typed text as a formula. */
export const auditCsv = (cells: ReturnType<typeof auditCells>): string => Papa.unparse(cells, { escapeFormulae: true });

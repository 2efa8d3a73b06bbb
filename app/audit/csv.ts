import Papa from "papaparse";
import { entryOf } from "./list";
import type { auditList } from "./queries/audit";

/** Entries of one file. */
export const mostExported = 1000;

type Found = Awaited<ReturnType<typeof auditList>>;

/** What fits of an audit log, a row an entry, as it is stored: in English, instants in UTC. */
export const auditCells = (rows: Found) =>
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

/** For a spreadsheet, which must not take what somebody typed for a formula. */
export const auditCsv = (cells: ReturnType<typeof auditCells>): string => Papa.unparse(cells, { escapeFormulae: true });

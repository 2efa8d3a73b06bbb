import { type Status, statuses } from "~/status/status";
import { componentStatusReader, incidentStatusByForeignWord, updateStatusReader } from "../foreign-statuses";
import { foreignNumber, foreignText } from "../foreign-values";
import { parseOriginJson } from "../origin-texts";

export type UpfrontBackupRow = Record<string, unknown>;
export type UpfrontBackupTables = ReadonlyMap<string, UpfrontBackupRow[]>;

/** Reads a status that a row keeps. */
export const readBackupStatus = componentStatusReader(
  Object.fromEntries(statuses.map((word): [string, Status] => [word, word])),
);
export const readBackupUpdateStatus = updateStatusReader(incidentStatusByForeignWord);

export const backupRowsOfTable = (tables: UpfrontBackupTables, name: string): UpfrontBackupRow[] =>
  tables.get(name) ?? [];

/** Returns the value of a column that holds JSON; undefined when it is none. */
export function parseBackupJson(value: unknown): unknown {
  const read = parseOriginJson("column", foreignText(value) || "null");
  return read.ok ? read.value : undefined;
}

/** Returns a column's UTC ms; null when it holds none. */
export const backupInstant = (value: unknown): number | null => {
  const at = foreignNumber(value);
  return at === null || Math.abs(at) > 8.64e15 ? null : Math.round(at);
};

import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import type { NoteSubject } from "../move-notes";
import { parseOriginJson } from "../origin-texts";

/** A row of a table, under the names of its columns. */
export type KumaRow = Record<string, unknown>;

/** Returns the monitor of a backup under the names of the table's columns. */
export const kumaMonitorRowOfBackup = (monitor: KumaRow): KumaRow =>
  Object.fromEntries(
    Object.entries(monitor).map(([name, value]) => [name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase(), value]),
  );

/** Returns a value that is kept as JSON text, or that came as itself. */
export function kumaJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const read = parseOriginJson("the cell", value);
  return read.ok ? read.value : null;
}

export const kumaText = (row: KumaRow, column: string): string => foreignText(row[column]);
export const kumaFlag = (row: KumaRow, column: string): boolean => foreignFlag(row[column]) ?? false;
export const kumaNumber = (row: KumaRow, column: string): number | null => foreignNumber(row[column]);

/** Addresses are `https://` for every monitor that has none. */
export const kumaUrl = (row: KumaRow): string => {
  const url = kumaText(row, "url").trim();
  return /^\w+:\/\/$/.test(url) ? "" : url;
};

export const kumaMonitorSubject = (row: KumaRow, noun: NoteSubject["noun"] = "monitor"): NoteSubject => ({
  noun,
  id: parseForeignId(row.id),
  name: foreignName(row.name, `Monitor ${foreignText(row.id)}`),
});

/** Returns tags as `name: value`, or as their name. */
export const kumaTags = (row: KumaRow): string[] =>
  foreignList(row.tags).flatMap((each) => {
    const { name, value } = foreignRecord(each);
    const [label, text] = [foreignText(name).trim(), foreignText(value).trim()];
    return label === "" ? [] : [text === "" ? label : `${label}: ${text}`];
  });

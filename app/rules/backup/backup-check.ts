import { z } from "zod";
import {
  type BackupColumn,
  type BackupHeader,
  type BackupRow,
  type BackupTable,
  type BackupValue,
  backupFormat,
  backupVersion,
  lineLimit,
  type RowsOfTable,
} from "./backup";

/** What is wrong with a file, and in which of its lines (from 1). */
export interface BackupTrouble {
  line: number;
  message: string;
}

export interface KnownSchema {
  tables: readonly BackupTable[];
  /** Last migration that this version knows. */
  schema: string;
}

export interface CheckedBackup {
  header: BackupHeader;
  /** In the order of the known tables; those without a row are absent. */
  tables: RowsOfTable[];
  /** Of the body, in hex, and what was signed over it; null = nobody has. */
  sha256: string;
  signature: string | null;
}

export type Checked = { ok: true; backup: CheckedBackup } | { ok: false; trouble: BackupTrouble };

const headerShape = z.object({
  format: z.literal(backupFormat),
  version: z.number().int().positive(),
  schema: z.string().regex(/^\d{4}_\w+$/),
  made_at: z.iso.datetime(),
  scope: z.enum(["deployment", "page"]),
  name: z.string(),
  secrets: z.enum(["left_out", "sealed"]),
  secret_check: z.string().nullable(),
  set_again: z.array(z.object({ kind: z.string(), name: z.string(), what: z.string() })),
  tables: z.record(z.string(), z.number().int().nonnegative()),
});

const footerShape = z.strictObject({
  end: z.literal(true),
  rows: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().max(100).nullable().default(null),
});

class Wrong extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Wrong(line, "This line is not JSON: the file was cut or changed.");
  }
}

const numberOf = (schema: string) => Number(schema.slice(0, 4));

/** What says more than its shape: a version that is not known yet is named, whatever else changed with it. */
function headerOf(text: string, known: string): BackupHeader {
  const value = parsed(text, 1) as { format?: unknown; version?: unknown } | null;
  if (value?.format !== backupFormat) throw new Wrong(1, "This is not a backup of Upfront.");
  if (typeof value.version === "number" && value.version > backupVersion) {
    const message = `The file has format version ${value.version}; this Upfront reads up to ${backupVersion}.`;
    throw new Wrong(1, `${message} Restore it with the version that made it, or a newer one.`);
  }
  const header = headerShape.safeParse(value);
  if (!header.success) throw new Wrong(1, `The header is broken: ${header.error.issues[0]?.path.join(".") ?? ""}.`);
  const { schema } = header.data;
  if (numberOf(schema) > numberOf(known)) {
    const message = `The backup was made by a newer Upfront (its tables are of ${schema}; here they are of ${known}).`;
    throw new Wrong(1, `${message} Update Upfront, then restore.`);
  }
  return header.data;
}

const fits: Record<BackupColumn["type"], (value: BackupValue) => boolean> = {
  text: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  real: (value) => typeof value === "number",
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Null when the value may stand in the column. */
function wrongValue(column: BackupColumn, value: BackupValue): string | null {
  if (value === null) return column.nullable ? null : "must not be null";
  if (!fits[column.type](value)) return `must be ${column.type === "integer" ? "a whole number" : column.type}`;
  return column.json && !isJson(String(value)) ? "must hold JSON" : null;
}

interface Shape {
  table: BackupTable;
  columns: ReadonlyMap<string, BackupColumn>;
  needed: readonly BackupColumn[];
}

const shapeOf = (table: BackupTable): Shape => ({
  table,
  columns: new Map(table.columns.map((column) => [column.name, column])),
  needed: table.columns.filter((each) => !each.optional),
});

function checkRow({ table, columns, needed }: Shape, row: BackupRow, line: number): void {
  for (const [name, value] of Object.entries(row)) {
    const column = columns.get(name);
    if (!column) throw new Wrong(line, `The table ${table.name} has no column ${name}.`);
    const wrong = wrongValue(column, value);
    if (wrong) throw new Wrong(line, `${table.name}.${name} ${wrong}.`);
  }
  const missing = needed.find(({ name }) => !(name in row));
  if (missing) throw new Wrong(line, `${table.name}.${missing.name} is missing.`);
}

interface NumberedRow {
  line: number;
  row: BackupRow;
}

/** Rows by table, and the keys that were seen. */
class Rows {
  readonly found = new Map<string, NumberedRow[]>();
  private readonly shapes: ReadonlyMap<string, Shape>;
  private readonly keys = new Set<string>();

  constructor(tables: readonly BackupTable[]) {
    this.shapes = new Map(tables.map((table) => [table.name, shapeOf(table)]));
  }

  add(text: string, line: number): void {
    const said = parsed(text, line) as { table?: unknown; row?: unknown } | null;
    if (typeof said?.table !== "string" || typeof said.row !== "object" || said.row === null) {
      throw new Wrong(line, "This line is not a row of a table.");
    }
    const shape = this.shapes.get(said.table);
    if (!shape) throw new Wrong(line, `There is no table ${said.table}.`);
    const row = said.row as BackupRow;
    checkRow(shape, row, line);
    const key = JSON.stringify([said.table, ...shape.table.key.map((name) => row[name])]);
    if (this.keys.has(key)) throw new Wrong(line, `${said.table} has this row twice.`);
    this.keys.add(key);
    const rows = this.found.get(said.table);
    if (rows) rows.push({ line, row });
    else this.found.set(said.table, [{ line, row }]);
  }

  /** A row whose page is not in the file would be nobody's. */
  checkPages(): void {
    const pages = new Set(this.found.get("page")?.map(({ row }) => row.id));
    for (const [table, rows] of this.found) {
      const stray = rows.find(
        ({ row: { page_id: id } }) => id !== undefined && id !== null && id !== "" && !pages.has(id),
      );
      if (stray) throw new Wrong(stray.line, `${table}.page_id names a page that is not in the file.`);
    }
  }
}

/** UTF-16 units are at most three bytes each: only long lines are looked at twice. */
const isTooLong = (text: string) =>
  text.length > lineLimit || (text.length * 3 > lineLimit && new TextEncoder().encode(text).length > lineLimit);

function checkFooter(text: string, last: number, rows: number, sha256: string): string | null {
  const footer = footerShape.safeParse(parsed(text, last));
  if (!footer.success) throw new Wrong(last, "The last line is not the end of a backup: the file was cut.");
  if (footer.data.rows !== rows) throw new Wrong(last, `There are ${rows} rows; the file says ${footer.data.rows}.`);
  if (footer.data.sha256 !== sha256) throw new Wrong(last, "The file has been changed: its hash doesn’t match.");
  return footer.data.signature;
}

function checkCounts(header: BackupHeader, found: Rows["found"]): void {
  for (const [table, count] of Object.entries(header.tables)) {
    const there = found.get(table)?.length ?? 0;
    if (there !== count) throw new Wrong(1, `The header says ${count} rows of ${table}; there are ${there}.`);
  }
}

function check(body: string, footer: string, sha256: string, known: KnownSchema): CheckedBackup {
  const lines = body.split("\n");
  lines.pop();
  const long = [...lines, footer].findIndex(isTooLong);
  if (long >= 0) throw new Wrong(long + 1, "This line is larger than 2 MB: no row of a database may be.");
  const header = headerOf(lines[0] ?? footer, known.schema);
  const rows = new Rows(known.tables);
  for (let at = 1; at < lines.length; at++) rows.add(lines[at] ?? "", at + 1);
  const signature = checkFooter(footer, lines.length + 1, Math.max(0, lines.length - 1), sha256);
  checkCounts(header, rows.found);
  rows.checkPages();
  const tables = known.tables.flatMap(({ name: table }) => {
    const there = rows.found.get(table)?.map(({ row }) => row);
    return there ? [{ table, rows: there }] : [];
  });
  return { header, tables, sha256, signature };
}

/**
 * Looks at all of a file before anything is touched: header, every line by its table's columns,
 * size, counts, hash. `body` and `footer` as `splitFooter` gives them, `sha256` of the body in hex.
 */
export function checkBackup(file: { body: string; footer: string; sha256: string }, known: KnownSchema): Checked {
  try {
    return { ok: true, backup: check(file.body, file.footer, file.sha256, known) };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { ok: false, trouble: { line: error.line, message: error.message } };
  }
}

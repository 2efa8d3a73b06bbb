import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type BackupColumn,
  type BackupHeader,
  type BackupRow,
  type BackupTable,
  type BackupValue,
  backupFormat,
  backupFormatVersion,
  isMigrationBefore,
  maxBackupLineBytes,
} from "./backup";

export interface KnownSchema {
  tables: readonly BackupTable[];
  /** Last migration that this version knows. */
  schema: string;
}

/** A row of the file, and the number of its line (from 1). */
export interface CheckedBackupRow {
  line: number;
  table: string;
  row: BackupRow;
}

/** A file that was read to its end and is complete. */
export interface CheckedBackupFile {
  header: BackupHeader;
  rows: number;
  /** Hash of all lines but the last, in hex, and the signature of it; null = not signed. */
  sha256: string;
  signature: string | null;
}

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

/** An error in a file, with the number of its line. */
export class BackupLineError extends Error {
  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
  }
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupLineError(line, "This line is not JSON: the file was cut or changed.");
  }
}

/** Version errors are checked before the shape, so that a newer version is named, whatever else changed with it. */
function headerOf(text: string, known: string): BackupHeader {
  const value = parsed(text, 1) as { format?: unknown; version?: unknown } | null;
  if (value?.format !== backupFormat) throw new BackupLineError(1, "This is not a backup of Upfront.");
  if (typeof value.version === "number" && value.version > backupFormatVersion) {
    const message = `The file has format version ${value.version}; this Upfront reads up to ${backupFormatVersion}.`;
    throw new BackupLineError(1, `${message} Restore it with the version that made it, or a newer one.`);
  }
  const header = headerShape.safeParse(value);
  if (!header.success)
    throw new BackupLineError(1, `The header is broken: ${header.error.issues[0]?.path.join(".") ?? ""}.`);
  const { schema } = header.data;
  if (isMigrationBefore(known, schema)) {
    const message = `The backup was made by a newer Upfront (its tables are of ${schema}; here they are of ${known}).`;
    throw new BackupLineError(1, `${message} Update Upfront, then restore.`);
  }
  return header.data;
}

const fits: Record<BackupColumn["type"], (value: BackupValue) => boolean> = {
  text: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  real: (value) => Number.isFinite(value),
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the error, or null when the value fits the column. */
function wrongValue(column: BackupColumn, value: BackupValue): string | null {
  if (value === null) return column.nullable ? null : "must not be null";
  if (!fits[column.type](value)) return `must be ${column.type === "integer" ? "a whole number" : column.type}`;
  return column.json && !isJson(String(value)) ? "must hold JSON" : null;
}

interface TableShape {
  table: BackupTable;
  columns: ReadonlyMap<string, BackupColumn>;
  needed: readonly BackupColumn[];
}

const shapeOf = (table: BackupTable): TableShape => ({
  table,
  columns: new Map(table.columns.map((column) => [column.name, column])),
  needed: table.columns.filter((each) => !each.optional),
});

function checkRow({ table, columns, needed }: TableShape, row: BackupRow, line: number): void {
  for (const [name, value] of Object.entries(row)) {
    const column = columns.get(name);
    if (!column) throw new BackupLineError(line, `The table ${table.name} has no column ${name}.`);
    const wrong = wrongValue(column, value);
    if (wrong) throw new BackupLineError(line, `${table.name}.${name} ${wrong}.`);
  }
  const missing = needed.find(({ name }) => !(name in row));
  if (missing) throw new BackupLineError(line, `${table.name}.${missing.name} is missing.`);
}

/** Pages that rows name and pages in the file: a row whose page is missing would belong to no page. */
class NamedPages {
  /**
   * Pages kept beyond the number that the header gives, so that a file whose rows all name different pages cannot fill
   * the memory.
   */
  private static readonly spare = 1000;
  private readonly there = new Set<BackupValue>();
  /** The first row that names a page which has not come yet, for each such page. */
  private readonly named = new Map<BackupValue, { line: number; table: string }>();

  add({ line, table, row }: CheckedBackupRow, pages: number): void {
    if (table === "page") {
      this.there.add(row.id ?? null);
      this.named.delete(row.id ?? null);
    }
    const id = row.page_id;
    if (id === undefined || id === null || id === "" || this.there.has(id) || this.named.has(id)) return;
    this.named.set(id, { line, table });
    if (this.named.size > pages + NamedPages.spare) this.check();
  }

  check(): void {
    for (const { line, table } of this.named.values())
      throw new BackupLineError(line, `${table}.page_id names a page that is not in the file.`);
  }
}

/** A UTF-16 unit takes at most three bytes, so only long lines are encoded to count their bytes. */
const isTooLong = (text: string) =>
  text.length > maxBackupLineBytes ||
  (text.length * 3 > maxBackupLineBytes && new TextEncoder().encode(text).length > maxBackupLineBytes);

function checkFooter(text: string, last: number, rows: number, sha256: string): string | null {
  const footer = footerShape.safeParse(parsed(text, last));
  if (!footer.success) throw new BackupLineError(last, "The last line is not the end of a backup: the file was cut.");
  if (footer.data.rows !== rows)
    throw new BackupLineError(last, `There are ${rows} rows; the file says ${footer.data.rows}.`);
  if (footer.data.sha256 !== sha256)
    throw new BackupLineError(last, "The file has been changed: its hash doesn’t match.");
  return footer.data.signature;
}

/**
 * Checks a file line by line, in constant memory: header, every row by its table's columns, size, counts, hash.
 * Duplicate keys are left to the database, which refuses the second row.
 */
export class BackupCheck {
  private readonly hash = createHash("sha256");
  private readonly shapes: ReadonlyMap<string, TableShape>;
  private readonly counts = new Map<string, number>();
  private readonly pages = new NamedPages();
  private header: BackupHeader | null = null;
  private rows = 0;
  private lines = 0;
  /** The last line so far: only the next line, or the end, shows whether it is the footer. */
  private held: string | null = null;

  constructor(private readonly known: KnownSchema) {
    this.shapes = new Map(known.tables.map((table) => [table.name, shapeOf(table)]));
  }

  /** Returns the row of the line before this one, if it has one. Throws BackupLineError. */
  take(text: string): CheckedBackupRow | null {
    const before = this.held;
    if (isTooLong(text))
      throw new BackupLineError(this.lines + 1, "This line is larger than 2 MB: no row of a database may be.");
    const row = before === null ? null : this.body(before);
    this.held = text;
    this.lines += 1;
    return row;
  }

  /** Finishes after the last line. Throws BackupLineError. */
  end(): CheckedBackupFile {
    const footer = this.held ?? "";
    const header = this.header ?? headerOf(footer, this.known.schema);
    const sha256 = this.hash.digest("hex");
    const signature = checkFooter(footer, Math.max(1, this.lines), this.rows, sha256);
    for (const [table, count] of Object.entries(header.tables)) {
      const there = this.counts.get(table) ?? 0;
      if (there !== count)
        throw new BackupLineError(1, `The header says ${count} rows of ${table}; there are ${there}.`);
    }
    this.pages.check();
    return { header, rows: this.rows, sha256, signature };
  }

  private body(text: string): CheckedBackupRow | null {
    this.hash.update(text).update("\n");
    if (this.header) return this.row(text, this.header);
    this.header = headerOf(text, this.known.schema);
    return null;
  }

  private row(text: string, { tables }: BackupHeader): CheckedBackupRow {
    const line = this.lines;
    const said = parsed(text, line) as { table?: unknown; row?: unknown } | null;
    if (typeof said?.table !== "string" || typeof said.row !== "object" || said.row === null) {
      throw new BackupLineError(line, "This line is not a row of a table.");
    }
    const shape = this.shapes.get(said.table);
    if (!shape) throw new BackupLineError(line, `There is no table ${said.table}.`);
    const found = { line, table: said.table, row: said.row as BackupRow };
    checkRow(shape, found.row, line);
    this.rows += 1;
    const count = (this.counts.get(found.table) ?? 0) + 1;
    if (count > (tables[found.table] ?? 0))
      throw new BackupLineError(line, `There are more rows of ${found.table} than the header says.`);
    this.counts.set(found.table, count);
    this.pages.add(found, tables.page ?? 0);
    return found;
  }
}

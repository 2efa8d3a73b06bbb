/** File of a backup (docs/backup.md): JSON lines, the first a header, the last a footer, each between them a row. */
export const backupFormat = "upfront-backup";
/** Version of the file format, not of the tables in it. */
export const backupFormatVersion = 1;
/** Maximum number of UTF-8 bytes in a line. No row of D1 is larger. */
export const maxBackupLineBytes = 2_000_000;

export interface BackupColumn {
  name: string;
  type: "text" | "integer" | "real";
  nullable: boolean;
  /** True when a default replaces it if an older file lacks it. */
  optional: boolean;
  /** True for text that holds JSON. */
  json: boolean;
}

export interface BackupTable {
  name: string;
  columns: readonly BackupColumn[];
  /** Columns of the primary key. */
  key: readonly string[];
}

export type BackupValue = string | number | null;
export type BackupRow = Record<string, BackupValue>;

/** A secret that a backup or a restore left out, and that has to be entered again. */
export interface MissingSecret {
  /** `channel`, `mailer`, `source`, `heartbeat`, `monitor`, `page`, `deployment`, `identity_provider`. */
  kind: string;
  name: string;
  what: string;
}

export interface BackupHeader {
  format: typeof backupFormat;
  version: number;
  /** Last migration of the database, `0004_desk`. */
  schema: string;
  /** RFC 3339, UTC. */
  made_at: string;
  scope: "deployment" | "page";
  /** Name of the page, or of the page at the root, by which people recognise the file. */
  name: string;
  /** `sealed`: encrypted with the UPFRONT_SECRET of their deployment. */
  secrets: "left_out" | "sealed";
  /**
   * Signature made with that secret, by which the secret is recognised; null for a page's file, or when the secret is
   * unknown.
   */
  secret_check: string | null;
  set_again: MissingSecret[];
  /** Rows by table. */
  tables: Record<string, number>;
}

const numberOf = (schema: string) => Number(schema.slice(0, 4));

/** True when the one migration came before the other. */
export const isMigrationBefore = (schema: string, other: string): boolean => numberOf(schema) < numberOf(other);

/** A header without the counts of rows. */
export type BackupHeaderFields = Omit<BackupHeader, "format" | "version" | "tables">;

export interface RowsOfTable {
  table: string;
  rows: readonly BackupRow[];
}

/** Rows of one moment, from a read transaction or from memory. Each table may be read more than once. */
export interface RowSource {
  count(table: string): number;
  rows(table: string): Iterable<BackupRow>;
}

/** Returns a source of rows that are already in memory. */
export function inMemoryRowSource(tables: readonly RowsOfTable[]): RowSource {
  const found = new Map(tables.map(({ table, rows }) => [table, rows]));
  return {
    count: (table) => found.get(table)?.length ?? 0,
    rows: (table) => found.get(table) ?? [],
  };
}

export function backupHeaderLine(about: BackupHeaderFields, counts: Record<string, number>): string {
  const header: BackupHeader = { format: backupFormat, version: backupFormatVersion, ...about, tables: counts };
  return `${JSON.stringify(header)}\n`;
}

export const backupRowLine = (table: string, row: BackupRow): string => `${JSON.stringify({ table, row })}\n`;

/**
 * Returns the last line. `sha256` is the hex hash of the UTF-8 bytes of all lines before: a truncated file has no
 * footer, and a changed one another hash; `signature` signs that hash with the deployment's key, or is null when the
 * key was not available.
 */
export const backupFooterLine = (rows: number, sha256: string, signature: string | null): string =>
  `${JSON.stringify({ end: true, rows, sha256, signature })}\n`;

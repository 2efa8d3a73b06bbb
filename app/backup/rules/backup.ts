/** The file of a backup (docs/backup.md): JSON lines, the first a header, the last a footer, a row each between them. */
export const backupFormat = "upfront-backup";
/** Of the file itself, not of the tables in it. */
export const backupVersion = 1;
/** UTF-8 bytes of one line: no row of D1 is larger. */
export const lineLimit = 2_000_000;

export interface BackupColumn {
  name: string;
  type: "text" | "integer" | "real";
  nullable: boolean;
  /** Takes a default where an older file does not have it. */
  optional: boolean;
  /** Text that holds JSON. */
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

/** What a backup left out, or a restore had to: somebody has to type it again. */
export interface SetAgain {
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
  /** Of the page, or of the page at the root, for people to recognise it. */
  name: string;
  /** `sealed`: encrypted with the UPFRONT_SECRET of their deployment. */
  secrets: "left_out" | "sealed";
  /** Made with that secret, to know it again; null = it is not known, or nobody else's to check. */
  secret_check: string | null;
  set_again: SetAgain[];
  /** Rows by table. */
  tables: Record<string, number>;
}

const numberOf = (schema: string) => Number(schema.slice(0, 4));

/** Whether the one migration came before the other. */
export const isBefore = (schema: string, other: string): boolean => numberOf(schema) < numberOf(other);

/** A header without the rows that it goes before. */
export type BackupAbout = Omit<BackupHeader, "format" | "version" | "tables">;

export interface RowsOfTable {
  table: string;
  rows: readonly BackupRow[];
}

/** Rows of one moment: in a database's read transaction, or in memory. Each table may be read more than once. */
export interface RowSource {
  count(table: string): number;
  rows(table: string): Iterable<BackupRow>;
}

/** Rows that are in memory already. */
export function rowsInMemory(tables: readonly RowsOfTable[]): RowSource {
  const found = new Map(tables.map(({ table, rows }) => [table, rows]));
  return {
    count: (table) => found.get(table)?.length ?? 0,
    rows: (table) => found.get(table) ?? [],
  };
}

export function headerLine(about: BackupAbout, counts: Record<string, number>): string {
  const header: BackupHeader = { format: backupFormat, version: backupVersion, ...about, tables: counts };
  return `${JSON.stringify(header)}\n`;
}

export const rowLine = (table: string, row: BackupRow): string => `${JSON.stringify({ table, row })}\n`;

/**
 * `sha256` in hex of the UTF-8 bytes of all lines before: a file that was cut has no footer, one that was changed
 * another hash; `signature` is over that hash, with the key of the deployment, or null where nobody had the key.
 */
export const footerLine = (rows: number, sha256: string, signature: string | null): string =>
  `${JSON.stringify({ end: true, rows, sha256, signature })}\n`;

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

/** A header without the rows that it goes before. */
export type BackupAbout = Omit<BackupHeader, "format" | "version" | "tables">;

export interface RowsOfTable {
  table: string;
  rows: readonly BackupRow[];
}

const counted = (tables: readonly RowsOfTable[]) =>
  Object.fromEntries(tables.map(({ table, rows }) => [table, rows.length]));

export function headerLine(about: BackupAbout, tables: readonly RowsOfTable[]): string {
  const header: BackupHeader = { format: backupFormat, version: backupVersion, ...about, tables: counted(tables) };
  return `${JSON.stringify(header)}\n`;
}

export const rowLine = (table: string, row: BackupRow): string => `${JSON.stringify({ table, row })}\n`;

/** Everything before the footer. */
export function backupBody(about: BackupAbout, tables: readonly RowsOfTable[]): string {
  const lines = tables.flatMap(({ table, rows }) => rows.map((row) => rowLine(table, row)));
  return headerLine(about, tables) + lines.join("");
}

/**
 * `sha256` in hex of the UTF-8 bytes of the body: a file that was cut has no footer, one that was changed
 * another hash; `signature` is over that hash, with the key of the deployment, or null where nobody had the key.
 */
export function footerLine(tables: readonly RowsOfTable[], sha256: string, signature: string | null): string {
  const rows = tables.reduce((sum, each) => sum + each.rows.length, 0);
  return `${JSON.stringify({ end: true, rows, sha256, signature })}\n`;
}

/** The text before the last line, and that line: what is to be hashed, and the footer. */
export function splitFooter(text: string): { body: string; footer: string } {
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  const start = end > 0 ? text.lastIndexOf("\n", end - 1) + 1 : 0;
  return { body: text.slice(0, start), footer: text.slice(start, end) };
}

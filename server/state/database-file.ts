import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A file of SQLite with our migrations. */
export interface FoundDatabase {
  path: string;
  /** Names of its migrations, in the order of their application. */
  applied: string[];
  /** True when it contains a page, a person or an entry of the audit log. */
  isUsed: boolean;
}

export interface FolderDatabases {
  found: FoundDatabase[];
  /** Empty databases that the runtime made when it looked under another name. */
  blank: string[];
  /** Files that are not SQLite, despite their name, and the reason. */
  damaged: { path: string; why: string }[];
}

const bookkeeping = "d1_migrations";

/** Queries by table, as a table may be missing. */
const signsOfUse = [
  ["page", "SELECT EXISTS (SELECT 1 FROM page)"],
  ["person", "SELECT EXISTS (SELECT 1 FROM person WHERE kind = 'human')"],
  ["audit_entry", "SELECT EXISTS (SELECT 1 FROM audit_entry)"],
] as const;

const one = (database: DatabaseSync, sql: string): boolean => Object.values(database.prepare(sql).get() ?? {})[0] === 1;

/** Tables that start with an underscore belong to the runtime. */
function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return rows.map(({ name }) => String(name)).filter((name) => !/^(_|sqlite_)/.test(name));
}

/**
 * Returns null for a database that is neither ours nor blank, such as one of the runtime's own. Throws when it cannot
 * be read.
 */
function look(path: string): FoundDatabase | "blank" | null {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    const tables = tablesOf(database);
    if (!tables.includes(bookkeeping)) return null;
    const rows = database.prepare(`SELECT name FROM ${bookkeeping} ORDER BY id`).all();
    if (rows.length === 0) return tables.length === 1 ? "blank" : null;
    const isUsed = signsOfUse.some(([table, sql]) => tables.includes(table) && one(database, sql));
    return { path, applied: rows.map(({ name }) => String(name)), isUsed };
  } finally {
    database.close();
  }
}

const codesOfDamage = [11, 26];

/**
 * Finds databases by their contents, because the runtime chooses the file's name and may change it in its next version.
 */
export function findDatabases(folder: string): FolderDatabases {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));
  const result: FolderDatabases = { found: [], blank: [], damaged: [] };
  for (const path of names.sort().map((name) => join(folder, name))) {
    try {
      const looked = look(path);
      if (looked === "blank") result.blank.push(path);
      else if (looked !== null) result.found.push(looked);
    } catch (error) {
      const { errcode, message } = error as Error & { errcode?: number };
      if (!codesOfDamage.includes(errcode ?? 0)) throw error;
      result.damaged.push({ path, why: message });
    }
  }
  return result;
}

/** Merges a database and its log into one file. Throws while another process has it open. */
export function mergeDatabaseLog(path: string): void {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    const mode = database.prepare("PRAGMA journal_mode = DELETE").get()?.journal_mode;
    if (mode !== "delete") throw new Error(`${path} is in use`);
  } finally {
    database.close();
  }
}

export function removeDatabase(path: string): void {
  for (const suffix of ["-wal", "-shm", ""]) rmSync(`${path}${suffix}`, { force: true });
}

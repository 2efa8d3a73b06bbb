import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A file of SQLite in which migrations of ours are applied. */
export interface FoundDatabase {
  path: string;
  /** Names of its migrations, in the order in which they were applied. */
  applied: string[];
  /** A page, a person or an entry of the audit log is in it. */
  isUsed: boolean;
}

export interface DatabasesIn {
  found: FoundDatabase[];
  /** Made by the runtime where it looked for a database under another name: nothing is in them. */
  blank: string[];
  /** No files of SQLite, whatever they are called, and why. */
  damaged: { path: string; why: string }[];
}

const bookkeeping = "d1_migrations";

/** By table, as one may be gone. */
const signsOfUse = [
  ["page", "SELECT EXISTS (SELECT 1 FROM page)"],
  ["person", "SELECT EXISTS (SELECT 1 FROM person WHERE kind = 'human')"],
  ["audit_entry", "SELECT EXISTS (SELECT 1 FROM audit_entry)"],
] as const;

const one = (database: DatabaseSync, sql: string): boolean => Object.values(database.prepare(sql).get() ?? {})[0] === 1;

/** What begins with a line belongs to the runtime. */
function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return rows.map(({ name }) => String(name)).filter((name) => !/^(_|sqlite_)/.test(name));
}

/** Null = neither ours nor blank, such as what the runtime keeps beside it. Throws where it cannot be read. */
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

/** The runtime chooses a file's name, and may choose another one in its next version: what is in a file decides. */
export function databasesIn(folder: string): DatabasesIn {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));
  const result: DatabasesIn = { found: [], blank: [], damaged: [] };
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

/** Makes it one file, with all that stood in its log. Throws while anybody else has it open. */
export function makeWhole(path: string): void {
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

import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { kumaSettingKeys, kumaTableNames } from "../../app/importers/contract/uptime-kuma/tables.ts";
import { ImportToolError } from "./options.ts";

type TableRows = Record<string, Record<string, unknown>[]>;

/** Selects the marked turns and the last beat of each monitor, because a file may have millions of beats. */
const lastBeats = "SELECT max(id) FROM heartbeat GROUP BY monitor_id";
const beats = `SELECT monitor_id, important, status, time FROM heartbeat WHERE important = 1 OR id IN (${lastBeats})`;
const settings = `SELECT id, key, value, type FROM setting WHERE key IN (${kumaSettingKeys.map((key) => `'${key}'`).join(", ")})`;

const queryOf = (table: string): string => {
  if (table === "heartbeat") return beats;
  return table === "setting" ? settings : `SELECT * FROM "${table}"`;
};

function tablesOf(database: DatabaseSync): TableRows {
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const known = new Set(names.map(({ name }) => String(name)));
  return Object.fromEntries(
    kumaTableNames
      .filter((table) => known.has(table))
      .map((table) => [
        table,
        database
          .prepare(queryOf(table))
          .all()
          .map((row) => ({ ...row })),
      ]),
  );
}

const sqliteMark = "SQLite format 3\0";

/** True when the file’s header says that its newest rows may be in a file beside it. */
function hasWriteAheadLog(place: string): boolean {
  const header = Buffer.alloc(20);
  const file = openSync(place, "r");
  readSync(file, header, 0, header.length, 0);
  closeSync(file);
  if (header.subarray(0, sqliteMark.length).toString("latin1") !== sqliteMark)
    throw new ImportToolError(
      `${place} is not an SQLite database. With MariaDB there is no kuma.db: dump it to SQLite first.`,
    );
  return header[18] === 2 || header[19] === 2;
}

export interface KumaDatabase {
  tables: TableRows;
  /** A sentence about what the person has to check; null = there is none. */
  warning: string | null;
}

const unfinished = (place: string): string =>
  `${place} may lack its newest rows: ${place}-wal is not beside it. Stop Uptime Kuma before you copy kuma.db, or copy kuma.db-wal too.`;

/**
 * Reads the tables of kuma.db, of 1.x and 2.x. A copy is opened, because opening a database with a log writes to it.
 * Throws ImportToolError.
 */
export function readKumaDatabase(place: string): KumaDatabase {
  const log = `${place}-wal`;
  const isUnfinished = hasWriteAheadLog(place) && !existsSync(log);
  const folder = mkdtempSync(join(tmpdir(), "upfront-import-"));
  const copy = join(folder, "kuma.db");
  try {
    copyFileSync(place, copy);
    if (existsSync(log)) copyFileSync(log, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    try {
      return { tables: tablesOf(database), warning: isUnfinished ? unfinished(place) : null };
    } finally {
      database.close();
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code !== "ERR_SQLITE_ERROR") throw error;
    throw new ImportToolError(
      `${place} cannot be read (${message}): copy it again, with kuma.db-wal, while Uptime Kuma is stopped.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { readdirSync, readFileSync } from "node:fs";
import type { SqlStatement } from "~/db/write";
import { bindingOver, startDatabase } from "./remote-database";
import { tableNames, unmetered } from "./restored";

export const migrationFiles = () =>
  readdirSync(new URL("../../migrations", import.meta.url))
    .filter((name) => name.endsWith(".sql"))
    .sort();

export async function applyMigration(database: D1Database, name: string): Promise<void> {
  const text = readFileSync(new URL(`../../migrations/${name}`, import.meta.url), "utf8");
  await database.batch([database.prepare(text)]);
}

/** A workerd with a migrated database, which tests use one after the other. */
interface Migrated {
  database: D1Database;
  /** Restores it to the state after the migrations; returns false when it does not match. */
  empty(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface EmptyDatabase {
  database: D1Database;
  /** Closes it for this test: later calls are refused, because another test may have it. */
  close(): Promise<void>;
}

/**
 * Databases of this process that are not in use. Starting and migrating one takes half a second, emptying one a few
 * milliseconds.
 */
const idle: Migrated[] = [];
const idleMost = 4;
/** Bytes; the file of a larger one stays large. */
const sizeMost = 50_000_000;

const schemaOf = async (database: D1Database): Promise<string> =>
  JSON.stringify(await unmetered(database, [{ sql: "SELECT name, sql FROM sqlite_master ORDER BY name", params: [] }]));

async function sizeOf(database: D1Database): Promise<number> {
  const { meta } = await database.prepare("SELECT 1").all();
  return meta.size_after ?? 0;
}

type Row = Record<string, string | number | null>;

/** Returns the rows of these tables as statements that insert them again. */
export async function rowsOf(database: D1Database, names: readonly string[]): Promise<SqlStatement[]> {
  const found = await unmetered<Row>(
    database,
    names.map((name) => ({ sql: `SELECT * FROM ${name}`, params: [] })),
  );
  return found.flatMap((rows, index) =>
    rows.map((row) => {
      const columns = Object.keys(row);
      const places = columns.map((_, place) => `?${place + 1}`);
      const sql = `INSERT INTO ${names[index]} (${columns.join(", ")}) VALUES (${places.join(", ")})`;
      return { sql, params: Object.values(row) };
    }),
  );
}

async function startMigrated(): Promise<Migrated> {
  const { database, close } = await startDatabase();
  for (const name of migrationFiles()) await applyMigration(database, name);
  const schema = await schemaOf(database);
  const names = await tableNames(database);
  const emptied = names.map((name) => ({ sql: `DELETE FROM ${name}`, params: [] }));
  const migrated = [...emptied, ...(await rowsOf(database, names))];
  return {
    database,
    async empty() {
      if ((await sizeOf(database)) > sizeMost || (await schemaOf(database)) !== schema) return false;
      await unmetered(database, migrated);
      return true;
    },
    stop: close,
  };
}

/** Lends a database. It is returned only when the last call was answered, and refuses calls after that. */
function lent({ database }: Migrated) {
  const calls = new Set<Promise<unknown>>();
  let isClosed = false;
  const batch = async (statements: D1PreparedStatement[]) => {
    if (isClosed) throw new Error("The test whose database this was is over.");
    const call = database.batch(statements);
    calls.add(call);
    return call.finally(() => calls.delete(call));
  };
  return {
    batch,
    async close() {
      isClosed = true;
      await Promise.allSettled(calls);
    },
  };
}

/** Takes a real D1 in the state after the migrations. */
export async function takeDatabase(): Promise<EmptyDatabase> {
  const migrated = idle.pop() ?? (await startMigrated());
  const { batch, close } = lent(migrated);
  return {
    database: bindingOver(batch),
    async close() {
      await close();
      const isEmpty = await migrated.empty().catch(() => false);
      if (isEmpty && idle.length < idleMost) idle.push(migrated);
      else await migrated.stop();
    },
  };
}

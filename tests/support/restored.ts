import type { SqlStatement } from "~/db/write";

type Row = Record<string, unknown>;

/** Executes a batch of the tests' own, which no invocation's meter counts. */
export async function unmetered<T = Row>(database: D1Database, statements: readonly SqlStatement[]): Promise<T[][]> {
  if (statements.length === 0) return [];
  const prepared = statements.map(({ sql, params }) => database.prepare(sql).bind(...params));
  return (await database.batch<T>(prepared)).map(({ results }) => results);
}

const plain = (sql: string): SqlStatement => ({ sql, params: [] });

/** Returns our tables, without the database's own and copies. */
export async function tableNames(database: D1Database): Promise<string[]> {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table'";
  const [rows = []] = await unmetered<{ name: string }>(database, [plain(sql)]);
  return rows.map(({ name }) => name).filter((name) => !/^(sqlite_|_cf_|d1_|kept_)/.test(name));
}

export interface KeptState {
  /** Restores these tables; much cheaper than migrating and filling again. */
  restore(tables: Iterable<string>): Promise<void>;
  /** Deletes the copies. */
  drop(): Promise<void>;
  names: readonly string[];
}

/** Triggers write to it with other statements, so it is restored last. */
export const byTriggers = "deployment";

/** Copies all tables as they are now, within the database. */
export async function keepState(database: D1Database): Promise<KeptState> {
  const names = await tableNames(database);
  await unmetered(
    database,
    names.map((name) => plain(`CREATE TABLE kept_${name} AS SELECT * FROM ${name}`)),
  );
  const counted = names.map((name) => plain(`SELECT count(*) AS rows FROM kept_${name}`));
  const counts = await unmetered<{ rows: number }>(database, counted);
  const filled = new Set(names.filter((_, index) => (counts[index]?.[0]?.rows ?? 0) > 0));
  const back = (name: string): SqlStatement[] => [
    plain(`DELETE FROM ${name}`),
    ...(filled.has(name) ? [plain(`INSERT INTO ${name} SELECT * FROM kept_${name}`)] : []),
  ];
  return {
    names,
    async restore(tables) {
      const changed = new Set([...tables].filter((name) => name !== byTriggers));
      await unmetered(database, [...changed, byTriggers].flatMap(back));
    },
    async drop() {
      await unmetered(
        database,
        names.map((name) => plain(`DROP TABLE kept_${name}`)),
      );
    },
  };
}

import type { Statement } from "~/db/write";

type Row = Record<string, unknown>;

/** A batch of the tests' own: no invocation's meter counts it. */
export async function unmetered<T = Row>(database: D1Database, statements: readonly Statement[]): Promise<T[][]> {
  if (statements.length === 0) return [];
  const prepared = statements.map(({ sql, params }) => database.prepare(sql).bind(...params));
  return (await database.batch<T>(prepared)).map(({ results }) => results);
}

/** The tables that are ours, and not the database's own. */
export async function tableNames(database: D1Database): Promise<string[]> {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table'";
  const [rows = []] = await unmetered<{ name: string }>(database, [{ sql, params: [] }]);
  return rows.map(({ name }) => name).filter((name) => !/^(sqlite_|_cf_|d1_)/.test(name));
}

export interface KeptState {
  /** Brings these tables back: a fraction of migrating and filling anew. */
  restore(tables: Iterable<string>): Promise<void>;
  names: readonly string[];
}

/** All rows as they are now. */
export async function keepState(database: D1Database): Promise<KeptState> {
  const names = await tableNames(database);
  const found = await unmetered(
    database,
    names.map((name) => ({ sql: `SELECT * FROM ${name}`, params: [] })),
  );
  const kept = new Map(names.map((name, index) => [name, found[index] ?? []]));
  const filled = (name: string): Statement[] => {
    const rows = kept.get(name) ?? [];
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) return [];
    const values = columns.map((column) => `j.value->>'$.${column}'`).join(", ");
    const sql = `INSERT INTO ${name} (${columns.join(", ")}) SELECT ${values} FROM json_each(?1) j`;
    return [{ sql, params: [JSON.stringify(rows)] }];
  };
  return {
    names,
    async restore(tables) {
      const statements = [...tables].flatMap((name) => [{ sql: `DELETE FROM ${name}`, params: [] }, ...filled(name)]);
      await unmetered(database, statements);
    },
  };
}

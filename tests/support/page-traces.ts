import type { TestDeployment } from "./database";

type Rows = Record<string, Record<string, unknown>[]>;

/** Returns every row of each of our tables. */
export async function wholeDatabase(deployment: TestDeployment): Promise<Rows> {
  const { DB } = deployment.bindings;
  const [listed] = await DB.batch<{ name: string }>([
    DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").bind(),
  ]);
  const names = (listed?.results ?? []).map(({ name }) => name).filter((name) => !/^(_cf_|sqlite_|d1_)/.test(name));
  const rows = await DB.batch(names.map((name) => DB.prepare(`SELECT * FROM ${name}`).bind()));
  return Object.fromEntries(names.map((name, at) => [name, (rows[at]?.results ?? []) as Rows[string]]));
}

/** Returns the tables that still contain one of these ids, with the number of rows. */
export function tracesOf(database: Rows, ids: readonly string[]): Record<string, number> {
  const counts = Object.entries(database).map(([table, rows]) => {
    const naming = rows.filter((row) => ids.some((id) => JSON.stringify(row).includes(id)));
    return [table, naming.length] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

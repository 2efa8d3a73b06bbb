import type { TestDeployment } from "./database";

interface Counted {
  meta?: { rows_read?: number };
}

const readBy = (results: readonly Counted[]) => results.reduce((sum, { meta }) => sum + (meta?.rows_read ?? 0), 0);

/** Returns the rows that the database reports as read while this ran, in all invocations. */
export async function countRows({ bindings }: TestDeployment, work: () => Promise<void>): Promise<number> {
  const database = bindings.DB;
  let rows = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await database.batch(statements);
    rows += readBy(results as Counted[]);
    return results;
  };
  bindings.DB = new Proxy(database, { get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name)) });
  try {
    await work();
  } finally {
    bindings.DB = database;
  }
  return rows;
}

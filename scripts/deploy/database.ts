import type { CloudflareApi } from "./api.ts";

/** Access to the deployed database, which runs one statement with its parameters at a time. */
export interface RemoteDatabase {
  id: string;
  rows<T>(sql: string, params?: readonly (string | number)[]): Promise<T[]>;
}

const what = "The database could not be asked";

export function openRemoteDatabase(api: CloudflareApi, id: string): RemoteDatabase {
  return {
    id,
    async rows<T>(sql: string, params: readonly (string | number)[] = []) {
      const ask = { method: "POST", body: { sql, params }, what };
      const [first] = await api.ask<{ results?: T[] }[]>(`/d1/database/${id}/query`, ask);
      return first?.results ?? [];
    },
  };
}

async function hasTable(database: RemoteDatabase, name: string): Promise<boolean> {
  const found = await database.rows("SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = ?1", [name]);
  return found.length > 0;
}

/** Returns the applied migrations; none when it is new. */
export async function readAppliedMigrations(database: RemoteDatabase): Promise<string[]> {
  if (!(await hasTable(database, "d1_migrations"))) return [];
  return (await database.rows<{ name: string }>("SELECT name FROM d1_migrations ORDER BY id")).map(({ name }) => name);
}

/** Returns true until the first person has signed in; until then the person who uses the link becomes the owner. */
export async function hasNoOwner(database: RemoteDatabase): Promise<boolean> {
  if (!(await hasTable(database, "person"))) return true;
  return (await database.rows("SELECT 1 AS one FROM person WHERE kind = 'human' LIMIT 1")).length === 0;
}

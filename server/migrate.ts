import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { root } from "../scripts/setup/install.mjs";

/** Table of `wrangler d1 migrations apply`, so that a database may be used with either tool. */
export const appliedMigrationsTableSql = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

export const migrationsFolder = join(root, "migrations");

export const migrationNames = (folder = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();

/**
 * Applies outstanding migrations, each with its record in one transaction. Returns their names. Throws when the
 * database has a migration that these sources do not know: it was used by a newer version. A file and its
 * record are one text: the process waits for Miniflare at each statement that it prepares, and there are hundreds.
 */
export async function migrateDatabase(database: D1Database, folder = migrationsFolder): Promise<string[]> {
  await database.prepare(appliedMigrationsTableSql.replaceAll("\n", " ")).run();
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const names = migrationNames(folder);
  const applied = new Set(results.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`The database was used by a newer version (${unknown.join(", ")}).`);
  const missing = names.filter((name) => !applied.has(name));
  for (const name of missing) {
    const text = readFileSync(join(folder, name), "utf8");
    await database.batch([database.prepare(`${text}\nINSERT INTO d1_migrations (name) VALUES ('${name}');`)]);
  }
  return missing;
}

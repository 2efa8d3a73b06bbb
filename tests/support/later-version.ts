import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrationNames, migrationsFolder } from "../../server/migrate.ts";
import { type PrepareDatabaseOptions, prepareDatabase } from "../../server/prepare-database.ts";
import type { FolderState } from "../../server/state/state.ts";
import { temporaryFolder } from "./child";

/** Returns a folder with today's migrations and so many more. */
function laterMigrations(count: number): string {
  const folder = temporaryFolder("migrations");
  cpSync(migrationsFolder, folder, { recursive: true });
  for (let number = 1; number <= count; number++) {
    writeFileSync(join(folder, `900${number}_later.sql`), `CREATE TABLE later_${number} (id TEXT)`);
  }
  return folder;
}

/** Does to the folder's database what the start of a version with so many more migrations does. */
export async function upgraded(
  state: Pick<FolderState, "folder" | "database">,
  count: number,
  preparing: PrepareDatabaseOptions = {},
): Promise<void> {
  const migrations = laterMigrations(count);
  const found = await prepareDatabase(state, { ...preparing, migrations });
  if (!found) throw new Error(`There is no database in ${state.folder}`);
  const database = new DatabaseSync(found.path);
  for (const name of migrationNames(migrations).filter((each) => !found.applied.includes(each))) {
    database.exec(`CREATE TABLE ${name.replace(/^(\d+)_later\.sql$/, "later_$1")} (id TEXT)`);
    database.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").run(name);
  }
  database.close();
}

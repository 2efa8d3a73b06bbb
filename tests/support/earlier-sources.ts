import { cpSync } from "node:fs";
import { join } from "node:path";
import { migrationNames, migrationsFolder } from "../../server/migrate.ts";
import { temporaryFolder } from "./child";

/** Returns a folder with the first `count` migrations: the sources of an earlier version. */
export function earlierSources(count: number): string {
  const folder = temporaryFolder("migrations");
  for (const name of migrationNames().slice(0, count)) cpSync(join(migrationsFolder, name), join(folder, name));
  return folder;
}

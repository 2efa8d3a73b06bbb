import { cpSync } from "node:fs";
import { join } from "node:path";
import { migrateDatabase } from "../../server/migrate.ts";
import { openStateFolder } from "../../server/state/state.ts";
import { temporaryFolder } from "./child";
import { startOwnRuntime } from "./own-runtime";

let made: Promise<string> | null = null;

async function make(): Promise<string> {
  const state = openStateFolder(temporaryFolder("migrated"));
  const runtime = await startOwnRuntime({ bindings: {}, networks: [], databaseOnly: true }, state);
  try {
    await migrateDatabase(runtime.database);
  } finally {
    await runtime.stop();
    state.release();
  }
  return state.database;
}

/** Miniflare's proxy may miss an answer while both cores are taken, and all stories start from this one folder. */
const madeOnce = () => (made ??= make().catch(() => make()));

/**
 * Returns a state folder as a first start leaves it after its migrations, which are most of its work and always the
 * same.
 */
export async function migratedFolder(): Promise<string> {
  const folder = temporaryFolder("state");
  cpSync(await madeOnce(), join(folder, "d1"), { recursive: true });
  return folder;
}

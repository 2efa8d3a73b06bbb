import { migrate } from "../../scripts/start/migrate.ts";
import { startRuntime } from "../../scripts/start/runtime.ts";
import { openState } from "../../scripts/start/state.ts";
import { temporaryFolder } from "./child";

let made: Promise<string> | null = null;

async function make(): Promise<string> {
  const { TMPDIR } = process.env;
  const state = openState(temporaryFolder("migrated"));
  const runtime = await startRuntime({ bindings: {}, networks: [], databaseOnly: true }, state);
  await migrate(runtime.database);
  await runtime.stop();
  state.release();
  // The runtime has put its own place there, which is gone now.
  if (TMPDIR !== undefined) process.env.TMPDIR = TMPDIR;
  return state.database;
}

/** The database's folder of a deployment that has its migrations and nothing else; once a process, for copies. */
export const migratedDatabase = (): Promise<string> => (made ??= make());

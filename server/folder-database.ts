import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LocalSealedDatabase } from "./backup/copy-restore.ts";
import { migrateDatabase } from "./migrate.ts";
import { expectSingleDatabase } from "./prepare-database.ts";
import { startRuntime } from "./runtime.ts";
import { askRunningServer } from "./state/control.ts";
import { findDatabases } from "./state/database-file.ts";
import { WrongOptionError } from "./state/options.ts";
import { deploymentSecret, openStateFolder } from "./state/state.ts";
import type { DeploymentSecrets } from "./tasks.ts";

/** The database of a state folder, for a command that reads or writes its file. */
export interface FolderDatabase {
  place: LocalSealedDatabase;
  /** True when no start runs: changes made here show with the next start. */
  offline: boolean;
  /** Tells a running start to load the restored data. */
  shown(): Promise<void>;
  release(): void;
  /** Used instead of `release` when nothing was restored: removes a folder that was created for it. */
  giveUp(): void;
}

/** Returns the database's file. Throws when there is none, or when it is unclear which file the runtime has opened. */
export function databaseFileOf(folder: string): string {
  const { found } = findDatabases(folder);
  expectSingleDatabase(found, folder);
  if (!found[0]) throw new Error(`There is no database in ${folder}`);
  return found[0].path;
}

const databaseFolder = (folder: string) => join(folder, "d1");

async function runningDatabase(folder: string): Promise<FolderDatabase | null> {
  const said = await askRunningServer(folder, "secrets");
  if (said === null) return null;
  const secrets = JSON.parse(said) as DeploymentSecrets;
  return {
    place: { path: databaseFileOf(databaseFolder(folder)), ...secrets, now: Date.now },
    offline: false,
    shown: async () => void (await askRunningServer(folder, "look")),
    release: () => undefined,
    giveUp: () => undefined,
  };
}

/** Opens the folder for this process alone: the runtime only runs for the migrations. */
async function offlineDatabase(folder: string, make: boolean): Promise<FolderDatabase> {
  const state = openStateFolder(folder);
  const { TMPDIR: temporary } = process.env;
  try {
    const runtime = await startRuntime(
      { bindings: {}, networks: [], databaseOnly: true, preparing: { mayBeEmpty: make } },
      state,
    );
    await migrateDatabase(runtime.database).finally(runtime.stop);
    const secret = deploymentSecret(folder, process.env);
    const place = {
      path: databaseFileOf(state.database),
      secret,
      oldSecret: process.env.UPFRONT_SECRET_OLD,
      now: Date.now,
    };
    const { release, giveUp } = state;
    return { place, offline: true, shown: () => Promise.resolve(), release, giveUp };
  } catch (error) {
    state.giveUp();
    throw error;
  } finally {
    // The runtime's temporary folder was removed with it.
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
}

/**
 * Opens the folder; `make` creates a missing one. Throws WrongOptionError when it is missing, StateTakenError while a start on it
 * is in progress.
 */
export async function openFolderDatabase(folder: string, { make = false } = {}): Promise<FolderDatabase> {
  if (!make && !existsSync(folder)) {
    throw new WrongOptionError(
      `${folder} does not exist: name the folder of the running one with --state, or run npm start first.`,
    );
  }
  return (await runningDatabase(folder)) ?? offlineDatabase(folder, make);
}

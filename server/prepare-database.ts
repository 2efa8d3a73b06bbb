import { renameSync } from "node:fs";
import {
  bestUpgradeCopy,
  copyBeforeUpgrade,
  copyTimeText,
  removeRestoreLeftovers,
  restoreUpgradeCopy,
  upgradeCopiesFolder,
} from "./backup/upgrade-copies.ts";
import { migrationNames, migrationsFolder } from "./migrate.ts";
import { type FoundDatabase, findDatabases, mergeDatabaseLog, removeDatabase } from "./state/database-file.ts";
import { folderOriginOf, stateFolderOriginPath, writeFolderOrigin } from "./state/folder-origin.ts";
import { WrongOptionError } from "./state/options.ts";
import type { FolderState } from "./state/state.ts";

/** Thrown for a folder that must not be used as it is, with the reason and the remedy in one line. */
export class StateFolderError extends WrongOptionError {}

export interface PrepareDatabaseOptions {
  /** True when a restore is about to fill it: the folder may have lost its database. */
  mayBeEmpty?: boolean;
  /** True = when a newer version has migrated the database, the copy from before replaces it. */
  goBack?: boolean;
  /** False = it is migrated without a copy. */
  copies?: boolean;
  migrations?: string;
}

type StateFolder = Pick<FolderState, "folder" | "database">;

const ways = (state: StateFolder) =>
  `restore a backup (npm run restore -- FILE --state ${state.folder}), or remove ${stateFolderOriginPath(state.folder)} to begin with an empty one`;

/** Throws StateFolderError when several databases are possible. */
export function expectSingleDatabase(found: readonly FoundDatabase[], folder: string): void {
  if (found.length < 2) return;
  const paths = found.map(({ path }) => path).join(" and ");
  throw new StateFolderError(
    `There are ${found.length} databases in ${folder}: ${paths}. Move all but the one to keep out of that folder.`,
  );
}

/** Throws StateFolderError when several databases are possible, or the only one cannot be read. */
function theDatabase(state: StateFolder): FoundDatabase | null {
  const { found, blank, damaged } = findDatabases(state.database);
  expectSingleDatabase(found, state.database);
  const [first] = found;
  if (!first && damaged[0]) {
    const { path, why } = damaged[0];
    throw new StateFolderError(
      `${path} cannot be read (${why}). Move it out of ${state.database}, then ${ways(state)}.`,
    );
  }
  if (first) blank.forEach(removeDatabase);
  return first ?? null;
}

/** Prevents that a person who had data here sees an empty deployment. Throws StateFolderError. */
function expectData(state: StateFolder, found: FoundDatabase | null): void {
  const made = folderOriginOf(state.folder);
  if (made === null || found?.isUsed) return;
  if (!found) throw new StateFolderError(`${state.folder} was used before, and its database is gone: ${ways(state)}.`);
  if (made !== "empty")
    throw new StateFolderError(
      `${state.folder} was used before, and its database (${found.path}) is empty: ${ways(state)}.`,
    );
}

/** Records that a folder that was empty is now used, so that it must not be found empty later. */
function rememberUse(state: StateFolder, found: FoundDatabase | null): void {
  if (found?.isUsed && folderOriginOf(state.folder) === "empty") writeFolderOrigin(state.folder, "used");
}

function newerWords({ folder }: StateFolder, newer: readonly string[], copy: FoundDatabase | null): string {
  const start = `This version is older than the database in ${folder} (it has ${newer.join(", ")}): start the newer version again`;
  if (!copy) return `${start}, or restore a backup into another folder: npm run restore -- FILE --state DIR`;
  return `${start}, or go back to ${copy.path}, kept before that upgrade (${copyTimeText(copy)}): npm start -- --state ${folder} --go-back. What was written since is then kept in ${upgradeCopiesFolder(folder)}.`;
}

/** Throws StateFolderError unless going back was requested and a copy exists. */
function goBack(
  state: StateFolder,
  found: FoundDatabase,
  names: readonly string[],
  asked: PrepareDatabaseOptions,
): FoundDatabase {
  const newer = found.applied.filter((name) => !names.includes(name));
  if (newer.length === 0) return found;
  const copy = bestUpgradeCopy(state.folder, names);
  if (!copy || !asked.goBack) throw new StateFolderError(newerWords(state, newer, copy));
  const aside = restoreUpgradeCopy(state.folder, found, copy, Date.now());
  console.log(`Went back to ${copy.path}. The newer database is kept as ${aside}.`);
  return { ...copy, path: found.path };
}

async function copyFirst(state: StateFolder, found: FoundDatabase): Promise<void> {
  const path = await copyBeforeUpgrade(state.folder, found, Date.now()).catch((error: Error) => {
    throw new StateFolderError(
      `The database could not be copied to ${upgradeCopiesFolder(state.folder)} before its upgrade (${error.message}), so it stays as it is. Mend that and start again, or go on without a copy: npm start -- --state ${state.folder} --no-upgrade-copy`,
    );
  });
  console.log(`Copied before its upgrade: ${path}`);
}

/** Returns the folder's database, with nothing open on it; null = there is none yet. Throws StateFolderError. */
export async function prepareDatabase(
  state: StateFolder,
  asked: PrepareDatabaseOptions,
): Promise<FoundDatabase | null> {
  const names = migrationNames(asked.migrations ?? migrationsFolder);
  const there = theDatabase(state);
  if (there) removeRestoreLeftovers(state.folder, there);
  const found = there && goBack(state, there, names, asked);
  if (!asked.mayBeEmpty) expectData(state, found);
  rememberUse(state, found);
  const isBehind = found !== null && names.some((name) => !found.applied.includes(name));
  if (isBehind && asked.copies !== false) await copyFirst(state, found);
  return found;
}

/**
 * Moves the database to where the runtime has looked for it. When it is killed at any moment, one good database
 * remains.
 */
export function moveDatabaseToRuntimePath(state: StateFolder, { path }: FoundDatabase): void {
  const [opened] = findDatabases(state.database).blank;
  if (!opened) throw new Error(`The runtime opened another database than ${path}`);
  mergeDatabaseLog(path);
  removeDatabase(opened);
  renameSync(path, opened);
}

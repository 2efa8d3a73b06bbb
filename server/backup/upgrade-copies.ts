import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { type FoundDatabase, findDatabases, mergeDatabaseLog } from "../state/database-file.ts";

/** Returns the folder with copies of the database from before upgrades. */
export const upgradeCopiesFolder = (state: string) => join(state, "before-upgrade");

const copiesKept = 3;
const shape = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)_(.+)\.sqlite$/;

const timeIn = (now: number) =>
  new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");

const schemaOf = ({ applied }: FoundDatabase) => (applied.at(-1) ?? "").replace(/\.sql$/, "");

const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => shape.test(name))
        .sort()
        .reverse()
    : [];

/** Returns the bytes missing for a copy of `size` and for the migration's own writes; 0 = there is room. */
export const missingDiskBytes = (size: number, free: number): number =>
  Math.max(0, Math.ceil(size * 2.25) + 16e6 - free);

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);

function expectRoom(folder: string, path: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const missing = missingDiskBytes(sizeOf(path) + sizeOf(`${path}-wal`), bavail * bsize);
  if (missing > 0) throw new Error(`${Math.ceil(missing / 1e6)} MB more of free space are needed`);
}

/**
 * Removes old copies, except the newest copies of earlier upgrades and, of an upgrade that is tried again, the copy of
 * its last try.
 */
function removeOlder(folder: string, name: string): void {
  const schema = (each: string) => shape.exec(each)?.[2];
  const others = namesIn(folder).filter((each) => each !== name);
  const replaced = others.filter((each) => schema(each) === schema(name));
  const old = others.filter((each) => schema(each) !== schema(name)).slice(copiesKept - 1);
  for (const each of [...replaced, ...old]) rmSync(join(folder, each), { force: true });
}

/** Removes partial files of a start that was killed while it copied. */
function removePartials(folder: string): void {
  for (const name of readdirSync(folder))
    if (/\.partial(-journal)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

/** Copies the state of the database at one moment, completely or not at all, and returns the copy's path. */
export async function copyBeforeUpgrade(state: string, found: FoundDatabase, now: number): Promise<string> {
  const folder = upgradeCopiesFolder(state);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removePartials(folder);
  expectRoom(folder, found.path);
  const name = `${timeIn(now)}_${schemaOf(found)}.sqlite`;
  const partial = join(folder, `${name}.partial`);
  const source = new DatabaseSync(found.path, { timeout: 5000 });
  try {
    writeFileSync(partial, "", { mode: 0o600 });
    await backup(source, partial, { rate: 2000 });
    mergeDatabaseLog(partial);
    renameSync(partial, join(folder, name));
  } finally {
    source.close();
    rmSync(partial, { force: true });
  }
  removeOlder(folder, name);
  return join(folder, name);
}

/**
 * Returns the copy that this version can use and that lacks the fewest migrations; by names alone, the order would
 * depend on clocks.
 */
export function bestUpgradeCopy(state: string, names: readonly string[]): FoundDatabase | null {
  const folder = upgradeCopiesFolder(state);
  if (!existsSync(folder)) return null;
  const fitting = findDatabases(folder).found.filter(({ path }) => shape.test(basename(path)));
  const usable = fitting.filter(({ applied }) => applied.every((each) => names.includes(each)));
  return usable.sort((one, other) => one.applied.length - other.applied.length).at(-1) ?? null;
}

/** Copies a file, or leaves nothing: it gets its name when complete, and its room is freed if it fails. */
function copyOrNothing(path: string, other: string): void {
  const partial = `${other}.partial`;
  try {
    copyFileSync(path, partial, constants.COPYFILE_FICLONE);
    onDisk(partial);
    renameSync(partial, other);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Makes a hard link, which needs no room; on a disk without hard links it makes a copy. */
function keepAs(path: string, other: string): void {
  rmSync(other, { force: true });
  try {
    linkSync(path, other);
  } catch {
    copyOrNothing(path, other);
  }
}

/**
 * Writes the content to the disk before the file is renamed: otherwise the name could survive a power failure without
 * the content.
 */
function onDisk(path: string): void {
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}

/**
 * Returns the partial file beside the database, which will take the database's name; left by a start that was killed
 * while it restored.
 */
const putBackPartial = (path: string) => `${path}.partial`;

/** Removes files of starts that were killed while they restored. */
export function removeRestoreLeftovers(state: string, database: FoundDatabase): void {
  rmSync(putBackPartial(database.path), { force: true });
  const folder = upgradeCopiesFolder(state);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) removePartials(folder);
}

/**
 * Puts the copy into the database's place in one step, so that a failure changes nothing. Returns the path where the
 * replaced database is kept.
 */
export function restoreUpgradeCopy(state: string, database: FoundDatabase, copy: FoundDatabase, now: number): string {
  const aside = join(upgradeCopiesFolder(state), `newer_${timeIn(now)}_${schemaOf(database)}.sqlite`);
  const partial = putBackPartial(database.path);
  mergeDatabaseLog(database.path);
  try {
    copyFileSync(copy.path, partial, constants.COPYFILE_FICLONE);
    onDisk(partial);
    keepAs(database.path, aside);
    renameSync(partial, database.path);
  } finally {
    rmSync(partial, { force: true });
  }
  return aside;
}

/** Returns the time when a copy was made, for people. */
export const copyTimeText = ({ path }: FoundDatabase): string =>
  `${statSync(path).mtime.toISOString().slice(0, 16).replace("T", " ")} UTC`;

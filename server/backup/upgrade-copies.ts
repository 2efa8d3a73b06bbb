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
import { databasesIn, type FoundDatabase, makeWhole } from "../state/database-file.ts";

/** Copies of the database as it was before an upgrade migrated it. */
export const copiesFolder = (state: string) => join(state, "before-upgrade");

const kept = 3;
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

/** Bytes that are missing for a copy of so many, and for what the migration itself writes; 0 = there is room. */
export const roomMissing = (size: number, free: number): number => Math.max(0, Math.ceil(size * 2.25) + 16e6 - free);

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);

function expectRoom(folder: string, path: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const missing = roomMissing(sizeOf(path) + sizeOf(`${path}-wal`), bavail * bsize);
  if (missing > 0) throw new Error(`${Math.ceil(missing / 1e6)} MB more of free space are needed`);
}

/** An upgrade that is tried again has one copy, of its last try; of earlier ones the newest stay. */
function removeOlder(folder: string, name: string): void {
  const schema = (each: string) => shape.exec(each)?.[2];
  const others = namesIn(folder).filter((each) => each !== name);
  const replaced = others.filter((each) => schema(each) === schema(name));
  const old = others.filter((each) => schema(each) !== schema(name)).slice(kept - 1);
  for (const each of [...replaced, ...old]) rmSync(join(folder, each), { force: true });
}

/** What a start left that was killed while it copied. */
function removePartials(folder: string): void {
  for (const name of readdirSync(folder))
    if (/\.partial(-journal)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

/** SQLite reads the database as it is at one moment. Whole or not at all; returns its path. */
export async function copyBeforeUpgrade(state: string, found: FoundDatabase, now: number): Promise<string> {
  const folder = copiesFolder(state);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removePartials(folder);
  expectRoom(folder, found.path);
  const name = `${timeIn(now)}_${schemaOf(found)}.sqlite`;
  const partial = join(folder, `${name}.partial`);
  const source = new DatabaseSync(found.path, { timeout: 5000 });
  try {
    writeFileSync(partial, "", { mode: 0o600 });
    await backup(source, partial, { rate: 2000 });
    makeWhole(partial);
    renameSync(partial, join(folder, name));
  } finally {
    source.close();
    rmSync(partial, { force: true });
  }
  removeOlder(folder, name);
  return join(folder, name);
}

/** The copy that this version can go on with and that lacks the fewest migrations; names alone would trust every clock. */
export function copyFor(state: string, names: readonly string[]): FoundDatabase | null {
  const folder = copiesFolder(state);
  if (!existsSync(folder)) return null;
  const fitting = databasesIn(folder).found.filter(({ path }) => shape.test(basename(path)));
  const usable = fitting.filter(({ applied }) => applied.every((each) => names.includes(each)));
  return usable.sort((one, other) => one.applied.length - other.applied.length).at(-1) ?? null;
}

/** What does not fit, or was cut off, is no copy: it has its name once it is whole, and takes no room if it fails. */
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

/** A second name costs no room; a disk that knows none gets a copy. */
function keepAs(path: string, other: string): void {
  rmSync(other, { force: true });
  try {
    linkSync(path, other);
  } catch {
    copyOrNothing(path, other);
  }
}

/** A name that is given before the content is written may outlive it when the power fails. */
function onDisk(path: string): void {
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}

/** Beside the database, which takes its name: what a start left that was killed while it went back. */
const putBackPartial = (path: string) => `${path}.partial`;

/** Takes away what starts left that were killed while they went back. */
export function removePutBack(state: string, database: FoundDatabase): void {
  rmSync(putBackPartial(database.path), { force: true });
  const folder = copiesFolder(state);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) removePartials(folder);
}

/** Puts the copy into the database's place in one step: what fails leaves nothing. Returns where the database of before is kept. */
export function putBack(state: string, database: FoundDatabase, copy: FoundDatabase, now: number): string {
  const aside = join(copiesFolder(state), `newer_${timeIn(now)}_${schemaOf(database)}.sqlite`);
  const partial = putBackPartial(database.path);
  makeWhole(database.path);
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

/** For people: when a copy was made. */
export const copiedAt = ({ path }: FoundDatabase): string =>
  `${statSync(path).mtime.toISOString().slice(0, 16).replace("T", " ")} UTC`;

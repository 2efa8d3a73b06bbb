import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { WrongOptionError } from "./options.ts";
import { restrictToOwner } from "./owner-only.ts";

/** The folder that holds all data of a deployment on one machine. */
export interface FolderState {
  folder: string;
  /** Folder of the D1 database files. */
  database: string;
  /** Temporary files of the runtime, emptied at each start. */
  scratch: string;
  /** File by which `npm run token` finds a running start; 0600. */
  control: string;
  release(): void;
  /** Releases it, and removes what this process has made in a folder that did not exist before. */
  giveUp(): void;
}

/** Thrown when another process uses this folder. */
export class StateTakenError extends Error {}

/**
 * Makes a file that only its owner may read. An existing one is not opened: closing it would release this process's
 * locks on it.
 */
function makeFile(path: string): void {
  try {
    if (!existsSync(path)) writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The process that made the folder is just removing it.
    if (code === "ENOENT") throw new StateTakenError(path);
    if (code !== "EEXIST") throw error;
  }
}

const fileNumber = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;

/**
 * Takes a lock that the operating system releases when its holder dies in any way, so that there are no stale locks and
 * no process numbers.
 */
function lock(path: string): () => void {
  makeFile(path);
  const number = fileNumber(path);
  const file = new DatabaseSync(path);
  try {
    file.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    // A lock on a file that was removed meanwhile has no effect.
    if (number === undefined || fileNumber(path) !== number) throw new StateTakenError(path);
  } catch (error) {
    file.close();
    if (/locked|busy/i.test((error as Error).message)) throw new StateTakenError(path);
    throw error;
  }
  return () => file.close();
}

/** The lock, and the journal that SQLite keeps while the lock is held. */
const lockFiles = ["lock", "lock-journal"];

const makeFolder = (path: string) => mkdirSync(path, { recursive: true, mode: 0o700 });

/**
 * Throws when scratch, which a start empties, has files and no start has used the folder: they belong to the folder's
 * owner.
 */
function expectOwnScratch(folder: string): void {
  const scratch = join(folder, "scratch");
  if (existsSync(join(folder, "lock")) || !existsSync(scratch) || readdirSync(scratch).length === 0) return;
  throw new WrongOptionError(
    `${scratch} holds files, and no start has been made on ${folder}: choose another --state, or empty it.`,
  );
}

/**
 * Removes the lock last, while it is still held: another process that opens the folder meanwhile is refused, or has a
 * lock of its own in it, and the folder then stays.
 */
function takeAway(folder: string, release: () => void): void {
  try {
    for (const name of readdirSync(folder))
      if (name !== "lock") rmSync(join(folder, name), { recursive: true, force: true });
    rmSync(join(folder, "lock"), { force: true });
  } finally {
    release();
  }
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(code)) throw error;
  }
}

/**
 * Opens the folder for this process alone, and makes it on the first run. Throws StateTakenError when another process has
 * it, WrongOptionError when it holds someone's own files.
 */
export function openStateFolder(folder: string): FolderState {
  const wasMade = makeFolder(folder) !== undefined;
  expectOwnScratch(folder);
  const release = lock(join(folder, "lock"));
  // The folder is new when it contains only the lock: others may have filled it since it was made.
  const isNew = wasMade && readdirSync(folder).every((name) => lockFiles.includes(name));
  const state = {
    folder,
    database: join(folder, "d1"),
    scratch: join(folder, "scratch"),
    control: controlFilePath(folder),
    release,
    giveUp: isNew ? () => takeAway(folder, release) : release,
  };
  rmSync(state.scratch, { recursive: true, force: true });
  rmSync(state.control, { force: true });
  makeFolder(state.database);
  makeFolder(state.scratch);
  restrictToOwner(folder);
  return state;
}

export const controlFilePath = (folder: string) => join(folder, "control.json");

/** Minimum length that the application requires. */
const minSecretChars = 32;

function keptSecret(path: string): string {
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length >= minSecretChars) return secret;
  throw new WrongOptionError(
    `${path} holds no secret of at least ${minSecretChars} characters. Bring back the one of a backup, or set UPFRONT_SECRET to it; if nothing was ever started here, remove the file.`,
  );
}

/**
 * Returns the secret of this folder, made on the first run. It can sign links, so its file is 0600. A full disk, or a
 * kill, leaves no partial file. Throws WrongOptionError when it is truncated.
 */
export function readOrCreateFolderSecret(folder: string): string {
  const path = join(folder, "secret");
  if (existsSync(path)) return keptSecret(path);
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(`${path}.new`, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return secret;
}

/** Returns the secret of the environment when it is set there; an empty value is treated as not set. */
export const deploymentSecret = (
  folder: string,
  { UPFRONT_SECRET }: Readonly<Record<string, string | undefined>>,
): string => UPFRONT_SECRET || readOrCreateFolderSecret(folder);

const originFile = (folder: string) => join(folder, "origin");

/** Records the address under which this folder was last served, for links that are made while nothing runs. */
export const saveLastOrigin = (folder: string, origin: string) =>
  writeFileSync(originFile(folder), `${origin}\n`, { mode: 0o600 });

export const readLastOrigin = (folder: string): string | null =>
  existsSync(originFile(folder)) ? readFileSync(originFile(folder), "utf8").trim() : null;

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
import { WrongOption } from "./options.ts";
import { keepToOwner } from "./owner-only.ts";

/** The folder that holds everything a deployment on one machine keeps. */
export interface State {
  folder: string;
  /** Folder of the D1 database files. */
  database: string;
  /** Scratch of the runtime, emptied at each start. */
  scratch: string;
  /** How `npm run token` finds a running start; 0600. */
  control: string;
  release(): void;
  /** Releases it, and takes away what this process has made of a folder that was not there before. */
  giveUp(): void;
}

/** Somebody else runs on this folder. */
export class StateTaken extends Error {}

/** Nobody else's to read from the start. One that is there is not opened: to close it gives up this process's locks on it. */
function makeFile(path: string): void {
  try {
    if (!existsSync(path)) writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Whoever made the folder takes it away at this moment.
    if (code === "ENOENT") throw new StateTaken(path);
    if (code !== "EEXIST") throw error;
  }
}

const fileNumber = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;

/** The operating system gives a lock back when its holder dies, however it dies: no stale locks, no process numbers. */
function lock(path: string): () => void {
  makeFile(path);
  const number = fileNumber(path);
  const file = new DatabaseSync(path);
  try {
    file.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    // A lock on a file that was taken away meanwhile keeps nobody out.
    if (number === undefined || fileNumber(path) !== number) throw new StateTaken(path);
  } catch (error) {
    file.close();
    if (/locked|busy/i.test((error as Error).message)) throw new StateTaken(path);
    throw error;
  }
  return () => file.close();
}

/** With the journal that SQLite keeps for as long as the lock is held. */
const lockFiles = ["lock", "lock-journal"];

const makeFolder = (path: string) => mkdirSync(path, { recursive: true, mode: 0o700 });

/** A start empties its scratch: in a folder that none has been made on, such as a home, it is somebody's own. */
function expectOwnScratch(folder: string): void {
  const scratch = join(folder, "scratch");
  if (existsSync(join(folder, "lock")) || !existsSync(scratch) || readdirSync(scratch).length === 0) return;
  throw new WrongOption(
    `${scratch} holds files, and no start has been made on ${folder}: choose another --state, or empty it.`,
  );
}

/**
 * The lock goes last, while it is still held: another process that opens the folder meanwhile is refused, or has a lock
 * of its own in it, and then the folder stays.
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
 * Opens the folder for this process alone, making it on the first run. Throws StateTaken when another one has it,
 * WrongOption where it is somebody's own.
 */
export function openState(folder: string): State {
  const wasMade = makeFolder(folder) !== undefined;
  expectOwnScratch(folder);
  const release = lock(join(folder, "lock"));
  // Known by the lock alone: others may have filled it since it was made.
  const isNew = wasMade && readdirSync(folder).every((name) => lockFiles.includes(name));
  const state = {
    folder,
    database: join(folder, "d1"),
    scratch: join(folder, "scratch"),
    control: controlFile(folder),
    release,
    giveUp: isNew ? () => takeAway(folder, release) : release,
  };
  rmSync(state.scratch, { recursive: true, force: true });
  rmSync(state.control, { force: true });
  makeFolder(state.database);
  makeFolder(state.scratch);
  keepToOwner(folder);
  return state;
}

export const controlFile = (folder: string) => join(folder, "control.json");

/** As the application asks for. */
const shortestSecret = 32;

function keptSecret(path: string): string {
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length >= shortestSecret) return secret;
  throw new WrongOption(
    `${path} holds no secret of at least ${shortestSecret} characters. Bring back the one of a backup, or set UPFRONT_SECRET to it; if nothing was ever started here, remove the file.`,
  );
}

/**
 * The secret of this folder, made on the first run. Whoever has it can sign links: 0600. A disk that is full, or a kill,
 * leaves no half of one. Throws WrongOption where it was cut off.
 */
export function secretOf(folder: string): string {
  const path = join(folder, "secret");
  if (existsSync(path)) return keptSecret(path);
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(`${path}.new`, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return secret;
}

/** Of the environment where it is set there; what is set to nothing is not set. */
export const secretFor = (folder: string, { UPFRONT_SECRET }: Readonly<Record<string, string | undefined>>): string =>
  UPFRONT_SECRET || secretOf(folder);

const originFile = (folder: string) => join(folder, "origin");

/** Remembers under which address this folder was last served, for links that are made while nothing runs. */
export const keepOrigin = (folder: string, origin: string) =>
  writeFileSync(originFile(folder), `${origin}\n`, { mode: 0o600 });

export const lastOrigin = (folder: string): string | null =>
  existsSync(originFile(folder)) ? readFileSync(originFile(folder), "utf8").trim() : null;

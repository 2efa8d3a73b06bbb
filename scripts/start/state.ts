import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
}

/** Somebody else runs on this folder. */
export class StateTaken extends Error {}

/** Nobody else's to read from the start. One that is there is not opened: to close it gives up this process's locks on it. */
function makeFile(path: string): void {
  try {
    if (!existsSync(path)) writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** The operating system gives a lock back when its holder dies, however it dies: no stale locks, no process numbers. */
function lock(path: string): () => void {
  makeFile(path);
  const file = new DatabaseSync(path);
  try {
    file.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if (/locked|busy/i.test((error as Error).message)) throw new StateTaken(path);
    throw error;
  }
  return () => file.close();
}

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
 * Opens the folder for this process alone, making it on the first run. Throws StateTaken when another one has it,
 * WrongOption where it is somebody's own.
 */
export function openState(folder: string): State {
  makeFolder(folder);
  expectOwnScratch(folder);
  const release = lock(join(folder, "lock"));
  const state = {
    folder,
    database: join(folder, "d1"),
    scratch: join(folder, "scratch"),
    control: controlFile(folder),
    release,
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

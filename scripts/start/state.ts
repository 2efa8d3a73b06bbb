import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
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

/** Opens the folder for this process alone, making it on the first run. Throws StateTaken when another one has it. */
export function openState(folder: string): State {
  makeFolder(folder);
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

/** The secret of this folder, made on the first run. Whoever has it can sign links: 0600. */
export function secretOf(folder: string): string {
  const path = join(folder, "secret");
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  return secret;
}

const originFile = (folder: string) => join(folder, "origin");

/** Remembers under which address this folder was last served, for links that are made while nothing runs. */
export const keepOrigin = (folder: string, origin: string) =>
  writeFileSync(originFile(folder), `${origin}\n`, { mode: 0o600 });

export const lastOrigin = (folder: string): string | null =>
  existsSync(originFile(folder)) ? readFileSync(originFile(folder), "utf8").trim() : null;

import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { text } from "node:stream/consumers";
import {
  type BackupCopiesSummary,
  type BackupCopyFailureReason,
  backupCopiesToDelete,
  backupCopyFailureReasonOf,
  backupCopyName,
  backupCopyStart,
  checksumFileName,
  isBackupCopyDue,
  mayRetryBackupCopy,
  newestBackupCopyAt,
} from "../../app/backup/rules/daily.ts";
import { minuteMs } from "../../app/time/durations.ts";
import { WrongOptionError } from "../state/options.ts";
import type { FolderState } from "../state/state.ts";
import { copyProgramPath } from "./copy-database.ts";
import { sha256Line } from "./copy-digest.ts";
import { renameWrittenFile } from "./copy-file.ts";
import { partialFileName, removePartialFiles } from "./partials.ts";

interface DailyCopyOptions {
  /** Folder of the copies. It is never created here: it may be the mount point of a disk that is not mounted. */
  folder: string;
  /** Returns the database's file, once there is one. */
  source(): string;
}

/** The daily copies as a start uses them. */
export interface DailyCopies {
  /** Binding for the runtime, by which the worker asks for the state of the copies. */
  binding: { copies?: () => Response };
  /** Starts the copies and returns a function that ends them. */
  begin(): () => void;
}

/** Explanations of failures for the log. */
const reasons: Record<BackupCopyFailureReason, (folder: string, message: string) => string> = {
  missing: (folder) => `there is no folder ${folder}`,
  denied: (folder) => `${folder} can’t be written to`,
  full: (folder) => `${folder} has no room for it`,
  failed: (_, message) => message,
};

class DailyCopyError extends Error {
  readonly failure: BackupCopyFailureReason;

  constructor(failure: BackupCopyFailureReason, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Throws when a copy would fill the disk, because the database itself may be on it. */
async function expectRoom(folder: string, source: string): Promise<void> {
  const [{ bavail, bsize }, { size }] = await Promise.all([statfs(folder), stat(source)]);
  if (bavail * bsize < size * 1.1) throw new DailyCopyError("full", "no room");
}

/** Folders and links with the name of a copy are ignored. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true })).flatMap((each) => (each.isFile() ? [each.name] : []));

/** Makes daily copies of the database, each complete or not at all, and removes old ones. */
class Copies {
  last: number | null = null;
  failure: BackupCopyFailureReason | null = null;
  private failedAt: number | null = null;
  private child: ChildProcess | undefined;
  private isAtWork = false;

  private readonly options: DailyCopyOptions;

  constructor(options: DailyCopyOptions) {
    this.options = options;
  }

  /** Makes a copy if one is due. Never rejects; a failure is logged, and the copy is tried again. */
  async step(): Promise<void> {
    const at = Date.now();
    if (this.isAtWork || !mayRetryBackupCopy(this.failedAt, at)) return;
    this.isAtWork = true;
    try {
      // The folder is read each time, because others may have removed copies.
      this.last = newestBackupCopyAt(await filesIn(this.options.folder), at);
      if (isBackupCopyDue(this.last, at)) await this.make(at);
      [this.failure, this.failedAt] = [null, null];
    } catch (error) {
      this.fail(error as NodeJS.ErrnoException, at);
    } finally {
      this.isAtWork = false;
    }
  }

  end(): void {
    this.child?.kill("SIGKILL");
  }

  private async make(at: number): Promise<void> {
    const { folder } = this.options;
    const source = this.options.source();
    await removePartialFiles(folder, (name) =>
      backupCopyStart(name.replace(/\.sha256$/, "")) === null ? null : "same",
    );
    await expectRoom(folder, source);
    const path = join(folder, backupCopyName(at));
    const partial = partialFileName(path);
    try {
      await this.keepHash(path, await this.copyTo(source, partial));
      await renameWrittenFile(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
    for (const name of backupCopiesToDelete(await filesIn(folder), at)) await rm(join(folder, name), { force: true });
    console.log(`Daily backup: ${path}.`);
    this.last = at;
  }

  /**
   * Writes the hash before the copy gets its name, because a copy without a hash would look like a copy of an earlier
   * version.
   */
  private async keepHash(path: string, sha256: string): Promise<void> {
    const beside = checksumFileName(path);
    const partial = partialFileName(beside);
    try {
      await writeFile(partial, sha256Line(sha256, path), { mode: 0o600 });
      await renameWrittenFile(partial, beside);
    } finally {
      await rm(partial, { force: true });
    }
  }

  /** Returns the hash of the copy. */
  private async copyTo(source: string, target: string): Promise<string> {
    const args = [...process.execArgv, copyProgramPath, source, target];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    const ended = new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code ?? 1));
    });
    const [code, said] = await Promise.all([ended, text(child.stdout)]);
    this.child = undefined;
    const found = said.startsWith("{") ? JSON.parse(said) : { message: "the process that makes it was ended" };
    if (code === 0) return found.sha256;
    throw new DailyCopyError(backupCopyFailureReasonOf(found), found.message);
  }

  private fail(error: NodeJS.ErrnoException, at: number): void {
    const failure = error instanceof DailyCopyError ? error.failure : backupCopyFailureReasonOf(error);
    [this.failure, this.failedAt] = [failure, at];
    const reason = reasons[failure](this.options.folder, error.message);
    console.error(`The daily backup failed: ${reason}. It is tried again within half an hour.`);
  }
}

/** Returns the path with links resolved; a path that does not exist is returned unchanged. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * Throws WrongOptionError for a folder inside the state: a copy beside the database would be a second database, which no
 * start accepts, and scratch is emptied.
 */
function expectOutside(folder: string, places: Pick<FolderState, "database" | "scratch">): void {
  const path = realPath(folder);
  const inside = [places.database, places.scratch].find((each) =>
    `${path}${sep}`.startsWith(`${realPath(each)}${sep}`),
  );
  if (inside) throw new WrongOptionError(`${inside} cannot keep daily copies: choose another --backup-daily.`);
}

/**
 * Starts to make a copy a day in the folder, or nothing if it is null. It checks at once, and then every minute,
 * whether a copy is due. Throws WrongOptionError if the server uses the folder for something else.
 */
export function startDailyCopies(
  folder: string | null,
  source: () => string,
  places: Pick<FolderState, "database" | "scratch">,
): DailyCopies {
  if (folder === null) return { binding: {}, begin: () => () => undefined };
  expectOutside(folder, places);
  const copies = new Copies({ folder, source });
  const said = (): BackupCopiesSummary => ({ last: copies.last, failure: copies.failure });
  return {
    binding: { copies: () => Response.json(said()) },
    begin() {
      void copies.step();
      const timer = setInterval(() => void copies.step(), minuteMs);
      return () => {
        clearInterval(timer);
        copies.end();
      };
    },
  };
}

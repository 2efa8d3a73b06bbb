import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dayMs, hourMs } from "../../app/time/durations.ts";
import { isOtherProcessAlive } from "./other-process.ts";

/** Returns a name beside the file that no other writer uses. */
export const partialFileName = (path: string) => `${path}.${process.pid}.partial`;

/**
 * Relation of a partial file: `same` = a writer of this file, `series` = of a similar one, which another machine may be
 * writing; null = not ours.
 */
type PartialFileRelation = (name: string) => "same" | "series" | null;

/**
 * Time without a write after which a partial file is treated as abandoned: another process may now have the number in
 * its name.
 */
const silence = { ended: 12 * hourMs, alive: 7 * dayMs };

async function isLeft(path: string, pid: number, kind: "same" | "series"): Promise<boolean> {
  const isAlive = isOtherProcessAlive(pid);
  if (kind === "same" && !isAlive) return true;
  const { mtimeMs } = await stat(path);
  return Date.now() - mtimeMs > silence[isAlive ? "alive" : "ended"];
}

/** Ignores a file that belongs to another user or is already gone: it must not prevent the writing of another file. */
async function removeIfLeft(path: string, pid: number, kind: "same" | "series"): Promise<void> {
  try {
    if (await isLeft(path, pid, kind)) await rm(path, { force: true });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EPERM", "EACCES", "ENOENT"].includes(code)) throw error;
  }
}

/** Removes partial files of writers that were ended; those still being written stay. */
export async function removePartialFiles(folder: string, kinship: PartialFileRelation): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [, name = "", pid] = /^(.+)\.(\d+)\.partial(?:-journal)?$/.exec(entry.name) ?? [];
    const kind = pid && !entry.isDirectory() ? kinship(name) : null;
    if (kind) await removeIfLeft(join(folder, entry.name), Number(pid), kind);
  }
}

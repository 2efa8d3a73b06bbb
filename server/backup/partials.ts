import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isOtherAlive } from "./other-process.ts";

/** A name beside the file that no other writer has. */
export const partialOf = (path: string) => `${path}.${process.pid}.partial`;

/** `same`: a writer of this file, `series`: of another one like it, which another machine may be writing; null = not ours. */
type Kinship = (name: string) => "same" | "series" | null;

const hour = 3_600_000;

/** For so long nothing was written to it, and it counts as left: its number may be another process's by now. */
const silence = { ended: 12 * hour, alive: 7 * 24 * hour };

async function isLeft(path: string, pid: number, kind: "same" | "series"): Promise<boolean> {
  const isAlive = isOtherAlive(pid);
  if (kind === "same" && !isAlive) return true;
  const { mtimeMs } = await stat(path);
  return Date.now() - mtimeMs > silence[isAlive ? "alive" : "ended"];
}

/** Somebody else's, or gone meanwhile: it keeps nobody from writing a file of another name. */
async function removeIfLeft(path: string, pid: number, kind: "same" | "series"): Promise<void> {
  try {
    if (await isLeft(path, pid, kind)) await rm(path, { force: true });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EPERM", "EACCES", "ENOENT"].includes(code)) throw error;
  }
}

/** What writers left that were ended in the middle; those of one that still writes stay. */
export async function removePartials(folder: string, kinship: Kinship): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [, name = "", pid] = /^(.+)\.(\d+)\.partial(?:-journal)?$/.exec(entry.name) ?? [];
    const kind = pid && !entry.isDirectory() ? kinship(name) : null;
    if (kind) await removeIfLeft(join(folder, entry.name), Number(pid), kind);
  }
}

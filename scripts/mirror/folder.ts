import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MirrorError } from "./options.ts";

/** File that distinguishes a copy from any other folder. */
const marker = "mirror.json";

/**
 * Restores the folder that a run left aside when it was cut off between its two renames. Throws MirrorError for a
 * folder that is not a copy.
 */
export function recoverMirrorFolder(folder: string): void {
  const before = `${folder}.before`;
  if (!existsSync(folder) && existsSync(before)) renameSync(before, folder);
  const isOther = existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, marker));
  if (isOther) throw new MirrorError(`${folder} holds something that is not a copy of a page. Name another folder.`);
}

export interface WrittenFile {
  name: string;
  bytes: Buffer | string;
}

/** Writes everything or nothing: beside the folder, then in its place. */
export function replaceMirrorFolder(
  folder: string,
  files: readonly WrittenFile[],
  about: Record<string, unknown>,
): void {
  const [making, before] = [`${folder}.new`, `${folder}.before`];
  rmSync(making, { recursive: true, force: true });
  for (const { name, bytes } of [...files, { name: marker, bytes: `${JSON.stringify(about, null, 2)}\n` }]) {
    const path = join(making, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  rmSync(before, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, before);
  renameSync(making, folder);
  rmSync(before, { recursive: true, force: true });
}

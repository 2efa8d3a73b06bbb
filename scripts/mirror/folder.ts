import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NotMirrored } from "./options.ts";

/** Tells a copy from a folder of somebody else's. */
const marker = "mirror.json";

/** What a run that was cut off between its two renames left aside. Throws NotMirrored for a folder that is not a copy. */
export function openFolder(folder: string): void {
  const before = `${folder}.before`;
  if (!existsSync(folder) && existsSync(before)) renameSync(before, folder);
  const isOther = existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, marker));
  if (isOther) throw new NotMirrored(`${folder} holds something that is not a copy of a page. Name another folder.`);
}

export interface Written {
  name: string;
  bytes: Buffer | string;
}

/** All of it or nothing: written beside the folder, then put in its place. */
export function replaceFolder(folder: string, files: readonly Written[], about: Record<string, unknown>): void {
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

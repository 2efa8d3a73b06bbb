import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const words = ["demo", "empty", "restored", "used"] as const;

/** First use of a state folder, which decides what the folder must contain later. */
export type StateFolderFirstUse = (typeof words)[number];

export const stateFolderOriginPath = (folder: string) => join(folder, "made");

/**
 * Returns null when it was never used. A file truncated by a full disk is treated as use: an emptied database is then
 * refused, not taken for a new one.
 */
export function folderOriginOf(folder: string): StateFolderFirstUse | null {
  if (!existsSync(stateFolderOriginPath(folder))) return null;
  const said = readFileSync(stateFolderOriginPath(folder), "utf8").trim();
  return words.find((word) => word === said) ?? "used";
}

/** Writes the file completely or not at all. */
export function writeFolderOrigin(folder: string, made: StateFolderFirstUse): void {
  const fresh = `${stateFolderOriginPath(folder)}.new`;
  writeFileSync(fresh, `${made}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, stateFolderOriginPath(folder));
}

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const words = ["demo", "empty", "restored", "used"] as const;

/** How a state folder was first used: what it must not be without is decided by it. */
export type Made = (typeof words)[number];

export const madeFile = (folder: string) => join(folder, "made");

/** Null = never. What a full disk cut off counts as use: an emptied database is refused then, and not taken for a new one. */
export function madeOf(folder: string): Made | null {
  if (!existsSync(madeFile(folder))) return null;
  const said = readFileSync(madeFile(folder), "utf8").trim();
  return words.find((word) => word === said) ?? "used";
}

/** Whole or not at all, whatever happens meanwhile. */
export function keepMade(folder: string, made: Made): void {
  const fresh = `${madeFile(folder)}.new`;
  writeFileSync(fresh, `${made}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, madeFile(folder));
}

import { readdirSync, readFileSync } from "node:fs";
import type { SeededFault } from "./seeded-fault.ts";

/** A defence of docs/security.md that is removed, and the test that must fail without it. */
export interface RemovedDefence extends SeededFault {
  /** The first cell of its row. */
  row: string;
}

interface DefenceChapter {
  removed: RemovedDefence[];
  /** Rows without a removable defence that a test could detect, each with the reason. */
  kept: Record<string, string>;
}

const folder = new URL("./defences/", import.meta.url);

/** One file for each table of docs/security.md; partly met requirements are with their chapter of the standard. */
export const defenceChapterByFile: ReadonlyMap<string, DefenceChapter> = new Map(
  readdirSync(folder)
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8")) as DefenceChapter]),
);

export const removedDefences: readonly RemovedDefence[] = [...defenceChapterByFile.values()].flatMap(
  ({ removed }) => removed,
);

export const securityRowsWithoutRemoval: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[...defenceChapterByFile.values()].map(({ kept }) => kept),
);

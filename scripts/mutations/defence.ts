import { readFileSync } from "node:fs";
import type { SeededFault } from "./seeded-fault.ts";

/** A defence of docs/security.md taken out, and the test that must fail without it. */
export interface Removed extends SeededFault {
  /** The first cell of its row. */
  row: string;
}

interface Chapter {
  removed: Removed[];
  /** Rows in which nothing can be taken out so that a test would see it, each with the reason. */
  kept: Record<string, string>;
}

const chapters = ["identity", "web", "data", "network", "strangers", "files"].map(
  (name) => JSON.parse(readFileSync(new URL(`./defences/${name}.json`, import.meta.url), "utf8")) as Chapter,
);

export const defences: readonly Removed[] = chapters.flatMap(({ removed }) => removed);

export const keptRows: Readonly<Record<string, string>> = Object.assign({}, ...chapters.map(({ kept }) => kept));

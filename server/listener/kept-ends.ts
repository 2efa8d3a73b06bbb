import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mayEndProcess, recentProcessEnds } from "./silence-rule.ts";

/** Unreadable data count as none: a process that cannot read them cannot write them either, and keeps running. */
function endsIn(path: string): number[] {
  if (!existsSync(path)) return [];
  try {
    const kept: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(kept) ? kept.filter((at) => typeof at === "number") : [];
  } catch (error) {
    console.error(`${path} is not readable and is replaced: ${(error as Error).message}`);
    return [];
  }
}

/**
 * Records in the state folder that the process is about to be ended for its health; returns why it must not be, as a
 * sentence, or null. It must not end when the end cannot be recorded, because it could not be counted.
 */
export function recordProcessEnd(folder: string, now: number): string | null {
  const path = join(folder, "ended-by-health.json");
  const ends = endsIn(path);
  if (!mayEndProcess(ends, now)) return "It was ended three times within an hour for that, which did not help.";
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify([...recentProcessEnds(ends, now), now])}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return null;
  } catch (error) {
    return `That it is ended could not be noted (${(error as Error).message}).`;
  }
}

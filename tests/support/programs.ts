import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs on this machine, as a path; null when none is. */
function findProgram(...names: string[]): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/sbin", "/usr/local/bin"];
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (found) return found;
  }
  return null;
}

/** Its shell without a window's frame first: a page takes half of the work in it. */
const chromiums = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

const chromium = () => process.env.UPFRONT_CHROMIUM ?? findProgram(...chromiums);

/** The shell never notifies. */
const wholeChromium = () =>
  process.env.UPFRONT_CHROMIUM ?? findProgram(...chromiums.filter((name) => !name.endsWith("shell")));

const finders: Record<string, () => string | null> = { chromium, "whole chromium": wholeChromium };

/** `npm test` installs these on Debian, and elsewhere leaves out, visibly, the stories that need one that is missing. */
export function requireProgram(name: string): string {
  const found = (finders[name] ?? (() => findProgram(name)))();
  if (found === null) throw new Error(`${name} is not installed.`);
  return found;
}

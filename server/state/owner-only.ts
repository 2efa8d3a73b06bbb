import { chmodSync, type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What a start writes there. Anything else in the folder is somebody else's, and stays as it is. */
const files = [
  "lock",
  "lock-journal",
  "secret",
  "secret.new",
  "made",
  "made.new",
  "origin",
  "control.json",
  "control.sock",
  "ended-by-health.json",
  "ended-by-health.json.new",
];
const folders = ["d1", "scratch", "before-upgrade"];

/** A file that belongs to another user cannot be changed, and need not stop a start that may read and write it. */
function allow(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "ENOENT") throw error;
    if (code === "EPERM") console.error(`${path} belongs to another user: its permissions stay as they are.`);
  }
}

function closeEntry(parent: string, entry: Dirent): void {
  const path = join(parent, entry.name);
  if (entry.isSymbolicLink()) return;
  allow(path, entry.isDirectory() ? 0o700 : 0o600);
  if (!entry.isDirectory()) return;
  for (const each of readdirSync(path, { withFileTypes: true })) closeEntry(path, each);
}

const isOurs = ({ name }: Dirent) => files.includes(name) || folders.includes(name);

/**
 * Takes from everybody else what an earlier start let them read. The folder itself is closed where all that it holds is
 * ours: whoever names their home as the state folder does not lose it.
 */
export function keepToOwner(folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.filter(isOurs)) closeEntry(folder, entry);
  if (entries.every(isOurs)) allow(folder, 0o700);
}

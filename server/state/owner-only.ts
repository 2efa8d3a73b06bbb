import { chmodSync, type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Names that a start writes there. Anything else in the folder belongs to others, and is not changed. */
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

/** Sets the mode. A file of another user cannot be changed, and need not stop a start that may read and write it. */
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
 * Removes other users' access that an earlier start granted. The folder itself is closed only when all its contents are
 * ours, so that a home used as state folder stays accessible.
 */
export function restrictToOwner(folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.filter(isOurs)) closeEntry(folder, entry);
  if (entries.every(isOurs)) allow(folder, 0o700);
}

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/setup/install.mjs";
import { askRunningServer } from "./state/control.ts";

/**
 * Records the state folders of running starts beside this clone's build. Readable by the owner only, as a folder's name
 * may be private.
 */
const usualPlace = join(root, ".cache/running");

const fileOf = (place: string, state: string) => join(place, createHash("sha256").update(state).digest("hex"));

/**
 * Lets commands without `--state` find this start. Returns a function that removes the record. An image or another
 * user's clone cannot be written to: commands then need the folder, and the start itself is unaffected.
 */
export function recordRunningStart(state: string, place = usualPlace): () => void {
  const file = fileOf(place, state);
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    writeFileSync(file, state, { mode: 0o600 });
    return () => rmSync(file, { force: true });
  } catch {
    return () => undefined;
  }
}

export const isStartRunning = (state: string): Promise<boolean> =>
  askRunningServer(state, "secrets").then((answer) => answer !== null);

/** Returns null when the start has ended since the folder was listed. */
function notedIn(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Returns the folders of starts that answer at this moment, and removes records of ended ones. */
export async function findRunningStateFolders(place = usualPlace): Promise<string[]> {
  const files = existsSync(place) ? readdirSync(place).sort() : [];
  const states: string[] = [];
  for (const file of files.map((name) => join(place, name))) {
    const state = notedIn(file);
    if (state !== null && (await isStartRunning(state))) states.push(state);
    else rmSync(file, { force: true });
  }
  return states;
}

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/setup/install.mjs";
import { askRunning } from "./state/control.ts";

/** Beside this clone's build: which state folders its starts run on. Owner-only, as a folder's name may say something. */
const usualPlace = join(root, ".cache/running");

const fileOf = (place: string, state: string) => join(place, createHash("sha256").update(state).digest("hex"));

/**
 * Lets commands without `--state` find this start. Returns how it is forgotten. An image or a clone of somebody else's is
 * not written to: there commands have to be told the folder, and the start itself lacks nothing.
 */
export function noteRunning(state: string, place = usualPlace): () => void {
  const file = fileOf(place, state);
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    writeFileSync(file, state, { mode: 0o600 });
    return () => rmSync(file, { force: true });
  } catch {
    return () => undefined;
  }
}

export const isRunning = (state: string): Promise<boolean> =>
  askRunning(state, "secrets").then((answer) => answer !== null);

/** Null where the start has ended since the folder was listed. */
function notedIn(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** The folders of the starts that answer at this moment; those of ended ones are forgotten on the way. */
export async function runningStates(place = usualPlace): Promise<string[]> {
  const files = existsSync(place) ? readdirSync(place).sort() : [];
  const states: string[] = [];
  for (const file of files.map((name) => join(place, name))) {
    const state = notedIn(file);
    if (state !== null && (await isRunning(state))) states.push(state);
    else rmSync(file, { force: true });
  }
  return states;
}

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll } from "vitest";
import type { seedDemo } from "../../scripts/demo/seed.ts";
import {
  type LocalSealedDatabase,
  type RestoreOptions,
  restoreIntoDatabase as restoreFrom,
} from "../../server/backup/copy-restore.ts";
import { streamBackup as backUp } from "../../server/backup/copy-write.ts";
import { databaseFileOf } from "../../server/folder-database.ts";
import { openStateFolder } from "../../server/state/state.ts";
import { noon, openDeployment, type TestDeployment } from "./database";
import { migratedFolder } from "./migrated-state";
import { startOwnRuntime } from "./own-runtime";

export const secret = "a secret that only the tests know, 32+";
export const plainly: RestoreOptions = { replace: false, withoutSecrets: false, trusted: true };

/** A deployment whose database file is accessible while the runtime has it open. */
export interface FolderDeployment extends TestDeployment {
  path: string;
}

const opened: FolderDeployment[] = [];
afterAll(async () => {
  for (const each of opened) await each.close();
});

/** Opens a deployment with the plan of one machine and the demo's network; its first tick does all that is due. */
export async function open(settings: { UPFRONT_SECRET?: string } = {}): Promise<FolderDeployment> {
  const state = openStateFolder(await migratedFolder());
  const runtime = await startOwnRuntime({ bindings: {}, networks: [], databaseOnly: true }, state);
  const deployment = await openDeployment({
    DB: runtime.database as unknown as D1Database,
    UPFRONT_PLAN: "own",
    ...settings,
  });
  const close = async () => {
    await deployment.close();
    await runtime.stop();
    state.release();
  };
  const made = { ...deployment, path: databaseFileOf(state.database), close };
  opened.push(made);
  return made;
}

/** Creates a database that no runtime has open: much cheaper, for tests that only read its rows afterwards. */
export async function openFile(secretOfPlace = secret): Promise<LocalSealedDatabase> {
  const folder = await migratedFolder();
  return { path: databaseFileOf(join(folder, "d1")), secret: secretOfPlace, now: () => noon };
}

export function rowsIn<T>({ path }: Pick<LocalSealedDatabase, "path">, sql: string): T[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row })) as T[];
  } finally {
    database.close();
  }
}

export const placeOf = ({ bindings, clock, path }: FolderDeployment): LocalSealedDatabase => ({
  path,
  secret: bindings.UPFRONT_SECRET ?? "",
  now: () => clock.now,
});

export const databaseOf = ({ bindings }: FolderDeployment) => bindings.DB as unknown as Parameters<typeof seedDemo>[0];

/** Returns the whole file as one text, with the backup's other results. */
export const backupOf = (place: LocalSealedDatabase, withSecrets: boolean) =>
  backUp(place, withSecrets, async ({ parts, rows, setAgain }) => {
    let text = "";
    for await (const part of parts) text += part;
    return { text, rows, setAgain };
  });

/** Splits a text into parts at arbitrary places. */
export async function* partsOf(text: string): AsyncGenerator<string> {
  const size = Math.min(50_001, Math.ceil(text.length / 5));
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

export const restoreInto = (place: LocalSealedDatabase, text: string, options: RestoreOptions) =>
  restoreFrom(place, () => partsOf(text), options);

export async function rowsOf<T>({ bindings }: TestDeployment, sql: string): Promise<T[]> {
  return (await bindings.DB.prepare(sql).all<T>()).results;
}

/** Returns the lines of the file, without the header and the footer. */
export const linesOf = (text: string) => text.trim().split("\n").slice(1, -1);

export const tableOf = (line: string) => (JSON.parse(line) as { table: string }).table;

/** Tables that a restore changes on purpose; of `outgoing` only the rows that are due. */
const clocked = new Set(["snapshot", "settle", "heartbeat", "deployment"]);
const outgoing = new Set(["notice", "batch", "channel_delivery", "alert_group", "maintenance"]);
export const isKept = (line: string) => !clocked.has(tableOf(line)) && !outgoing.has(tableOf(line));

export const everything = async (deployment: FolderDeployment) =>
  linesOf((await backupOf(placeOf(deployment), true)).text);

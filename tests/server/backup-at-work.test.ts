import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { DatabaseAwayError } from "~/platform/trouble";
import { restoreIntoDatabase as restoreFrom } from "../../server/backup/copy-restore.ts";
import { openBackupCopy } from "../../server/backup/copy-text.ts";
import { streamBackup as backUp } from "../../server/backup/copy-write.ts";
import { rewritten } from "../support/backup";
import {
  backupOf,
  everything,
  type FolderDeployment,
  isKept,
  linesOf,
  open,
  openFile,
  partsOf,
  placeOf,
  plainly,
  restoreInto,
  rowsIn,
  rowsOf,
  secret,
} from "../support/backup-places";
import { startProgram, temporaryFolder } from "../support/child";
import { noon } from "../support/database";
import { nodeProgram } from "../support/server";
import { root } from "../support/sources";

/** As 0.1.0 wrote it, with its secrets sealed and its signature. */
const older = readFileSync(new URL("../fixtures/backups/0.1.0.jsonl", import.meta.url), "utf8");

let origin: FolderDeployment;
let busy: FolderDeployment;
beforeAll(async () => {
  [origin, busy] = [await open(), await open()];
  await restoreInto(placeOf(origin), older, { ...plainly, trusted: false });
});

interface Line {
  table: string;
  row: Record<string, unknown>;
}
const parsed = (lines: readonly string[]) => lines.filter(isKept).map((line) => JSON.parse(line) as Line);
const inOrder = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(line)).sort();

/** Without what its table has only learnt since. */
function asWritten({ table, row }: Line, written: readonly Line[]): Line {
  const known = new Set(written.filter((each) => each.table === table).flatMap((each) => Object.keys(each.row)));
  return { table, row: Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name))) };
}

test("a file of 0.1.0 restores by its own signature, rows, ids and all", async () => {
  const written = parsed(linesOf(older));
  const isNew = (line: string) => line.includes("deployment.restore") || line.startsWith('{"table":"restating"');
  const restored = parsed((await everything(origin)).filter((line) => !isNew(line)));
  expect(inOrder(restored.map((each) => asWritten(each, written)))).toEqual(inOrder(written));
});

test("a daily copy of an older version restores as its backup would have, one of a newer version is refused", async () => {
  const path = join(temporaryFolder("copy"), "copy.sqlite");
  const database = new DatabaseSync(origin.path);
  database.prepare("VACUUM INTO ?").run(path);
  database.close();
  const copy = new DatabaseSync(path);
  const latest = "SELECT max(name) FROM d1_migrations";
  copy.exec(`ALTER TABLE page DROP COLUMN delivery_days; DELETE FROM d1_migrations WHERE name = (${latest})`);
  const home = await openFile();
  await restoreFrom(home, await openBackupCopy(path, () => noon), plainly);
  expect(rowsIn(home, "SELECT slug, delivery_days FROM page")).toEqual([{ slug: "acme", delivery_days: 7 }]);
  copy.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
  const later = restoreFrom(home, await openBackupCopy(path, () => noon), { ...plainly, replace: true });
  await expect(later).rejects.toThrow(/newer Upfront/);
  copy.exec("DROP TABLE d1_migrations");
  copy.close();
  const strange = restoreFrom(home, await openBackupCopy(path, () => noon), { ...plainly, replace: true });
  await expect(strange).rejects.toThrow(/not one of Upfront/);
});

test("whoever writes while a backup is read is not held up, and is not in it", async () => {
  const name = "SELECT name FROM page";
  const [before] = await rowsOf<{ name: string }>(origin, name);
  const { lines } = await backUp(placeOf(origin), true, async ({ parts }) => {
    let text = (await parts.next()).value as string;
    await origin.bindings.DB.prepare("UPDATE page SET name = 'Written meanwhile'").run();
    for await (const part of parts) text += part;
    return { lines: linesOf(text) };
  });
  expect(await rowsOf(origin, name)).toEqual([{ name: "Written meanwhile" }]);
  expect(lines.filter((line) => line.includes("Written meanwhile"))).toEqual([]);
  await origin.bindings.DB.prepare("UPDATE page SET name = ?1").bind(before?.name).run();
});

test("the database answers nobody while a restore writes, and goes on afterwards", async () => {
  const { text } = await backupOf(placeOf(origin), false);
  const said: string[] = [];
  const ask = (sql: string) =>
    runBatch(busy.ctx(), [{ sql, params: [] }]).then(
      () => said.push("answered"),
      (error: unknown) => said.push(error instanceof DatabaseAwayError ? "away" : String(error)),
    );
  let reads = 0;
  const parts = async function* () {
    reads += 1;
    for await (const part of partsOf(text)) {
      yield part;
      if (said.length > reads) continue;
      await ask("UPDATE deployment SET tick_at = 1");
      await ask("SELECT count(*) FROM page");
    }
  };
  await restoreFrom(placeOf(busy), parts, plainly);
  await ask("UPDATE deployment SET tick_at = 2");
  expect(said).toEqual(["answered", "answered", "away", "away", "answered"]);
  expect(await rowsOf(busy, "SELECT count(*) AS pages FROM page")).toEqual([{ pages: 1 }]);
});

/** A process of its own, which is ended while the transaction is open: its second reading never comes to an end. */
const killedProgram = (path: string, file: string) => `
import { readFileSync } from "node:fs";
import { restoreIntoDatabase } from ${JSON.stringify(join(root, "server/backup/copy-restore.ts"))};
const text = readFileSync(${JSON.stringify(file)}, "utf8");
let reads = 0;
async function* open() {
  reads += 1;
  yield text.slice(0, -3000);
  if (reads === 2) {
    console.log("in the middle");
    setInterval(() => undefined, 1000);
    await new Promise(() => undefined);
  }
  yield text.slice(-3000);
}
const place = { path: ${JSON.stringify(path)}, secret: ${JSON.stringify(secret)}, now: Date.now };
await restoreIntoDatabase(place, open, { replace: true, withoutSecrets: false, trusted: true });
`;

test("killed while it writes, a restore leaves what was there, and the next one goes through", async () => {
  const { text } = await backupOf(placeOf(origin), true);
  const before = await everything(busy);
  const renamed = rewritten(text, (line) => line.replace('"name":"Acme"', '"name":"Second Acme"'));
  const file = join(temporaryFolder("killed"), "renamed.jsonl");
  writeFileSync(file, renamed);
  const program = startProgram(nodeProgram, ["--input-type=module", "--eval", killedProgram(busy.path, file)]);
  await program.until(/in the middle/);
  await expect(rowsOf(busy, "SELECT 1")).rejects.toThrow();
  await program.kill9();
  expect(await everything(busy)).toEqual(before);
  await restoreInto(placeOf(busy), renamed, { ...plainly, replace: true });
  expect(await rowsOf(busy, "SELECT name LIKE 'Second%' AS changed FROM page")).toEqual([{ changed: 1 }]);
});

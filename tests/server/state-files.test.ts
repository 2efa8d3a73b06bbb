import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { readBackupCommandOptions } from "../../server/backup/copy-options.ts";
import { startDailyCopies } from "../../server/backup/daily-copies.ts";
import { bestUpgradeCopy, restoreUpgradeCopy } from "../../server/backup/upgrade-copies.ts";
import { databaseFileOf } from "../../server/folder-database.ts";
import { readStartOptions } from "../../server/state/options.ts";
import { deploymentSecret, openStateFolder, readOrCreateFolderSecret } from "../../server/state/state.ts";
import { temporaryFolder } from "../support/child";

function makeDatabase(path: string, migrations = ["0000_first.sql"]): string {
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE page (id TEXT)");
  for (const name of migrations) database.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").run(name);
  database.close();
  return path;
}

test("a flag that is empty, as an unset variable of a shell makes it, is refused by start, backup and restore", () => {
  for (const name of ["--state", "--backup-daily"])
    expect(() => readStartOptions([name, ""], {})).toThrow(`${name} is empty: give it a value, or leave it out.`);
  expect(() => readBackupCommandOptions(["file", "--state", ""], {})).toThrow(/--state is empty/);
  expect(readStartOptions([], { UPFRONT_BACKUP_DAILY: "" }).backupDaily).toBeNull();
});

test("a secret that was cut off is refused: anybody could seal and sign with an empty one", () => {
  const folder = temporaryFolder("state");
  const made = readOrCreateFolderSecret(folder);
  expect(readOrCreateFolderSecret(folder)).toBe(made);
  expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
  for (const text of ["", "\n", `${made.slice(0, 20)}\n`]) {
    writeFileSync(join(folder, "secret"), text);
    expect(() => readOrCreateFolderSecret(folder)).toThrow(/secret holds no secret.*Bring back.*UPFRONT_SECRET/);
    expect(readFileSync(join(folder, "secret"), "utf8")).toBe(text);
  }
});

test("an UPFRONT_SECRET that is set to nothing, as Compose passes one on, is not set", () => {
  const folder = temporaryFolder("state");
  expect(deploymentSecret(folder, { UPFRONT_SECRET: "" })).toBe(readOrCreateFolderSecret(folder));
  expect(deploymentSecret(folder, { UPFRONT_SECRET: "of the environment" })).toBe("of the environment");
});

test("a folder called scratch that no start of ours has made is not emptied", () => {
  const home = temporaryFolder("home");
  mkdirSync(join(home, "scratch"));
  writeFileSync(join(home, "scratch", "thesis.tex"), "years of work");
  expect(() => openStateFolder(home)).toThrow(
    /scratch holds files, and no start has been made on .*choose another --state/,
  );
  expect(existsSync(join(home, "scratch", "thesis.tex"))).toBe(true);
  expect(existsSync(join(home, "lock"))).toBe(false);
});

test("what a killed start left in its own scratch is emptied by the next one", () => {
  const folder = temporaryFolder("state");
  openStateFolder(folder).release();
  writeFileSync(join(folder, "scratch", "left"), "");
  onTestFinished(openStateFolder(folder).release);
  expect(existsSync(join(folder, "scratch", "left"))).toBe(false);
});

test("of two databases none is backed up or restored into: which one runs cannot be told", () => {
  const folder = temporaryFolder("d1");
  const path = makeDatabase(join(folder, "running.sqlite"));
  expect(databaseFileOf(folder)).toBe(path);
  makeDatabase(join(folder, "a-copy.sqlite"));
  expect(() => databaseFileOf(folder)).toThrow(/There are 2 databases in .*a-copy\.sqlite and .*running\.sqlite/);
});

test("going back takes the copy that lacks the fewest migrations, whatever a wrong clock called an earlier one", () => {
  const state = temporaryFolder("state");
  mkdirSync(join(state, "before-upgrade"));
  const copy = (at: string, names: string[]) =>
    makeDatabase(join(state, "before-upgrade", `${at}T00-00-00Z_${names.at(-1)}`.replace(/\.sql$/, ".sqlite")), names);
  copy("2099-01-01", ["0000_first.sql"]);
  const newest = copy("2026-11-28", ["0000_first.sql", "0001_second.sql"]);
  copy("2026-11-29", ["0000_first.sql", "0001_second.sql", "0002_third.sql"]);
  expect(bestUpgradeCopy(state, ["0000_first.sql", "0001_second.sql"])?.path).toBe(newest);
});

test("going back that fails leaves the newer database, and nothing that takes room", () => {
  const state = temporaryFolder("state");
  for (const name of ["d1", "before-upgrade"]) mkdirSync(join(state, name));
  const found = { path: makeDatabase(join(state, "d1", "db.sqlite")), applied: ["0001_later.sql"], isUsed: true };
  const copy = { ...found, path: makeDatabase(join(state, "before-upgrade", "copy.sqlite")) };
  mkdirSync(join(state, "before-upgrade", "newer_1970-01-01T00-00-00Z_0001_later.sqlite", "in-the-way"), {
    recursive: true,
  });
  expect(() => restoreUpgradeCopy(state, found, copy, 0)).toThrow();
  expect(existsSync(found.path)).toBe(true);
  expect(existsSync(`${found.path}.partial`)).toBe(false);
});

test.each(["d1", "d1/copies", "scratch"])("daily copies are not kept in %s of the state folder", (name) => {
  const state = openStateFolder(temporaryFolder("state"));
  onTestFinished(state.release);
  const folder = join(state.folder, name);
  mkdirSync(folder, { recursive: true });
  expect(() => startDailyCopies(folder, () => "", state)).toThrow(
    /cannot keep daily copies.*choose another --backup-daily/,
  );
});

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { missingDiskBytes } from "../../server/backup/upgrade-copies.ts";
import { migrateDatabase, migrationNames } from "../../server/migrate.ts";
import {
  moveDatabaseToRuntimePath,
  type PrepareDatabaseOptions,
  prepareDatabase,
} from "../../server/prepare-database.ts";
import { findDatabases, mergeDatabaseLog } from "../../server/state/database-file.ts";
import { restrictToOwner } from "../../server/state/owner-only.ts";
import { type FolderState, openStateFolder } from "../../server/state/state.ts";
import { temporaryFolder } from "../support/child";
import { upgraded } from "../support/later-version";
import { migratedFolder } from "../support/migrated-state";
import { startOwnRuntime } from "../support/own-runtime";

const addPage = `INSERT INTO page (id, slug, name, open_day_at, created_at, updated_at) VALUES ('p', 'larkfield', 'Larkfield', 0, 0, 0)`;

async function openedState(): Promise<FolderState> {
  const state = openStateFolder(await migratedFolder());
  onTestFinished(state.release);
  return state;
}

const fileOf = (state: FolderState): string => findDatabases(state.database).found[0]?.path ?? "none";

function inside<T>(path: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const nameIn = (path: string) => inside(path, (each) => each.prepare("SELECT name FROM page").get()?.name);

/** A folder that was used: what a start leaves when a page is there. */
async function usedState(made = "used\n"): Promise<FolderState> {
  const state = await openedState();
  inside(fileOf(state), (database) => database.exec(addPage));
  writeFileSync(join(state.folder, "made"), made);
  return state;
}

/** What the runtime shows of it when it is opened as a start does. */
async function shownBy(state: FolderState, preparing: PrepareDatabaseOptions = {}): Promise<unknown> {
  const runtime = await startOwnRuntime({ bindings: {}, networks: [], databaseOnly: true, preparing }, state);
  try {
    await migrateDatabase(runtime.database);
    return await runtime.database.prepare("SELECT name FROM page").first("name");
  } finally {
    await runtime.stop();
  }
}

describe("where the database is", () => {
  test("one with a name that the runtime does not look for is taken over with its log, and found by two starts", async () => {
    const state = await openedState();
    const path = fileOf(state);
    const other = join(state.database, "another-library", "db.sqlite");
    mkdirSync(dirname(other));
    // Still open, so its last words stand in the log alone, as when a start was killed.
    const open = new DatabaseSync(path);
    open.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    open.exec(addPage);
    for (const suffix of ["", "-wal"]) cpSync(`${path}${suffix}`, `${other}${suffix}`);
    open.close();
    rmSync(dirname(path), { recursive: true });
    expect(statSync(`${other}-wal`).size).toBeGreaterThan(0);

    expect(await shownBy(state)).toBe("Larkfield");
    expect(findDatabases(state.database)).toMatchObject({ found: [{ path }], blank: [] });
    expect(await shownBy(state)).toBe("Larkfield");
  });

  test.each(["found", "made whole", "the blank one removed", "moved"])(
    "killed when it was %s, one good database is left, which the next start opens",
    async (until) => {
      const state = await usedState();
      const path = fileOf(state);
      const other = join(state.database, "db.sqlite");
      mergeDatabaseLog(path);
      cpSync(path, other);
      rmSync(path);
      inside(path, (database) => database.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)"));
      if (until !== "found") mergeDatabaseLog(other);
      if (until === "the blank one removed") rmSync(path);
      if (until === "moved") moveDatabaseToRuntimePath(state, { path: other, applied: [], isUsed: true });
      expect(await shownBy(state)).toBe("Larkfield");
      expect(findDatabases(state.database).found).toHaveLength(1);
    },
  );

  test("two of them are refused, and so is one that cannot be read", async () => {
    const state = await usedState();
    const path = fileOf(state);
    const second = join(state.database, "copy.sqlite");
    cpSync(path, second);
    await expect(shownBy(state)).rejects.toThrow(/There are 2 databases in .*copy\.sqlite and .*Move all but the one/);
    expect(nameIn(path)).toBe("Larkfield");
    rmSync(second);
    writeFileSync(
      path,
      "no database at all, and longer than the header of one, which has a hundred bytes and says what it is",
    );
    await expect(shownBy(state)).rejects.toThrow(
      /cannot be read \(file is not a database\)\. Move it out of .*restore/,
    );
  });
});

describe("an emptied database", () => {
  const emptied: [string, string, (path: string) => void][] = [
    ["deleted", "used", (path) => rmSync(path)],
    ["deleted after an empty start", "empty", (path) => rmSync(path)],
    ["of zero bytes", "demo", (path) => truncateSync(path)],
    ["without its rows", "used", (path) => inside(path, (each) => each.exec("DELETE FROM page"))],
    ["without its rows", "", (path) => inside(path, (each) => each.exec("DELETE FROM page"))],
    ["without its tables", "restored", (path) => inside(path, (each) => each.exec("DROP TABLE page"))],
    ["without its migrations", "demo", (path) => inside(path, (each) => each.exec("DELETE FROM d1_migrations"))],
  ];
  test.each(emptied)("%s is refused with the ways out, where the folder says %s", async (_, made, empty) => {
    const state = await usedState(`${made}\n`);
    const path = fileOf(state);
    mergeDatabaseLog(path);
    inside(path, (each) => each.exec("PRAGMA foreign_keys = OFF"));
    empty(path);
    const refused = /was used before, and its database .*npm run restore -- FILE --state .*or remove .*made to begin/;
    await expect(shownBy(state)).rejects.toThrow(refused);
    await expect(shownBy(state)).rejects.toThrow(refused);
  });

  test("is left to a restore, and begun again without the file that says it was used", async () => {
    const state = await usedState();
    const path = fileOf(state);
    const away = join(state.folder, "away");
    renameSync(path, away);
    expect(await prepareDatabase(state, { mayBeEmpty: true })).toBeNull();
    await expect(prepareDatabase(state, {})).rejects.toThrow(/is gone/);
    // As a restore that was refused leaves it.
    inside(away, (database) => database.exec("DELETE FROM page"));
    renameSync(away, path);
    await expect(prepareDatabase(state, {})).rejects.toThrow(/is empty/);
    expect(await prepareDatabase(state, { mayBeEmpty: true })).toMatchObject({ path, isUsed: false });
    rmSync(join(state.folder, "made"));
    expect(await shownBy(state)).toBeNull();
  });

  test("is none where nothing was there yet: a new folder, and an empty start whose database is empty", async () => {
    const made = openStateFolder(temporaryFolder("state"));
    onTestFinished(made.release);
    expect(await prepareDatabase(made, {})).toBeNull();
    const state = await openedState();
    writeFileSync(join(state.folder, "made"), "empty\n");
    expect(await shownBy(state)).toBeNull();
    inside(fileOf(state), (database) => database.exec(addPage));
    expect(await shownBy(state)).toBe("Larkfield");
    inside(fileOf(state), (database) => database.exec("DELETE FROM page"));
    await expect(shownBy(state)).rejects.toThrow(/is empty/);
  });
});

describe("an upgrade", () => {
  const copiesIn = (state: FolderState) => readdirSync(join(state.folder, "before-upgrade")).sort();

  test("copies the database first, once, and keeps the copies of the last three", async () => {
    const state = await usedState();
    await upgraded(state, 0);
    expect(readdirSync(state.folder)).not.toContain("before-upgrade");
    await upgraded(state, 1);
    for (const name of ["cut-off.sqlite.partial", "cut-off.sqlite.partial-journal"])
      writeFileSync(join(state.folder, "before-upgrade", name), "");
    for (const count of [2, 3, 4, 4]) await upgraded(state, count);
    const names = copiesIn(state);
    expect(names.map((name) => name.split("_").slice(1).join("_"))).toEqual([
      "9001_later.sqlite",
      "9002_later.sqlite",
      "9003_later.sqlite",
    ]);
    const copy = join(state.folder, "before-upgrade", names[0] ?? "");
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(nameIn(copy)).toBe("Larkfield");
  });

  test("does not begin where the copy fails, and goes on without one where that is asked for", async () => {
    const state = await usedState();
    writeFileSync(join(state.folder, "before-upgrade"), "in the way");
    await expect(upgraded(state, 1)).rejects.toThrow(
      /could not be copied .*EEXIST.* stays as it is.*--no-upgrade-copy/,
    );
    expect(findDatabases(state.database).found[0]?.applied).toEqual(migrationNames());
    await upgraded(state, 1, { copies: false });
    expect(findDatabases(state.database).found[0]?.applied.at(-1)).toBe("9001_later.sql");
  });

  test("needs room for the copy and for what it writes", () => {
    expect(missingDiskBytes(100e6, 300e6)).toBe(0);
    expect(missingDiskBytes(100e6, 200e6)).toBe(41e6);
  });

  test("is refused by an older version, which names the copy and goes back to it where that is asked for", async () => {
    const state = await usedState();
    await upgraded(state, 1);
    inside(fileOf(state), (database) => database.exec("UPDATE page SET name = 'Since then'"));
    const before = migrationNames()
      .at(-1)
      ?.replace(/\.sql$/, "");
    await expect(shownBy(state)).rejects.toThrow(
      new RegExp(
        `older than the database in .*\\(it has 9001_later\\.sql\\).*go back to .*before-upgrade.*_${before}\\.sqlite.*--go-back`,
      ),
    );
    expect(await shownBy(state, { goBack: true })).toBe("Larkfield");
    expect(await shownBy(state, { goBack: true })).toBe("Larkfield");
    const [aside] = copiesIn(state).filter((name) => name.startsWith("newer_"));
    expect(nameIn(join(state.folder, "before-upgrade", aside ?? ""))).toBe("Since then");
  });

  test("leaves nothing of a start that was killed while it went back", async () => {
    const state = await usedState();
    const path = fileOf(state);
    mkdirSync(join(state.folder, "before-upgrade"));
    const left = [`${path}.partial`, join(state.folder, "before-upgrade", "newer_x.sqlite.partial")];
    for (const each of left) writeFileSync(each, "half");
    expect(await prepareDatabase(state, {})).toMatchObject({ path });
    expect(left.filter((each) => existsSync(each))).toEqual([]);
  });

  test("that was made without a copy has nothing to go back to, and is left as it is", async () => {
    const state = await usedState();
    await upgraded(state, 1, { copies: false });
    const refused = /start the newer version again, or restore a backup into another folder/;
    await expect(prepareDatabase(state, { goBack: true })).rejects.toThrow(refused);
    expect(nameIn(fileOf(state))).toBe("Larkfield");
  });
});

describe("permissions", () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  test("of what an earlier start left are mended, and nothing else in the folder is touched", async () => {
    const state = await usedState();
    const path = fileOf(state);
    const elsewhere = join(temporaryFolder("elsewhere"), "file");
    for (const each of [elsewhere, join(state.folder, "mine.sh")]) writeFileSync(each, "", { mode: 0o755 });
    symlinkSync(elsewhere, join(state.database, "link"));
    for (const each of [path, join(state.folder, "made"), state.database, state.folder]) chmodSync(each, 0o755);
    restrictToOwner(state.folder);
    expect([path, join(state.folder, "made"), state.database].map(modeOf)).toEqual(["600", "600", "700"]);
    expect([elsewhere, join(state.folder, "mine.sh"), state.folder].map(modeOf)).toEqual(["755", "755", "755"]);
    rmSync(join(state.folder, "mine.sh"));
    restrictToOwner(state.folder);
    expect(modeOf(state.folder)).toBe("700");
  });
});

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { moveDocumentSchema } from "~/importers/contract/move-document";
import type { OriginAnswer, OriginRequest } from "~/importers/contract/origin";
import { loadImportOrigin } from "~/importers/kinds/known-kinds";
import { findOriginFiles, readOriginFile } from "../../scripts/import/folder-files.ts";
import { readKumaDatabase } from "../../scripts/import/kuma-database.ts";
import { readImportOptions } from "../../scripts/import/options.ts";
import { readOriginByApi } from "../../scripts/import/read-api.ts";
import { readMoveDocument } from "../../scripts/import/read-document.ts";
import { temporaryFolder } from "../support/child";
import { moveCounts, originAnswer, originFixture, originSettings } from "../support/origin-reading";
import { root } from "../support/sources";

const kumaFixtures = join(root, "tests/fixtures/imports/uptime-kuma");

type Rows = Record<string, Record<string, unknown>[]>;
const rowsOf = (version: string) => JSON.parse(originFixture(`uptime-kuma/rows-${version}.json`)) as Rows;

/** Makes a database with the rows of a real one, under the names of its columns. */
function writeDatabase(database: DatabaseSync, tables: Rows): void {
  for (const [table, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const all = columns.includes("id") ? columns : ["id", ...columns];
    database.exec(`CREATE TABLE "${table}" (${all.map((name) => `"${name}"`).join(", ")})`);
    for (const [at, row] of rows.entries()) {
      const values = all.map((name) => (row[name] ?? (name === "id" ? at + 1 : null)) as string | number | null);
      database.prepare(`INSERT INTO "${table}" VALUES (${all.map(() => "?").join(", ")})`).run(...values);
    }
  }
  database.exec("CREATE TABLE user (id, username, password); INSERT INTO user VALUES (1, 'ann', 'a-secret-hash')");
  database.exec("INSERT INTO setting (id, key, value) VALUES (99, 'jwtSecret', 'a-secret-of-the-server')");
}

const machine = () => {
  const lines: string[] = [];
  const send = (): Promise<OriginAnswer> => Promise.reject(new Error("nothing is asked"));
  return { lines, send, sleep: async () => undefined, say: (line: string) => void lines.push(line) };
};

const read = async (paths: readonly string[], around = machine(), origin = "uptime-kuma") =>
  readMoveDocument(readImportOptions([origin, ...paths, "--dry"], {}), around, loadImportOrigin);

describe("kuma.db", () => {
  test.each([
    ["1.13", { pages: 1, groups: 3, components: 5, monitors: 5, incidents: 1 }],
    ["2.0", { monitors: 10 }],
  ])("of %s brings what its rows bring", async (version, counts) => {
    const place = join(temporaryFolder("import"), "kuma.db");
    const database = new DatabaseSync(place);
    writeDatabase(database, rowsOf(version));
    database.close();
    const document = await read([place]);
    expect(moveCounts(document)).toMatchObject(counts);
    expect(JSON.stringify(document)).not.toContain("a-secret");
    expect(document.monitors.some(({ history }) => history.length > 0)).toBe(true);
  });

  test.each([
    ["kuma-v1.13-status-page.db", { pages: 1, groups: 3, components: 5, monitors: 5, incidents: 1 }],
    ["kuma-v2.0-stats.db", { monitors: 10 }],
  ])("that Uptime Kuma itself wrote (%s) is read whole", async (name, counts) => {
    const place = join(temporaryFolder("import"), "kuma.db");
    writeFileSync(place, gunzipSync(readFileSync(join(kumaFixtures, `${name}.gz`))));
    const document = await read([place]);
    expect(moveCounts(document)).toMatchObject(counts);
    expect(moveDocumentSchema.safeParse(document).success).toBe(true);
    expect(document.monitors.some(({ history }) => history.length > 0)).toBe(true);
  });

  test("of its beats only turns and the last of each monitor are read", () => {
    const place = join(temporaryFolder("import"), "kuma.db");
    const database = new DatabaseSync(place);
    writeDatabase(database, rowsOf("1.13"));
    const more = database.prepare(
      "INSERT INTO heartbeat (id, monitor_id, important, status, time) VALUES (?, 1, 0, 1, ?)",
    );
    for (let at = 0; at < 50; at++) more.run(1000 + at, `2026-11-01 10:00:${String(at).padStart(2, "0")}`);
    database.close();
    const { tables, warning } = readKumaDatabase(place);
    expect(tables.heartbeat?.filter(({ time }) => String(time).startsWith("2026-11-01"))).toEqual([
      { monitor_id: 1, important: 0, status: 1, time: "2026-11-01 10:00:49" },
    ]);
    expect(tables.setting?.map(({ key }) => key)).not.toContain("jwtSecret");
    expect(tables).not.toHaveProperty("user");
    expect(warning).toBeNull();
  });

  test("with its log it has the newest rows, and nothing beside it is changed; without, it says so", async () => {
    const [folder, alone] = [temporaryFolder("import"), temporaryFolder("import")];
    const [running, copied] = [join(folder, "kuma.db"), join(alone, "kuma.db")];
    const database = new DatabaseSync(running);
    database.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    writeDatabase(database, rowsOf("1.13"));
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.exec(
      "INSERT INTO monitor (id, name, type, url, active, interval) VALUES (77, 'Newest', 'http', 'https://new.example', 1, 60)",
    );
    copyFileSync(running, copied);
    copyFileSync(`${running}-wal`, `${copied}-wal`);
    database.close();

    const whole = machine();
    expect((await read([copied], whole)).monitors.map(({ name }) => name)).toContain("Newest");
    expect(whole.lines.filter((line) => line.includes("-wal"))).toEqual([]);
    expect(readdirSync(alone).sort()).toEqual(["kuma.db", "kuma.db-wal"]);

    const lacking = join(temporaryFolder("import"), "kuma.db");
    copyFileSync(copied, lacking);
    const partly = machine();
    expect((await read([lacking], partly)).monitors.map(({ name }) => name)).not.toContain("Newest");
    expect(partly.lines.join(" ")).toMatch(/may lack its newest rows.*kuma\.db-wal/);
    expect(existsSync(`${lacking}-wal`)).toBe(false);
  });

  test("another file, half a file and another database are refused by name", async () => {
    const folder = temporaryFolder("import");
    const [text, half, other] = ["text.db", "half.db", "other.db"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(text, "no database");
    await expect(read([text])).rejects.toThrow(/text\.db is not an SQLite database.*MariaDB/);
    const database = new DatabaseSync(other);
    database.exec("CREATE TABLE cats (id)");
    database.close();
    await expect(read([other])).rejects.toThrow(/no table “monitor”/);
    writeFileSync(half, Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(600, 7)]));
    await expect(read([half])).rejects.toThrow(/half\.db cannot be read.*copy it again/);
  });
});

describe("files and folders", () => {
  test("of a folder only what the product reads is taken, under its path there", () => {
    const folder = temporaryFolder("import");
    for (const path of ["history", "api/a", ".git", "node_modules/x"])
      mkdirSync(join(folder, path), { recursive: true });
    for (const path of [
      ".upptimerc.yml",
      "history/a.yml",
      "history/summary.json",
      "api/a/uptime.json",
      ".git/x.yml",
      "package.json",
    ])
      writeFileSync(join(folder, path), "{}");
    expect(findOriginFiles("upptime", [folder]).map(({ path }) => path)).toEqual([
      ".upptimerc.yml",
      "history/a.yml",
      "history/summary.json",
    ]);
    expect(() => findOriginFiles("statuspage", [folder])).toThrow(/is a folder.*name its files/);
    expect(() => findOriginFiles("csv", [folder])).toThrow(/no file that csv is read from/);
    expect(() => findOriginFiles("csv", [join(folder, "none.csv")])).toThrow(/does not exist/);
  });

  test("folders of Gatus, cState and Upptime are read whole", async () => {
    const place = (name: string) => new URL(`../fixtures/imports/${name}`, import.meta.url).pathname;
    expect(moveCounts(await read([place("gatus/several-files")], machine(), "gatus"))).toMatchObject({ monitors: 4 });
    expect(moveCounts(await read([place("cstate/jenkins")], machine(), "cstate"))).toMatchObject({
      components: 14,
      incidents: 3,
    });
  });

  test("a file that is not UTF-8 is refused", () => {
    const place = join(temporaryFolder("import"), "incidents.csv");
    writeFileSync(place, Buffer.from([0x74, 0xfc, 0x72]));
    expect(() => readOriginFile({ path: "incidents.csv", place })).toThrow(/is not UTF-8/);
  });

  test("a document that was kept is read again; what is none is refused at the place", async () => {
    const folder = temporaryFolder("import");
    const [kept, broken] = [join(folder, "kept.json"), join(folder, "broken.json")];
    const document = await read(
      [new URL("../fixtures/imports/gatus/config.yaml", import.meta.url).pathname],
      machine(),
      "gatus",
    );
    writeFileSync(kept, JSON.stringify(document));
    expect(await read([kept], machine(), "document")).toEqual(document);
    writeFileSync(broken, JSON.stringify({ ...document, components: [{ id: "a" }] }));
    await expect(read([broken], machine(), "document")).rejects.toThrow(
      /broken\.json is not a move document: components\.0\.name/,
    );
  });

  test("without anything to read it says what a product is read from", async () => {
    await expect(read([], machine(), "statuspage")).rejects.toThrow(/--url, such as[\s\S]*--key-env NAME/);
    await expect(read([], machine(), "gatus")).rejects.toThrow(/config\.yaml/);
    await expect(read([], machine(), "carrier-pigeon")).rejects.toThrow(
      /no product “carrier-pigeon”[\s\S]*Uptime Kuma/,
    );
  });
});

describe("an API", () => {
  const key = "hc-key-of-the-project";
  const answers = (failures: number) => {
    const requests: OriginRequest[] = [];
    const send = async (request: OriginRequest) => {
      requests.push(request);
      if (requests.length <= failures) throw new TypeError("fetch failed");
      return originAnswer(
        /\/checks\/$/.test(request.url)
          ? originFixture("healthchecks/v3-checks.json")
          : '{"channels": [], "flips": []}',
      );
    };
    return { requests, machine: { ...machine(), send } };
  };

  test("is read to its end, also after lost connections", async () => {
    const origin = await loadImportOrigin("healthchecks");
    if (!origin?.api) throw new Error("Healthchecks has an API");
    const { requests, machine: around } = answers(2);
    const document = await readOriginByApi("healthchecks", origin.api, originSettings({ key }), around);
    expect(moveDocumentSchema.parse(document).heartbeats.length).toBeGreaterThan(0);
    expect(requests.length).toBeGreaterThan(3);
    expect(around.lines.filter((line) => line.includes("does not answer"))).toHaveLength(2);
    expect(around.lines.join("\n")).not.toContain(key);
  });

  test("that stays away is named", async () => {
    const origin = await loadImportOrigin("healthchecks");
    if (!origin?.api) throw new Error("Healthchecks has an API");
    const { machine: around } = answers(99);
    await expect(readOriginByApi("healthchecks", origin.api, originSettings({ key }), around)).rejects.toThrow(
      /^https:\/\/healthchecks\.io cannot be reached/,
    );
  });
});

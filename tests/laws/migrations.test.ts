import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DemoTables, demoIdMaker, writeDemoTables } from "../../scripts/demo/demo-rows.ts";
import { demoRows, seedDemo } from "../../scripts/demo/seed.ts";
import { migrateDatabase, migrationNames, migrationsFolder } from "../../server/migrate.ts";
import { earlierSources } from "../support/earlier-sources";
import { startDatabases } from "../support/remote-database";

const noon = Date.UTC(2026, 10, 20, 12);
const names = migrationNames();
/** Each migration has one that ends with it; the other tests of this file have the last. */
const spare = 8;
let empty: Awaited<ReturnType<typeof startDatabases>>;

beforeAll(async () => {
  empty = await startDatabases(names.length + spare);
});
afterAll(() => empty.close());

type Database = Parameters<typeof migrateDatabase>[0];

function openDatabase(): Database {
  const database = empty.databases.shift();
  if (!database) throw new Error("More tests want a database than there are: spare.");
  return database as unknown as Database;
}

const isOurs = (name: string) => !/^(_cf_|sqlite_|d1_)/.test(name);

async function tablesOf(database: Database): Promise<string[]> {
  const { results } = await database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return results.map(({ name }) => String(name)).filter(isOurs);
}

async function countsOf(database: Database, tables: readonly string[]): Promise<Record<string, number>> {
  const counted = tables.map((table) => database.prepare(`SELECT count(*) AS rows FROM "${table}"`));
  const results = await database.batch<{ rows: number }>(counted);
  return Object.fromEntries(tables.map((table, index) => [table, results[index]?.results[0]?.rows ?? 0]));
}

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

/** The columns of each, asked for in one batch. */
async function columnsOf(database: Database, tables: readonly string[]): Promise<Map<string, Column[]>> {
  const asked = tables.map((table) => database.prepare(`PRAGMA table_info("${table}")`));
  const results = await database.batch<Column>(asked);
  return new Map(tables.map((table, index) => [table, results[index]?.results ?? []]));
}

/** One row in every table that the demo leaves empty, whatever its columns are. */
async function fillEmptyTables(database: Database, tables: readonly string[]): Promise<void> {
  const counts = await countsOf(database, tables);
  const id = demoIdMaker(noon);
  const made = new DemoTables();
  const unfilled = tables.filter((name) => counts[name] === 0 && name !== "guard");
  for (const [table, columns] of await columnsOf(database, unfilled)) {
    const needed = columns.filter(({ notnull, dflt_value }) => notnull && dflt_value === null);
    made.add(table, Object.fromEntries(needed.map(({ name, type }) => [name, type === "TEXT" ? id(noon) : 1])));
  }
  await writeDemoTables(database, made);
}

/** Made once: its ninety days of checks take more work than a database of every version. */
const { tables: demoTables } = demoRows(noon);

/** The demo of today fits the schema of any day: only columns that exist are written. */
async function seedEarlier(database: Database): Promise<void> {
  const fitting = new DemoTables();
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const columns = await columnsOf(database, [...demoTables.rows.keys()]);
  for (const [table, rows] of demoTables.rows) {
    const known = new Set(columns.get(table)?.map(({ name }) => name));
    for (const row of known.size > 0 ? rows : []) {
      fitting.add(table, Object.fromEntries(Object.entries(row).filter(([name]) => known.has(snake(name)))));
    }
  }
  await writeDemoTables(database, fitting);
}

test.each(names.map((name, index) => [name, index + 1] as const))(
  "data of the version that ended with %s comes through every later migration",
  async (_name, count) => {
    const database = openDatabase();
    await migrateDatabase(database, earlierSources(count));
    await seedEarlier(database);
    const tables = await tablesOf(database);
    await fillEmptyTables(database, tables);
    const before = await countsOf(database, tables);
    expect(Object.entries(before).filter(([table, rows]) => rows === 0 && table !== "guard")).toEqual([]);
    expect(await migrateDatabase(database)).toEqual(names.slice(count));
    const { rendering = 0, ...data } = await countsOf(database, tables);
    const { rendering: asked = 0, ...earlier } = before;
    expect(data).toEqual(earlier);
    // A migration may ask for work there; the rows hold no data.
    expect(rendering).toBeGreaterThanOrEqual(asked);
  },
);

test("of drizzle's snapshots of the schema the newest alone is kept", () => {
  const snapshots = readdirSync(join(migrationsFolder, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  expect(snapshots).toEqual([`${names.at(-1)?.slice(0, 4)}_snapshot.json`]);
});

test("plans that say nothing of costs say them from then on, and are else as they were", async () => {
  const database = openDatabase();
  await migrateDatabase(database, earlierSources(names.indexOf("0035_plan_cost.sql")));
  await seedEarlier(database);
  const plans = async (): Promise<Record<string, unknown>[]> => {
    const { results } = await database.prepare("SELECT plan FROM monitor_shard ORDER BY id").all<{ plan: string }>();
    return results.flatMap(({ plan }) => JSON.parse(plan));
  };
  await database.prepare("UPDATE monitor SET cost = 2 WHERE id = (SELECT min(id) FROM monitor)").run();
  await database
    .prepare(
      `UPDATE monitor_shard SET plan = (SELECT json_group_array(json_remove(p.value, '$.cost'))
        FROM json_each(monitor_shard.plan) p)`,
    )
    .run();
  const before = await plans();
  expect(before.length).toBeGreaterThan(3);
  expect(before.some((each) => "cost" in each)).toBe(false);
  await migrateDatabase(database);
  const after = await plans();
  expect(after.map(({ cost: _, ...rest }) => rest)).toEqual(before);
  const { results } = await database.prepare("SELECT id, cost FROM monitor").all<{ id: string; cost: number }>();
  const costs = new Map(results.map(({ id, cost }) => [id, cost]));
  expect(new Set(costs.values()).size).toBeGreaterThan(1);
  for (const { id, cost } of after) expect(cost).toBe(costs.get(String(id)));
});

/** What was written of the page of that name, and whether people spoke with it. */
const deeds: Record<string, [sql: string, isWord: boolean]> = {
  opened: [
    "INSERT INTO incident (id, page_id, title, status, impact, visibility, started_at, origin, created_at, updated_at) VALUES ('o', ?1, 't', 'resolved', 'major', 'published', 1, 'person', 1, 1)",
    true,
  ],
  edited: [
    "INSERT INTO incident (id, page_id, title, status, impact, visibility, started_at, origin, edited, created_at, updated_at) VALUES ('e', ?1, 't', 'resolved', 'major', 'published', 1, 'monitor', 1, 1, 1)",
    true,
  ],
  machine: [
    "INSERT INTO incident (id, page_id, title, status, impact, visibility, started_at, origin, created_at, updated_at) VALUES ('m', ?1, 't', 'resolved', 'major', 'published', 1, 'monitor', 1, 1)",
    false,
  ],
  planned: [
    "INSERT INTO maintenance (id, page_id, title, status, starts_at, ends_at, created_at, updated_at) VALUES ('p', ?1, 't', 'completed', 1, 2, 1, 1)",
    true,
  ],
  changed: ["UPDATE component SET version = 1 WHERE page_id = ?1", true],
  observed: ["UPDATE component SET version = 2, observed_since = 2 WHERE page_id = ?1", false],
  set: [
    "UPDATE component SET version = 3, observed_since = 2, manual_status = 'partial_outage' WHERE page_id = ?1",
    true,
  ],
  cleared: [
    "INSERT INTO status_change (id, page_id, component_id, layer, at, recorded_at, cause) VALUES ('c', ?1, ?1, 'manual', 1, 1, 'person')",
    true,
  ],
};

test("a page on which people spoke before is known to be one; one of which only machines told is not", async () => {
  const database = await openDatabase();
  await migrateDatabase(database, earlierSources(names.indexOf("0037_spoken.sql")));
  for (const [page, [sql]] of Object.entries(deeds)) {
    const rows = [
      "INSERT INTO page (id, slug, name, open_day_at, created_at, updated_at) VALUES (?1, ?1, ?1, 1, 1, 7)",
      "INSERT INTO component (id, page_id, name, position, start_date, observed_since, created_at, updated_at) VALUES (?1, ?1, 'c', 1, '2026-01-01', 1, 1, 1)",
      sql,
    ];
    await database.batch(rows.map((each) => database.prepare(each).bind(page)));
  }
  await migrateDatabase(database);
  const { results } = await database.prepare("SELECT id, spoken_at FROM page").all<{ id: string; spoken_at: number }>();
  const told = Object.fromEntries(results.map((each) => [each.id, each.spoken_at]));
  expect(told).toEqual(
    Object.fromEntries(Object.entries(deeds).map(([page, [, isWord]]) => [page, isWord ? 7 : null])),
  );
});

test("a migration is applied once, with its note in the table of wrangler", async () => {
  const database = openDatabase();
  expect(await migrateDatabase(database)).toEqual(names);
  expect(await migrateDatabase(database)).toEqual([]);
  const { results } = await database.prepare("SELECT id, name, applied_at FROM d1_migrations ORDER BY id").all();
  expect(results.map(({ name }) => name)).toEqual(names);
  expect(results[0]?.applied_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test("a migration that fails leaves nothing of itself behind", async () => {
  const database = openDatabase();
  const folder = earlierSources(names.length);
  const broken = "CREATE TABLE half (id TEXT);\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);";
  writeFileSync(join(folder, "9999_broken.sql"), broken);
  await expect(migrateDatabase(database, folder)).rejects.toThrow(/nowhere/);
  expect(await tablesOf(database)).not.toContain("half");
  expect(await migrateDatabase(database)).toEqual([]);
});

test("sources older than the database refuse it", async () => {
  const database = openDatabase();
  await migrateDatabase(database);
  await database.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')").run();
  await expect(migrateDatabase(database)).rejects.toThrow(/newer version \(9999_later\.sql\)/);
});

test("the demo is seeded once and shown at the root", async () => {
  const database = openDatabase();
  await migrateDatabase(database);
  await seedDemo(database, noon, "a secret that only the tests know, 32+");
  const tables = await tablesOf(database);
  const once = await countsOf(database, tables);
  await seedDemo(database, noon, "a secret that only the tests know, 32+");
  expect(await countsOf(database, tables)).toEqual(once);
  expect(once).toMatchObject({ page: 1, component_group: 4, component: 12, incident: 9, maintenance: 2 });
  const home = await database.prepare("SELECT slug FROM deployment JOIN page ON page.id = home_page_id").first();
  expect(home).toEqual({ slug: "larkfield" });
});

test("drizzle-kit knows every migration, so that the next one is made from the schema as it is", () => {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8"));
  expect(journal.entries.map(({ tag }: { tag: string }) => `${tag}.sql`)).toEqual(names);
});

test("of sources that are there only a new one that delivered nothing is taken for one", async () => {
  const database = openDatabase();
  await migrateDatabase(database, earlierSources(names.indexOf("0039_unheard.sql")));
  const now = Date.now();
  const columns = "(id, page_id, kind, name, token_hash, token_sealed, settings_sealed, created_at, updated_at)";
  const source = (id: string, at: number) =>
    `INSERT INTO source ${columns} VALUES ('${id}', 'p', 'k', 'n', '${id}', '', '', ${at}, ${at})`;
  const delivery = (id: string, outcome: string) =>
    `INSERT INTO delivery (source_id, id, page_id, received_at, headers, body, body_hash, outcome, signals) VALUES ('${id}', 'd', 'p', 1, '{}', '', '', '${outcome}', '[]')`;
  const rows = [
    "INSERT INTO page (id, slug, name, open_day_at, created_at, updated_at) VALUES ('p', 'p', 'p', 1, 1, 1)",
    ...[source("new", now), source("refused", now), source("heard", now), source("old", now - 60 * 86_400_000)],
    ...[delivery("refused", "refused"), delivery("heard", "accepted")],
  ];
  await database.batch(rows.map((each) => database.prepare(each)));
  await migrateDatabase(database);
  const { results } = await database
    .prepare("SELECT id FROM source WHERE unheard = 1 ORDER BY id")
    .all<{ id: string }>();
  expect(results.map(({ id }) => id)).toEqual(["new", "refused"]);
});

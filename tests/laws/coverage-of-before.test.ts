import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RowInsertBatcher, restoreStatementsAfterRows, restoreStatementsBeforeRows } from "~/backup/file";
import type { BackupInspection } from "~/backup/read";
import type { BackupRow } from "~/backup/rules/backup";
import { schemaVersion } from "~/db/schema/version";
import { migrateDatabase, migrationNames, migrationsFolder } from "../../server/migrate.ts";
import { startDatabases } from "../support/remote-database";
import { unmetered } from "../support/restored";

/** What a version before coverage held: who vouches for a component is decided by its page's people and its observers. */
const before = "0039_unheard";
const noon = Date.UTC(2026, 10, 20, 12);
const born = { created_at: 5, updated_at: 7 };
const folder = mkdtempSync(join(tmpdir(), "upfront-migrations-"));
let databases: Awaited<ReturnType<typeof startDatabases>>;

beforeAll(async () => {
  const names = migrationNames();
  for (const name of names.slice(0, names.indexOf(`${before}.sql`) + 1))
    cpSync(join(migrationsFolder, name), join(folder, name));
  databases = await startDatabases(2);
  await migrateDatabase(databases.databases[1] as never);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await databases.close();
});

const page = (id: string, spokenAt: number | null): [string, BackupRow] => [
  "page",
  { id, slug: id, name: id, open_day_at: 1, spoken_at: spokenAt, ...born },
];
const component = (id: string, pageId: string): [string, BackupRow] => [
  "component",
  { id, page_id: pageId, name: id, position: 1, start_date: "2026-01-01", observed_since: 6, ...born },
];

interface Observer {
  pageId: string;
  componentId: string;
  status?: string;
  source?: BackupRow;
  monitor?: string;
}

/** What is said to observe a component, by a rule of its own. */
function observer(id: string, { pageId, componentId, status = "major_outage", source = {}, monitor }: Observer) {
  const sealed = { token_hash: id, token_sealed: "", settings_sealed: "" };
  const rows: [string, BackupRow][] = [
    [
      "source",
      { id, page_id: pageId, family: "source", kind: "alertmanager", name: id, ...sealed, ...born, ...source },
    ],
    ["rule", { id, page_id: pageId, source_id: id, position: 0, match: "{}", group_by: "[]", ...born }],
    ["rule_component", { page_id: pageId, rule_id: id, component_id: componentId, status }],
  ];
  const state = { state: monitor ?? "", state_since: 1, watched_since: 1, interval: 1, phase: 0, timeout_seconds: 8 };
  const counted = { cost: 1, retries: 0, in_a_row: 2, regions: "[]", tags: "[]", shard_id: "s" };
  if (monitor) rows.push(["monitor", { id, page_id: pageId, ...state, ...counted, ...born }]);
  return rows;
}

const monitor = { family: "monitor", kind: "http" };
const rows: [string, BackupRow][] = [
  page("spoken", 3),
  page("silent", null),
  component("by-hand", "spoken"),
  component("nobodys", "silent"),
  ...[component("of-source", "spoken"), ...observer("source", { pageId: "spoken", componentId: "of-source" })],
  component("of-unheard", "spoken"),
  ...observer("unheard", { pageId: "spoken", componentId: "of-unheard", source: { unheard: 1 } }),
  component("of-monitor", "silent"),
  ...observer("up", { pageId: "silent", componentId: "of-monitor", source: monitor, monitor: "up" }),
  component("of-new", "silent"),
  ...observer("new", { pageId: "silent", componentId: "of-new", source: monitor, monitor: "new" }),
  component("of-new-and-source", "silent"),
  ...observer("other", { pageId: "silent", componentId: "of-new-and-source" }),
  ...observer("newer", { pageId: "silent", componentId: "of-new-and-source", source: monitor, monitor: "new" }),
  component("of-silent", "silent"),
  ...observer("mute", {
    pageId: "silent",
    componentId: "of-silent",
    source: { ...monitor, silent_since: 4 },
    monitor: "new",
  }),
  component("of-vendor", "spoken"),
  ...observer("vendor", {
    pageId: "spoken",
    componentId: "of-vendor",
    status: "operational",
    source: { family: "monitor", kind: "vendor" },
    monitor: "up",
  }),
];

type Database = (typeof databases.databases)[number];

async function fill(database: Database): Promise<void> {
  const inserts = new RowInsertBatcher(100_000);
  const statements = rows.flatMap(([table, row]) => inserts.add(table, row));
  await unmetered(database, [...statements, ...inserts.flush()]);
}

async function coverageIn(database: Database) {
  const columns = "id, kept_by, coverage, coverage_since";
  const [components, sources, restatings] = await unmetered(database, [
    { sql: `SELECT ${columns} FROM component ORDER BY id`, params: [] },
    { sql: "SELECT id, quiet_means_well FROM source ORDER BY id", params: [] },
    { sql: "SELECT page_id, until, stage, due_at > 0 AS is_due FROM restating ORDER BY page_id", params: [] },
  ]);
  return { components, sources, restatings };
}

/** As a restore writes them: the file's rows have no column that came later. */
async function restored(database: Database, schema: string, more: Parameters<typeof unmetered>[1] = []) {
  const header = { schema, made_at: "2026-11-20T12:00:00Z", scope: "deployment", tables: {} };
  const look = { file: { header } } as unknown as BackupInspection;
  await unmetered(database, restoreStatementsBeforeRows({ replace: true }));
  await fill(database);
  await unmetered(database, more);
  await unmetered(database, restoreStatementsAfterRows(look, { now: noon, replace: true, floor: 0 }));
  return coverageIn(database);
}

test("a file of before is restored as an upgrade would have it: nothing turns grey, and nothing green", async () => {
  const [upgraded, emptied] = databases.databases as [Database, Database];
  await migrateDatabase(upgraded as never, folder);
  await fill(upgraded);
  await migrateDatabase(upgraded as never);
  const found = await coverageIn(upgraded);
  expect(await restored(emptied, before)).toEqual(found);
  const told = (found.components ?? []).map(({ id, kept_by, coverage, coverage_since }) => {
    expect(coverage_since).toBe(born.created_at);
    return [id, kept_by, coverage];
  });
  expect(told).toEqual([
    ["by-hand", "manual", "operational"],
    ["nobodys", null, "no_data"],
    ["of-monitor", "watched", null],
    ["of-new", "watched", "no_data"],
    ["of-new-and-source", "watched", "no_data"],
    ["of-silent", "watched", null],
    ["of-source", "watched", null],
    ["of-unheard", "watched", "no_data"],
    ["of-vendor", "manual", "operational"],
  ]);
});

test("what a file of today says is taken as it is", async () => {
  const [, database] = databases.databases as [Database, Database];
  const { components } = await restored(database, schemaVersion);
  expect(new Set(components?.map(({ coverage }) => coverage))).toEqual(new Set(["no_data"]));
});

test("a monitor that waits for its secret and a source that has to deliver anew vouch for nothing from then on", async () => {
  const [, database] = databases.databases as [Database, Database];
  const asked = (sql: string) => ({ sql, params: [] });
  await restored(database, schemaVersion, [
    asked("UPDATE component SET coverage = NULL WHERE id IN ('of-monitor', 'of-unheard')"),
    asked("UPDATE monitor SET paused_at = 7 WHERE id = 'up'"),
    asked("INSERT INTO settle (page_id, wanted, done) VALUES ('spoken', 3, 3), ('silent', 3, 3)"),
  ]);
  const [silent, settles] = await unmetered(database, [
    asked("SELECT id, silent_since FROM source WHERE id IN ('mute', 'new', 'up') ORDER BY id"),
    asked("SELECT page_id, wanted, done, asked_at FROM settle ORDER BY page_id"),
  ]);
  expect(silent).toEqual([
    { id: "mute", silent_since: 4 },
    { id: "new", silent_since: null },
    { id: "up", silent_since: noon },
  ]);
  expect(settles).toEqual([
    { page_id: "silent", wanted: 4, done: 3, asked_at: noon },
    { page_id: "spoken", wanted: 4, done: 3, asked_at: noon },
  ]);
});

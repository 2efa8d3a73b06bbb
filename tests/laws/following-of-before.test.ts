import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupRow } from "~/backup/rules/backup";
import { schemaVersion } from "~/db/schema/version";
import { migrateDatabase } from "../../server/migrate.ts";
import { fillWith, migrationsUntil, restoreInto } from "../support/of-before";
import { startDatabases } from "../support/remote-database";
import { unmetered } from "../support/restored";

/** What a version held that did not know which parts of an incident a person wrote, nor what was told of its alerts. */
const before = "0043_quiet_answered";
const folder = mkdtempSync(join(tmpdir(), "upfront-migrations-"));
let databases: Awaited<ReturnType<typeof startDatabases>>;

beforeAll(async () => {
  migrationsUntil(before, folder);
  databases = await startDatabases(2);
  await migrateDatabase(databases.databases[1] as never);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await databases.close();
});

const born = { created_at: 5, updated_at: 7 };

const incident = (id: string, change: BackupRow): [string, BackupRow] => {
  const said = { title: id, status: "investigating", impact: "minor", visibility: "published", origin: "source" };
  return [
    "incident",
    { id, page_id: "p", ...said, started_at: 1, edited: 0, closed: 0, version: 3, ...born, ...change },
  ];
};
const channel = (id: string, events: string): [string, BackupRow] => [
  "channel",
  { id, page_id: "p", kind: "webhook", name: id, settings_sealed: "", events, ...born },
];

const rows: [string, BackupRow][] = [
  ["page", { id: "p", slug: "p", name: "p", open_day_at: 1, spoken_at: 3, ...born }],
  incident("draft", { visibility: "draft" }),
  incident("edited", { edited: 1 }),
  incident("persons", { origin: "person" }),
  incident("over", { closed: 1, status: "resolved" }),
  incident("untouched", {}),
  channel("of alerts", '["alert_fired"]'),
  channel("of drafts", '["draft_opened","incident_resolved"]'),
  channel("of incidents", '["incident_opened"]'),
  channel("of nothing of it", '["limit_near"]'),
];

type Database = (typeof databases.databases)[number];

const fill = (database: Database) => fillWith(database, rows);

async function foundIn(database: Database) {
  const [incidents, channels] = await unmetered(database, [
    { sql: "SELECT id, edited_parts, following FROM incident ORDER BY id", params: [] },
    { sql: "SELECT id, events FROM channel ORDER BY id", params: [] },
  ]);
  return { incidents, channels };
}

async function restored(database: Database, schema: string) {
  await restoreInto(database, schema, rows);
  return foundIn(database);
}

test("a file of before is restored as an upgrade would have it: what people wrote stays theirs, and nothing is news", async () => {
  const [upgraded, emptied] = databases.databases as [Database, Database];
  const brought = await restored(emptied, before);
  for (const step of [
    () => migrateDatabase(upgraded as never, folder),
    () => fill(upgraded),
    () => migrateDatabase(upgraded as never),
  ])
    await step();
  const found = await foundIn(upgraded);
  expect(brought).toEqual(found);
  const all = '["title","text","impact","components"]';
  const adopts = '{"over":{},"team":null,"visitors":null,"adopts":true}';
  expect(found.incidents?.map(({ id, edited_parts, following }) => [id, edited_parts, following])).toEqual([
    ["draft", "[]", adopts],
    ["edited", all, adopts],
    ["over", "[]", null],
    ["persons", all, adopts],
    ["untouched", "[]", adopts],
  ]);
  expect(found.channels?.map(({ events }) => JSON.parse(String(events)))).toEqual([
    ["alert_fired", "unassigned"],
    ["draft_opened", "incident_resolved", "incident_worsened", "unassigned"],
    ["incident_opened", "incident_worsened", "unassigned"],
    ["limit_near"],
  ]);
});

test("forms of before are out of date where a person changed it since", async () => {
  const [, database] = databases.databases as [Database, Database];
  await restored(database, before);
  const [stale] = await unmetered(database, [
    { sql: "SELECT DISTINCT stale_before AS before FROM incident", params: [] },
  ]);
  expect(stale).toEqual([{ before: 3 }]);
});

test("what a file of today says is taken as it is", async () => {
  const [, database] = databases.databases as [Database, Database];
  const { incidents } = await restored(database, schemaVersion);
  expect(new Set(incidents?.map(({ following }) => following))).toEqual(new Set([null]));
});

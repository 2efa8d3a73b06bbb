import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readVisiblePage } from "~/status-page/see";
import { migrateDatabase, migrationNames } from "../../server/migrate.ts";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { earlierSources } from "../support/earlier-sources";
import { startDatabases } from "../support/remote-database";

/** What the upgrade makes of the components of before: docs/spec.md, "Upgrade" of 0040. */
const made = Date.UTC(2026, 10, 17);
const spoken = "spoken";
const silent = "silent";

interface Sender {
  kind?: string;
  family?: "source" | "monitor" | "heartbeat";
  unheard?: boolean;
  /** Of a monitor. */
  state?: "new" | "up";
}

interface Before {
  page: string;
  /** What rules name it, each with what it gives. */
  senders: (Sender & { gives?: "operational" | "major_outage" })[];
  archived?: boolean;
  kept: "manual" | "watched" | null;
  coverage: "operational" | "no_data" | null;
}

const heard = {};
const unheard = { unheard: true };
const monitor = (state: "new" | "up") => ({ family: "monitor", state }) as const;
const vendor = (gives: "operational" | "major_outage") => ({ kind: "vendor", gives });
const byHand = { kept: "manual", coverage: "operational" } as const;
const watched = { kept: "watched", coverage: null } as const;
const unspoken = { kept: "watched", coverage: "no_data" } as const;
const nobody = { kept: null, coverage: "no_data" } as const;

const cases: Record<string, Before> = {
  "named by nothing, on a page whose people spoke": { page: spoken, senders: [], ...byHand },
  "named by nothing, and archived": { page: spoken, senders: [], archived: true, ...byHand },
  "watched by a monitor": { page: spoken, senders: [monitor("up")], ...watched },
  "watched by a monitor that has not looked yet": { page: spoken, senders: [monitor("new")], ...unspoken },
  "waited for": { page: spoken, senders: [{ family: "heartbeat" }], ...watched },
  "told of by a source": { page: spoken, senders: [heard], ...watched },
  "told of by a source that delivered nothing": { page: spoken, senders: [unheard], ...unspoken },
  "told of by two sources, one of which delivered": { page: spoken, senders: [unheard, heard], ...watched },
  "told of by a source beside a new monitor": { page: spoken, senders: [heard, monitor("new")], ...unspoken },
  "moved by a vendor": { page: spoken, senders: [vendor("major_outage")], ...watched },
  "beside a vendor's word alone": { page: spoken, senders: [vendor("operational")], ...byHand },
  "named by nothing, where nobody spoke": { page: silent, senders: [], ...nobody },
  "watched by a monitor, where nobody spoke": { page: silent, senders: [monitor("up")], ...watched },
  "beside a vendor's word alone, where nobody spoke": { page: silent, senders: [vendor("operational")], ...nobody },
};

type Row = Record<string, string | number | null>;

const born = { created_at: made, updated_at: made };

function senderRows(page: string, component: string, index: number, sender: Before["senders"][number]) {
  const { kind = "generic", family = "source", unheard: isUnheard = false, state, gives = "major_outage" } = sender;
  const id = `${component} ${index}`;
  const own = { id, page_id: page, ...born };
  const secrets = { token_hash: id, token_sealed: "", settings_sealed: "" };
  const rule = { position: 0, match: "[]", group_by: "[]" };
  const looks = { shard_id: "s", regions: "[]", tags: "[]", watched_since: made, state_since: made };
  return [
    ["source", { ...own, ...secrets, kind, family, name: id, unheard: isUnheard ? 1 : 0 }],
    ["rule", { ...own, ...rule, source_id: id }],
    ["rule_component", { page_id: page, rule_id: id, component_id: component, status: gives }],
    ...(state ? [["monitor", { ...own, ...looks, state }]] : []),
  ] as [string, Row][];
}

function rowsOfPage(id: string, spokenAt: number | null): [string, Row][] {
  const page = { id, slug: id, name: id, open_day_at: Date.UTC(2026, 10, 20), spoken_at: spokenAt, ...born };
  const document = { slug: id, audience: "public", part: "home", page_id: id, visibility: "public" };
  return [
    ["page", page],
    ["settle", { page_id: id }],
    ["snapshot", document],
  ];
}

/** As a restore left it whose file brought no secrets: it waits, and nobody noted that it says nothing. */
const paused: [string, Row][] = senderRows(spoken, "nobody's", 0, monitor("up")).flatMap(([table, row]) => {
  if (table === "source") return [[table, row]];
  return table === "monitor" ? [[table, { ...row, paused_at: made }]] : [];
});

function rowsOfCase([name, { page, senders, archived }]: [string, Before], position: number): [string, Row][] {
  const own = { id: name, page_id: page, name, position, start_date: "2026-11-17", observed_since: made };
  const year = { page_id: page, year: 2026, component_id: name, days: "{}" };
  return [
    ["component", { ...own, archived_at: archived ? made : null, ...born }],
    ["component_year", year],
    ...senders.flatMap((each, index) => senderRows(page, name, index, each)),
  ];
}

let databases: Awaited<ReturnType<typeof startDatabases>>;
let deployment: TestDeployment;
let database: D1Database;

beforeAll(async () => {
  [databases, deployment] = await Promise.all([startDatabases(1), openDeployment()]);
  database = databases.databases[0] as unknown as D1Database;
  await migrateDatabase(database, earlierSources(migrationNames().findIndex((each) => each.startsWith("0040"))));
  const rows = [
    ...rowsOfPage(spoken, made),
    ...rowsOfPage(silent, null),
    ...paused,
    ...Object.entries(cases).flatMap((each, index) => rowsOfCase(each, index)),
  ];
  await database.batch(
    rows.map(([table, row]) => {
      const places = Object.keys(row).map((_, index) => `?${index + 1}`);
      const sql = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places})`;
      return database.prepare(sql).bind(...Object.values(row));
    }),
  );
  await migrateDatabase(database);
});
afterAll(async () => {
  await deployment.settled();
  await Promise.all([databases.close(), deployment.close()]);
});

async function asked<T>(sql: string): Promise<T[]> {
  return (await database.prepare(sql).all<T>()).results;
}

const ctx = () => deployment.ctx(undefined, { database });

test("each component is kept by hand, watched or neither, since it was made", async () => {
  const found = await asked<Row>("SELECT id, kept_by, coverage, coverage_since FROM component");
  const told = found.map(({ id, kept_by, coverage, coverage_since }) => [id, kept_by, coverage, coverage_since]);
  const wanted = Object.entries(cases).map(([id, { kept, coverage }]) => [id, kept, coverage, made]);
  expect(told.toSorted()).toEqual(wanted.toSorted());
});

test("of sources of before quiet means well, and of monitors and heartbeats it means nothing", async () => {
  const found = await asked<Row>("SELECT DISTINCT family, quiet_means_well AS well FROM source ORDER BY family");
  expect(found).toEqual([
    { family: "heartbeat", well: 0 },
    { family: "monitor", well: 0 },
    { family: "source", well: 1 },
  ]);
});

test("a page is asked for again, so that no document of before is shown for long", async () => {
  expect(await asked("SELECT wanted > built AS asked FROM snapshot WHERE part = 'home'")).toEqual([
    { asked: 1 },
    { asked: 1 },
  ]);
});

test("a monitor that a restore paused says nothing from now on, and its page is settled", async () => {
  const silence = "SELECT id FROM source WHERE silent_since > 0";
  expect(await asked(silence)).toEqual([{ id: "nobody's 0" }]);
  expect(await asked("SELECT page_id FROM settle WHERE wanted > done")).toEqual([{ page_id: spoken }]);
});

test("the first settling finds it as the migration left it: nothing turns grey or green, and no row is written", async () => {
  await database.prepare("UPDATE settle SET wanted = wanted + 1").run();
  for (const page of [spoken, silent]) await settlePage(ctx(), page);
  expect(await asked("SELECT component_id, layer, from_status, to_status FROM status_change")).toEqual([]);
});

test("who is kept by hand keeps every bar, and who is not monitored is not green", async () => {
  await database.prepare("UPDATE deployment SET tick_at = ?1").bind(noon).run();
  for (const page of [spoken, silent]) await publishPage(ctx(), page);
  const shown = await Promise.all([spoken, silent].map((slug) => readVisiblePage(ctx(), { slug })));
  const components = shown.flatMap((found) => (found.ok ? found.value.snapshot.components : []));
  const told = components.map((each) => [each.name, each.unmonitored ? null : each.status, each.days.slice(-4)]);
  const wanted = Object.entries(cases).flatMap(([name, { coverage, archived }]) =>
    archived ? [] : [[name, ...(coverage === "no_data" ? [null, "ooon"] : ["operational", "oooo"])]],
  );
  expect(told.toSorted()).toEqual(wanted.toSorted());
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { unmetered } from "../../tests/support/restored";
import { type ListPageAlertsInput, listPageAlerts } from "./list-page-alerts";
import { alertPlaceOf, alertSortKeys, compareAlertPlaces } from "./rules/alert-order";
import { bulkAlerts } from "./several-alerts";

let desk: Desk;
const severities = ["critical", "error", "warning", "info", null];

/** Alerts of two tools: many start together, so that pages end among equal values. */
const fill = (pageId: string, sourceId: string, state: string, count: number, now: number) => ({
  sql: `WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?5)
    INSERT INTO alert (id, page_id, source_id, key, state, severity, title, labels, started_at, ended_at, first_seen_at, last_seen_at, flags)
    SELECT ?2 || '.' || ?3 || at, ?1, ?2, ?3 || at, ?3, ?6 ->> (at % 5), ?3 || ' of host ' || at, json_object('host', 'h' || at),
      ?4 - 60000 * (at / 7), iif(?3 = 'firing', NULL, ?4), ?4, ?4, '[]' FROM n`,
  params: [pageId, sourceId, state, now, count, JSON.stringify(severities)],
});

const source = (pageId: string, id: string, name: string) => ({
  sql: `INSERT INTO source (id, page_id, family, kind, name, token_hash, token_sealed, settings_sealed, created_at, updated_at)
    VALUES (?2, ?1, 'source', 'alertmanager', ?3, ?2, '', '', 1, 1)`,
  params: [pageId, id, name],
});

const rule = (pageId: string, id: string, sourceId: string, match: object, componentId: string) => [
  {
    sql: `INSERT INTO rule (id, page_id, source_id, position, match, mode, group_by, created_at, updated_at) VALUES (?2, ?1, ?3, 1, ?4, 'none', '[]', 1, 1)`,
    params: [pageId, id, sourceId, JSON.stringify(match)],
  },
  {
    sql: "INSERT INTO rule_component (page_id, rule_id, component_id, status) VALUES (?1, ?2, ?3, 'major_outage')",
    params: [pageId, id, componentId],
  },
];

beforeAll(async () => {
  desk = await openDesk();
  const { pageId, deployment, components } = desk;
  const { now } = deployment.clock;
  await unmetered(deployment.bindings.DB, [
    source(pageId, "one", "Cluster"),
    source(pageId, "two", "Mail checks"),
    ...rule(pageId, "r1", "one", { labels: { host: "h1" } }, components[0]),
    fill(pageId, "one", "firing", 40, now),
    fill(pageId, "one", "resolved", 90, now),
    fill(pageId, "two", "firing", 30, now),
    fill(pageId, "two", "resolved", 60, now),
    fill("elsewhere", "three", "resolved", 60, now),
  ]);
});
afterAll(() => desk.close());

const list = (over: Partial<ListPageAlertsInput> = {}) =>
  good(listPageAlerts(desk.as("viewer"), { pageId: desk.pageId, order: { key: "state", descending: false }, ...over }));

/** Walks the list to its end. */
async function walk(over: Partial<ListPageAlertsInput>) {
  const all: Awaited<ReturnType<typeof list>>["alerts"] = [];
  let before: string | undefined;
  for (let page = 0; page < 40; page++) {
    const found = await list({ ...over, ...(before === undefined ? {} : { before }) });
    all.push(...found.alerts);
    if (found.before === null) return all;
    before = found.before;
  }
  throw new Error("the list has no end");
}

describe.each(alertSortKeys.flatMap((key) => [true, false].map((descending) => ({ key, descending }))))(
  "by $key, descending: $descending",
  (order) => {
    test("its pages have every alert once, in order", async () => {
      const all = await walk({ order });
      expect(new Set(all.map(({ id }) => id)).size).toBe(220);
      expect(all).toHaveLength(220);
      const places = all.map((each) => alertPlaceOf(order, each));
      expect(places).toEqual(places.toSorted((one, other) => compareAlertPlaces(order, one, other)));
    });

    test.each([
      [{ state: "firing" }, 70],
      [{ state: "recovered" }, 150],
      [{ severity: "critical" }, 44],
      [{ state: "recovered", severity: "info" }, 30],
      [{ sourceId: "two" }, 90],
      [{ sourceId: "two", state: "firing", severity: "error" }, 6],
      [{ text: "HOST 11" }, 4],
      [{ text: "mail", state: "firing" }, 30],
    ] as const)("%o finds %i", async (filter, count) => {
      const all = await walk({ order, ...filter });
      expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([count, count]);
    });
  },
);

test("a component finds the alerts that its rule takes, firing or recovered", async () => {
  const all = await walk({ componentId: desk.components[0] });
  expect(all.map(({ id }) => id)).toEqual(["one.firing1", "one.resolved1"]);
  expect(all.map(({ components }) => components)).toEqual([["Website"], ["Website"]]);
});

test("what people said about a firing is found: acknowledged, dismissed, muted", async () => {
  const as = desk.as("responder");
  const act = (ids: string[], action: string, over = {}) =>
    good(bulkAlerts(as, { pageId: desk.pageId, ids, action, ...over }));
  await act(["one.firing2", "one.firing3"], "acknowledge");
  await act(["one.firing4"], "dismiss", { reason: "A drill" });
  await act(["two.firing1", "two.firing2"], "mute", { minutes: 30 });
  const idsOf = async (state: string) => (await walk({ state })).map(({ id }) => id).toSorted();
  expect(await idsOf("acknowledged")).toEqual(["one.firing2", "one.firing3"]);
  expect(await idsOf("dismissed")).toEqual(["one.firing4"]);
  expect(await idsOf("muted")).toHaveLength(30);
  desk.deployment.clock.now += 31 * 60_000;
  expect(await idsOf("muted")).toEqual([]);
});

test("a mute needs its length; it says nothing of other pages", async () => {
  const given = { pageId: desk.pageId, action: "mute" };
  const refused = await failureOf(bulkAlerts(desk.as("responder"), { ...given, ids: ["one.firing1"] }));
  expect(refused).toMatchObject({ name: "invalid", fields: { minutes: "mute.minutes" } });
  const theirs = await failureOf(bulkAlerts(desk.as("responder"), { ...given, ids: ["three.resolved1"], minutes: 30 }));
  expect(theirs).toMatchObject({ name: "missing" });
});

test("a search that finds nothing near says how far it has looked", async () => {
  await unmetered(desk.deployment.bindings.DB, [
    source(desk.pageId, "many", "History"),
    fill(desk.pageId, "many", "resolved", 700, desk.deployment.clock.now - 86_400_000),
  ]);
  const found = await list({ text: "no such text" });
  expect([found.alerts, typeof found.before, typeof found.lookedTo]).toEqual([[], "string", "number"]);
  expect(await walk({ text: "no such text" })).toEqual([]);
  expect(await walk({ text: "host 699" })).toHaveLength(1);
});

test("a page of the list costs what it shows, however many have recovered", async () => {
  const costOf = async (over: Partial<ListPageAlertsInput>) => {
    resetIsolate();
    const ctx = desk.as("viewer");
    await good(
      listPageAlerts(ctx, {
        pageId: desk.pageId,
        order: { key: "state", descending: false },
        state: "recovered",
        ...over,
      }),
    );
    return ctx.meter.read;
  };
  const few = await Promise.all(alertSortKeys.map((key) => costOf({ order: { key, descending: false } })));
  await unmetered(desk.deployment.bindings.DB, [
    fill(desk.pageId, "lots", "resolved", 20_000, desk.deployment.clock.now - 2 * 86_400_000),
  ]);
  const many = await Promise.all(alertSortKeys.map((key) => costOf({ order: { key, descending: false } })));
  console.log(`a page of alerts, rows read: ${few.join(", ")}; with 20,000 more: ${many.join(", ")}`);
  expect(Math.max(...many)).toBeLessThanOrEqual(1500);
  expect(Math.max(...many) - Math.min(...few)).toBeLessThanOrEqual(700);
});

test("the filter by source costs what a search costs, however many alerts the source has", async () => {
  const { now } = desk.deployment.clock;
  const old = now - 3 * 86_400_000;
  await unmetered(desk.deployment.bindings.DB, [
    source(desk.pageId, "lone", "Lone"),
    fill(desk.pageId, "lone", "resolved", 20_000, old),
    source(desk.pageId, "rare", "Rare"),
    fill(desk.pageId, "rare", "resolved", 3, old - 86_400_000),
  ]);
  const costOf = async (sourceId: string, over: Partial<ListPageAlertsInput>) => {
    resetIsolate();
    const ctx = desk.as("viewer");
    const order = { key: "state", descending: false } as const;
    const { alerts, lookedTo } = await good(listPageAlerts(ctx, { pageId: desk.pageId, order, sourceId, ...over }));
    return { read: ctx.meter.read, alerts: alerts.length, looked: typeof lookedTo };
  };
  for (const key of alertSortKeys)
    for (const descending of [true, false])
      for (const sourceId of ["lone", "rare"]) {
        const cost = await costOf(sourceId, { order: { key, descending } });
        expect(cost.read).toBeLessThanOrEqual(2500);
      }
  expect(await costOf("rare", { state: "recovered" })).toMatchObject({ alerts: 0, looked: "number" });
});

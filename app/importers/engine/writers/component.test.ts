import { beforeEach, describe, expect, test } from "vitest";
import { listComponents } from "~/components/list";
import { setComponentStatus } from "~/components/set-status";
import { updateComponent } from "~/components/update";
import { readComponentUptime } from "~/components/uptime";
import { openIncident } from "~/incidents/open";
import { noOutbound } from "~/platform/outbound";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { visiblePageAtTime } from "~/status-page/rules/seen-page";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { forgetPageViews, readPublishedView } from "~/status-page/view-page";
import { dayMs, hourMs } from "~/time/durations";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { explaining } from "../../../../tests/support/explained";
import { foreignComponent, moveDocumentOf } from "../../../../tests/support/import-documents";
import { ourIdOf, runCounted, writeFactsOf, writeThings, writtenThing } from "../../../../tests/support/import-writing";
import { watch } from "../../../../tests/support/monitors";
import { unitDue } from "../../../../tests/support/unit-due";
import { tickMinutes } from "../../../../tests/support/watched";
import type { ImportWriteFacts } from "../noun-writer";
import { componentImportWriter, showImportedStatements } from "./component";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  return () => desk.close();
});

const ctx = () => desk.owner();
const id = (theirId: string) => ourIdOf("component", theirId);

/** Returns components as a step has them; those kept by hand count from their start. */
const componentThings = (action: "make" | "change", given: readonly object[]) =>
  moveDocumentOf({ components: given }).components.map((thing) =>
    writtenThing("component", action, thing, { countedFromMs: thing.startedAt, isHandKept: thing.keptBy === "manual" }),
  );
const write = (action: "make" | "change", given: readonly object[], facts: Partial<ImportWriteFacts> = {}) =>
  writeThings(ctx(), componentImportWriter, writeFactsOf(ctx(), desk.pageId, facts), componentThings(action, given));

const listed = async (theirId: string) => {
  const { components } = await good(listComponents(desk.as("viewer"), { pageId: desk.pageId }));
  return components.find((each) => each.id === id(theirId));
};
const rowsOf = async (sql: string) => (await desk.deployment.bindings.DB.prepare(sql).all()).results;
const show = async () => runCounted(ctx(), showImportedStatements(desk.pageId, "import-1"));

/** Publishes, and returns what visitors see of a component. */
async function visible(theirId: string) {
  await runCounted(ctx(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(ctx(), desk.pageId);
  forgetPageViews(desk.slug);
  desk.deployment.clock.now += 5000;
  const { now } = desk.deployment.clock;
  const view = visiblePageAtTime(await good(readPublishedView(desk.as("viewer"), { slug: desk.slug })), now);
  return view.snapshot.components.find((each) => each.id === id(theirId));
}

const uptimeOf = async (theirId: string) =>
  (await good(readComponentUptime(desk.as("viewer"), { pageId: desk.pageId, componentId: id(theirId) }))).uptime;

describe("what comes", () => {
  test("a name within 200 characters, its group, order and visibility, after what is here", async () => {
    await write("make", [
      foreignComponent("b", { name: "b".repeat(300), groupId: "g", description: " Both. ", isHidden: true }),
      foreignComponent("a", { showsUptime: false }),
      foreignComponent("c", { onlyShownIfAffected: true }),
    ]);
    expect(await listed("b")).toMatchObject({
      name: `${"b".repeat(199)}…`,
      description: "Both.",
      groupId: ourIdOf("group", "g"),
      position: 4,
      shownWhen: "affected",
      showUptime: true,
      version: 0,
    });
    expect(await listed("c")).toMatchObject({ position: 6, shownWhen: "affected" });
    expect(await listed("a")).toMatchObject({ position: 5, groupId: null, shownWhen: "always", showUptime: false });
  });

  test("a group that does not come is none", async () => {
    await write("make", [foreignComponent("a", { groupId: "g" })], { idOf: () => null });
    expect(await listed("a")).toMatchObject({ groupId: null });
  });

  test("a step that is repeated writes nothing", async () => {
    const facts = writeFactsOf(ctx(), desk.pageId);
    const things = componentThings("make", [foreignComponent("a")]);
    await runCounted(ctx(), await componentImportWriter.write(ctx(), facts, things));
    expect((await runCounted(ctx(), await componentImportWriter.write(ctx(), facts, things))).rows).toBe(0);
  });
});

describe("who keeps it", () => {
  test("by hand: it is known from its start date on, in the page's zone", async () => {
    const startedAt = desk.deployment.clock.now - 40 * dayMs;
    await write("make", [foreignComponent("a", { startedAt })], { timeZone: "Etc/UTC" });
    await show();
    const { startDate, keptBy, keptAnswered, layers } = (await listed("a")) ?? {};
    expect({ startDate, keptBy, keptAnswered, coverage: layers?.coverage }).toEqual({
      startDate: new Date(startedAt).toISOString().slice(0, 10),
      keptBy: "manual",
      keptAnswered: true,
      coverage: "operational",
    });
    const seen = await visible("a");
    expect(seen?.status).toBe("operational");
    expect(seen?.days).toMatch(/^[^n]{49}o{41}$/);
    expect(await uptimeOf("a")).toBe(10_000);
  });

  test("by hand, with a status that is not operational: it lasts from now on, and days that end count it", async () => {
    await write("make", [foreignComponent("a", { startedAt: 0, manualStatus: "major_outage" })]);
    await show();
    expect((await visible("a"))?.status).toBe("major_outage");
    desk.deployment.clock.now += 24 * hourMs;
    await closePageDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
    expect(await rowsOf(`SELECT days FROM component_year WHERE component_id = '${id("a")}'`)).toEqual([
      { days: `{"11-20":[${12 * hourMs},0,0,0,0]}` },
    ]);
    await good(setComponentStatus(desk.as("responder"), { pageId: desk.pageId, id: id("a"), status: "operational" }));
    expect((await visible("a"))?.status).toBe("operational");
  });

  test("by hand, with a word that is not known here: its past stays known, and it is not monitored from now on", async () => {
    const startedAt = desk.deployment.clock.now - 3 * dayMs;
    await write("make", [foreignComponent("a", { startedAt, manualStatus: "no_data" })]);
    await show();
    expect(await visible("a")).toMatchObject({ status: "no_data", unmonitored: true });
    expect(await uptimeOf("a")).toBe(10_000);
  });

  test("watched: nothing is known until a monitor vouches here, which neither edits it nor keeps it from going", async () => {
    const startedAt = desk.deployment.clock.now - 400 * dayMs;
    await write("make", [foreignComponent("a", { keptBy: "watched", startedAt, manualStatus: "operational" })]);
    await show();
    const seen = await visible("a");
    expect(seen).toMatchObject({ status: "no_data", unmonitored: true, uptime: null });
    expect(seen?.days).toBe("n".repeat(90));
    expect(await uptimeOf("a")).toBeNull();

    const fetch = async () =>
      ({ ok: true, status: 200, truncated: false, headers: new Headers(), text: "", milliseconds: 9 }) as const;
    desk.deployment.way.outbound = () => ({ ...noOutbound, fetch });
    const monitor = await watch(desk, { interval: 1, components: { [id("a")]: "major_outage" } });
    await desk.deployment.settled();
    await tickMinutes(desk.deployment, 2);
    expect((await listed("a"))?.effective).toBe("operational");
    expect(await rowsOf(`SELECT version > 0 AS raised FROM component WHERE id = '${id("a")}'`)).toEqual([
      { raised: 1 },
    ]);
    const [here] = await componentImportWriter.readRemovable(ctx(), desk.pageId, [id("a")]);
    expect(here).toEqual({ id: id("a"), name: "a", version: 0, namedBy: [{ noun: "monitor", ourId: monitor }] });
  });
});

test("a status that people set over a watched component comes, and ends when it ends there", async () => {
  const watched = (manualStatus: string | null) => [foreignComponent("a", { keptBy: "watched", manualStatus })];
  await write("make", watched("major_outage"));
  await show();
  expect((await visible("a"))?.status).toBe("major_outage");
  await write("change", watched(null));
  expect(await visible("a")).toMatchObject({ status: "no_data", unmonitored: true });
});

describe("visitors", () => {
  test("see no component before the import ends, whatever is published meanwhile, and then all with its own rule", async () => {
    await write("make", [foreignComponent("a"), foreignComponent("b", { isHidden: true })]);
    await write("change", [foreignComponent("a", { name: "A2" })]);
    expect(await visible("a")).toBeUndefined();
    expect(await visible("b")).toBeUndefined();
    expect((await show()).rows).toBe(2);
    expect(await visible("a")).toMatchObject({ name: "A2", shownWhen: "always" });
    expect(await visible("b")).toMatchObject({ shownWhen: "affected" });
    expect((await show()).rows).toBe(0);
    expect((await listed("a"))?.version).toBe(1);
  });
});

describe("a change", () => {
  test("brings what came, raises the version by one, and leaves its place, its start and what is theirs", async () => {
    await write("make", [foreignComponent("a", { startedAt: 0 }), foreignComponent("b")]);
    const before = await listed("a");
    const costs = await write("change", [
      foreignComponent("a", { name: "A2", manualStatus: "partial_outage" }),
      foreignComponent("b", { name: "B2" }),
    ]);
    const { version, layers } = (await listed("a")) ?? {};
    expect([version, layers?.manual]).toEqual([1, "partial_outage"]);
    expect(await listed("a")).toMatchObject({ name: "A2", position: before?.position, startDate: before?.startDate });
    expect(await listed("b")).toMatchObject({ name: "B2", version: 1, layers: { manual: null } });
    expect(costs.statements).toBeLessThanOrEqual(componentImportWriter.statements);
    const [here] = await componentImportWriter.readRemovable(ctx(), desk.pageId, [id("a")]);
    expect(here?.version).toBe(1);
  });

  test("does not touch the status of a component that something observes here", async () => {
    await write("make", [foreignComponent("a")]);
    await runCounted(ctx(), [{ sql: "UPDATE component SET kept_by = 'watched', coverage = NULL", params: [] }]);
    await write("change", [foreignComponent("a", { manualStatus: "major_outage" })]);
    expect((await listed("a"))?.layers.manual).toBeNull();
  });

  test("by a person is told by the version that an import compares", async () => {
    await write("make", [foreignComponent("a")]);
    const version = async () =>
      (await componentImportWriter.readHere(ctx(), desk.pageId, [])).find((each) => each.id === id("a"))?.version;
    expect(await version()).toBe(0);
    await runCounted(ctx(), [{ sql: "UPDATE component SET version = version + 7", params: [] }]);
    expect(await version()).toBe(0);
    desk.deployment.clock.now += 1000;
    await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id: id("a"), description: "Ours." }));
    expect(await version()).toBeGreaterThan(0);
  });
});

describe("an undo", () => {
  test("takes back a component with its days and its timeline, and leaves one that was edited since", async () => {
    const given = ["a", "b"].map((each) => foreignComponent(each, { manualStatus: "major_outage" }));
    await write("make", [...given, foreignComponent("c", { keptBy: "watched", startedAt: 0 })]);
    const here = await componentImportWriter.readRemovable(ctx(), desk.pageId, [id("a"), id("b"), id("c"), "gone"]);
    expect(here.map(({ namedBy }) => namedBy)).toEqual([[], [], []]);
    desk.deployment.clock.now += 1000;
    await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id: id("b"), description: "Ours." }));
    await runCounted(ctx(), await componentImportWriter.remove(ctx(), desk.pageId, here));
    expect(await listed("a")).toBeUndefined();
    expect(await listed("c")).toBeUndefined();
    expect(await listed("b")).toBeDefined();
    const left = "SELECT DISTINCT component_id AS id FROM";
    expect(await rowsOf(`${left} status_change WHERE component_id LIKE 'made-%'`)).toEqual([{ id: id("b") }]);
    expect(await rowsOf(`${left} component_year WHERE component_id LIKE 'made-%'`)).toEqual([]);
  });

  test("knows what names a component, by indexes", async () => {
    await write("make", [foreignComponent("a"), foreignComponent("b")]);
    const [a, b] = [id("a"), id("b")];
    const incident = await good(
      openIncident(desk.as("responder"), {
        pageId: desk.pageId,
        title: "Down",
        visibility: "published",
        body: "We look.",
        components: { [a]: "major_outage" },
      }),
    );
    const json = (value: unknown) => `'${JSON.stringify(value)}'`;
    const own = (table: string, columns: string, values: string) => ({
      sql: `INSERT INTO ${table} (${columns}) VALUES (${values})`,
      params: [],
    });
    await runCounted(ctx(), [
      own(
        "maintenance_component",
        "maintenance_id, component_id, page_id, status",
        `'m', '${a}', '${desk.pageId}', 'under_maintenance'`,
      ),
      own(
        "template",
        "id, page_id, name, title, components, created_at, updated_at",
        `'t', '${desk.pageId}', 'T', 'T', ${json({ [b]: "major_outage" })}, 1, 1`,
      ),
    ]);
    const explained = explaining(desk.deployment);
    const here = await componentImportWriter.readRemovable(ctx(), desk.pageId, [a, b]);
    expect(Object.fromEntries(here.map((each) => [each.id, each.namedBy]))).toEqual({
      [a]: [
        { noun: "incident", ourId: incident.id },
        { noun: "maintenance", ourId: "m" },
      ],
      [b]: [{ noun: "page", ourId: desk.pageId }],
    });
    await componentImportWriter.readHere(ctx(), desk.pageId, []);
    const things = await componentImportWriter.remove(ctx(), desk.pageId, here);
    await desk.deployment.bindings.DB.batch(
      things.map(({ sql, params }) => desk.deployment.bindings.DB.prepare(sql).bind(...params)),
    );
    expect(await explained.scans()).toEqual([]);
  });
});

describe("costs", () => {
  /** Rows that a step writes once, for all of its components: the timeline's version, and the page's first statement. */
  const rowsOfStep = 2;

  test.each([
    ["kept by hand", { startedAt: Date.UTC(2015, 0, 1) }, { statements: 1, rows: 200 }],
    ["kept by hand, with a status", { manualStatus: "major_outage" }, { statements: 3, rows: 302 }],
    ["watched, from long ago", { keptBy: "watched", startedAt: Date.UTC(2015, 0, 1) }, { statements: 3, rows: 1301 }],
    ["watched, from now on", { keptBy: "watched" }, { statements: 1, rows: 200 }],
  ])("a hundred components %s", async (_, given, expected) => {
    const components = Array.from({ length: 100 }, (__, index) => foreignComponent(`${index}`, given));
    const things = componentThings("make", components);
    const costs = await write("make", components);
    expect(costs).toEqual(expected);
    const most = things.reduce((sum, { planned }) => sum + componentImportWriter.rows(planned), rowsOfStep);
    expect(costs.rows).toBeLessThanOrEqual(most);
    expect(costs.statements).toBeLessThanOrEqual(componentImportWriter.statements);
  });
});

import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { maintenanceUpdateTable } from "~/db/schema/index";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aMaintenance, anIncident, aPage, arrange, put, type TestPage } from "../../../../tests/support/scenario";
import { visit } from "../../../../tests/support/visitor";
import { publishPage } from "../../publishing/engine/publish";
import { loader as showComponent } from "../component/component.route";
import { loader as showPage } from "../front/page.route";
import { loader as showHistory } from "./history.route";

const at = (text: string) => Date.parse(text);
let deployment: TestDeployment;
let page: TestPage;

beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ timeZone: "America/New_York" }));
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE component SET start_date = '2026-01-01', created_at = ?1", params: [at("2026-01-01T05:00:00Z")] },
  ]);
  resetIsolate();
});
afterEach(() => deployment.close());

const addIncident = (
  id: string,
  from: string,
  to: string | null,
  more: { visibility?: "draft" | "withdrawn" } = {},
) => {
  const over = { startedAt: at(from), resolvedAt: to === null ? null : at(to), closed: to !== null };
  return arrange(deployment, anIncident(page, { id, ...over, ...more }));
};
const addWork = (id: string, from: string, to: string, more: Partial<Parameters<typeof aMaintenance>[1]> = {}) =>
  arrange(deployment, aMaintenance(page.id, { id, startsAt: at(from), endsAt: at(to), ...more }));

const words = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

/** Returns each heading of the list with the text below it. */
function listed(html: string): [heading: string, said: string][] {
  const items = [...html.matchAll(/<li[^>]*><h3>(.*?)<\/h3>(.*?)<\/li>/gs)];
  return items.map(([, heading = "", said = ""]) => [heading, words(said).trim()]);
}

const read = async (loader: typeof showPage, path: string, params: Record<string, string> = {}) =>
  (await loader(visit(deployment, path, { page: page.slug, ...params }))).text();
const front = async () => {
  await publishPage(deployment.ctx(), page.id);
  return listed(await read(showPage, `/${page.slug}`));
};
const month = async (which: string) => listed(await read(showHistory, `/${page.slug}/history?month=${which}`));
const headings = (list: [string, string][]) => list.map(([heading]) => heading);

test("no day within an incident is called quiet, and it is told whole on its first day", async () => {
  await addIncident("long", "2026-11-13T03:30:00Z", "2026-11-16T15:00:00Z");
  const list = await front();
  expect(list).toEqual([
    ["Nov 17 – Nov 20", "No incidents reported"],
    ["Nov 13 – Nov 16", "Trouble long — continued from Nov 12"],
    ["Thursday, November 12", expect.stringContaining("Update of long")],
    ["Nov 6 – Nov 11", "No incidents reported"],
  ]);
});

test("one that began before the first day of the list, and one of a second after midnight", async () => {
  await addIncident("older", "2026-10-20T12:00:00Z", "2026-11-08T05:00:01Z");
  const list = await front();
  expect(headings(list)).toEqual(["Nov 9 – Nov 20", "Nov 7 – Nov 8", "Friday, November 6"]);
  expect(list[2]?.[1]).toContain("Oct 20");
});

test("one that ends on the stroke of midnight is not of the next day", async () => {
  await addIncident("stroke", "2026-11-07T12:00:00Z", "2026-11-09T05:00:00Z");
  expect(headings(await front())).toEqual(["Nov 9 – Nov 20", "Sunday, November 8", "Saturday, November 7", "Nov 6"]);
});

test("beside an open incident each day still names what else there was, and says that something is ongoing", async () => {
  await addIncident("open", "2026-11-17T12:00:00Z", null);
  await addIncident("long", "2026-11-16T12:00:00Z", "2026-11-18T12:00:00Z");
  expect(await front()).toEqual([
    ["Nov 19 – Nov 20", "Ongoing: see above"],
    ["Nov 17 – Nov 18", "Trouble long — continued from Nov 16 Ongoing: see above"],
    ["Monday, November 16", expect.stringContaining("Update of long")],
    ["Nov 6 – Nov 15", "No incidents reported"],
  ]);
});

test("what is private or was withdrawn is of no day", async () => {
  await addIncident("draft", "2026-11-10T12:00:00Z", null, { visibility: "draft" });
  await addIncident("gone", "2026-11-10T12:00:00Z", "2026-11-14T12:00:00Z", { visibility: "withdrawn" });
  expect(headings(await front())).toEqual(["Nov 6 – Nov 20"]);
  expect(headings(await month("2026-11"))).toEqual([]);
});

test("an incident over a month's end is in both months, and in all between", async () => {
  await addIncident("first", "2026-08-02T12:00:00Z", "2026-08-02T13:00:00Z");
  await addIncident("long", "2026-09-29T12:00:00Z", "2026-11-02T12:00:00Z");
  await addIncident("short", "2026-11-01T03:59:00Z", "2026-11-01T04:01:00Z");
  await publishPage(deployment.ctx(), page.id);
  const november = await month("2026-11");
  expect(headings(november)).toEqual(["Monday, November 2", "Sunday, November 1"]);
  expect(november[1]?.[1]).toMatch(/Trouble short.*Trouble long/);
  expect(november[0]?.[1]).toBe("Trouble long — continued from Sep 29");
  expect(headings(await month("2026-10"))).toEqual(["Saturday, October 31", "Oct 2 – Oct 30", "Thursday, October 1"]);
  expect(headings(await month("2026-09"))).toEqual(["Wednesday, September 30", "Tuesday, September 29"]);
  expect(headings(await month("2026-08"))).toEqual(["Sunday, August 2"]);
});

test("an open incident is of each day up to today, in the page's archive too", async () => {
  await addIncident("open", "2026-10-30T12:00:00Z", null);
  await publishPage(deployment.ctx(), page.id);
  const november = await month("2026-11");
  expect(headings(november)).toEqual(["Nov 2 – Nov 20", "Sunday, November 1"]);
  expect(november[0]?.[1]).toBe("Trouble open — ongoing since Oct 30");
  const component = await read(showComponent, `/${page.slug}/components/${page.components[0]}`, {
    id: page.components[0] ?? "",
  });
  expect(headings(listed(component))).toEqual(["Oct 31 – Nov 20", "Friday, October 30"]);
});

test("maintenance over midnight is of both days; one that was called off, of those before that was said", async () => {
  await addWork("night", "2026-11-11T04:00:00Z", "2026-11-11T08:00:00Z", { completedAt: at("2026-11-11T07:00:00Z") });
  await addWork("over", "2026-10-31T02:00:00Z", "2026-10-31T03:00:00Z", { completedAt: at("2026-11-01T12:00:00Z") });
  await addWork("off", "2026-10-28T12:00:00Z", "2026-11-09T12:00:00Z", { status: "cancelled" });
  const said = { pageId: page.id, body: "Off", bodyHtml: "<p>Off</p>", bodyText: "Off", authorKind: "person" as const };
  const when = { shownAt: at("2026-10-30T12:00:00Z"), createdAt: 1, updatedAt: 1 };
  await put(deployment, maintenanceUpdateTable, [
    { id: "u", maintenanceId: "off", status: "cancelled", ...said, ...when },
  ]);
  expect(headings(await front())).toEqual([
    "Nov 12 – Nov 20",
    "Wednesday, November 11",
    "Tuesday, November 10",
    "Nov 6 – Nov 9",
  ]);
  expect(headings(await month("2026-11"))).toEqual([
    "Wednesday, November 11",
    "Tuesday, November 10",
    "Sunday, November 1",
  ]);
  expect((await month("2026-10")).map(([heading]) => heading)).toEqual([
    "Saturday, October 31",
    "Friday, October 30",
    "Thursday, October 29",
    "Wednesday, October 28",
  ]);
});

test("of very many that last on, the front page names a few and leads to all of them", async () => {
  for (let index = 0; index < 25; index++)
    await addIncident(`i${index}`, `2026-11-10T12:${10 + index}:00Z`, "2026-11-15T12:00:00Z");
  const list = await front();
  expect(list[1]?.[0]).toBe("Nov 11 – Nov 15");
  expect(list[1]?.[1]).toMatch(/and 20 more$/);
  expect((await month("2026-11"))[0]?.[1]?.match(/continued from Nov 10/g)).toHaveLength(25);
});

test("a month whose parts reach behind its beginning is read to its end", async () => {
  await addIncident("long", "2026-10-29T12:00:00Z", "2026-11-02T12:00:00Z");
  await addWork("longer", "2026-10-28T12:00:00Z", "2026-11-03T12:00:00Z");
  for (let index = 0; index < 99; index++)
    await addIncident(
      `i${index}`,
      `2026-11-05T12:${10 + Math.floor(index / 10)}:0${index % 10}Z`,
      "2026-11-05T13:00:00Z",
    );
  await publishPage(deployment.ctx(), page.id);
  const path = `/${page.slug}/history?month=2026-11`;
  const html = await read(showHistory, path);
  expect(html.match(/Update of i/g)).toHaveLength(99);
  expect(html).toContain("Update of long");
  const rest = /href="[^"]*history\?month=2026-11&amp;after=([^"]*)"/.exec(html)?.[1] ?? "";
  const last = listed(await read(showHistory, `${path}&after=${rest}`));
  expect(headings(last)).toEqual(["Nov 2 – Nov 3", "Sunday, November 1"]);
});

test("an incident of fifteen days beside twenty others is a few bytes more", async () => {
  const sizeOf = async () => {
    await runBatch(deployment.ctx(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
    await publishPage(deployment.ctx(), page.id);
    resetIsolate();
    return gzipSync(await read(showPage, `/${page.slug}`)).length;
  };
  for (let index = 0; index < 20; index++) {
    const day = String(6 + (index % 14)).padStart(2, "0");
    await addIncident(`i${index}`, `2026-11-${day}T1${index % 10}:00:00Z`, `2026-11-${day}T1${index % 10}:20:00Z`);
  }
  const before = await sizeOf();
  await addIncident("long", "2026-11-05T12:00:00Z", "2026-11-20T11:00:00Z");
  const after = await sizeOf();
  console.log(`front page of twenty incidents: ${before} bytes, ${after} with one of fifteen days`);
  expect(after - before).toBeLessThan(450);
  expect(after).toBeLessThan(14_000);
});

test("what lasts for decades is two entries of a component's page, made in no time", async () => {
  for (let index = 0; index < 40; index++) await addIncident(`old${index}`, `19${50 + index}-03-01T12:00:00Z`, null);
  await addWork("typo", "2026-12-01T12:00:00Z", "2099-12-01T12:00:00Z", { components: page.components.slice(0, 1) });
  await publishPage(deployment.ctx(), page.id);
  resetIsolate();
  const [id = ""] = page.components;
  const list = listed(await read(showComponent, `/${page.slug}/components/${id}`, { id }));
  expect(list).toHaveLength(40 * 2 + 2);
  expect(headings(list)).toContain("Dec 2, 2026 – Dec 1, 2099");
  expect(headings(list)).toContain("Mar 2, 1989 – Nov 20, 2026");
});

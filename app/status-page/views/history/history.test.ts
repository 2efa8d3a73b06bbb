import { afterEach, beforeEach, expect, test } from "vitest";
import { incidentComponentTable, incidentTable, incidentUpdateTable, maintenanceTable } from "~/db/schema/index";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange, put, type TestPage } from "../../../../tests/support/scenario";
import { visit } from "../../../../tests/support/visitor";
import { publishPage } from "../../publishing/engine/publish";
import { loader } from "./history.route";

const hour = 3_600_000;
const begin = Date.UTC(2026, 9, 1);

let deployment: TestDeployment;
let page: TestPage;

beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  resetIsolate();
});
afterEach(() => deployment.close());

const number = (index: number) => String(index).padStart(4, "0");

/** Adds incidents, five at each instant, with an update each, and a maintenance at some of these instants. */
async function fill(count: number): Promise<string[]> {
  const written = { body: "a", bodyHtml: "<p>a</p>", bodyText: "a", changes: [], authorKind: "person" };
  const told = Array.from({ length: count }, (_, index) => {
    const startedAt = begin + Math.floor(index / 5) * hour;
    const times = { createdAt: startedAt, updatedAt: startedAt };
    return { id: `i${number(index)}`, pageId: page.id, startedAt, ...times };
  });
  const state = { impact: "major", visibility: "published", closed: true, origin: "person", status: "resolved" };
  const incidents = told.map((each) => ({
    ...each,
    ...state,
    title: `Trouble ${each.id}`,
    resolvedAt: each.startedAt,
  }));
  await put(deployment, incidentTable, incidents);
  const updates = told.map(({ id, startedAt: shownAt, ...each }) => ({
    ...each,
    id: `${id}-u`,
    incidentId: id,
    shownAt,
  }));
  await put(
    deployment,
    incidentUpdateTable,
    updates.map((each) => ({ ...each, status: "resolved", ...written })),
  );
  const works = told
    .filter((_, index) => index % 12 === 0)
    .map(({ id, startedAt: startsAt, ...each }) => ({
      ...each,
      id: `w${id}`,
      title: `Work ${id}`,
      status: "completed",
      startsAt,
      endsAt: startsAt + hour,
      bodyHtml: "",
      bodyText: "",
    }));
  await put(deployment, maintenanceTable, works);
  await publishPage(deployment.ctx(), page.id);
  const all = [
    ...told.map((each) => ({ at: each.startedAt, id: each.id })),
    ...works.map((each) => ({ at: each.startsAt, id: each.id })),
  ];
  return all.sort((one, other) => other.at - one.at || (other.id < one.id ? -1 : 1)).map(({ id }) => id);
}

async function look(query: string) {
  const args = visit(deployment, `/${page.slug}/history${query}`, { page: page.slug });
  const response = await loader(args);
  const text = await response.text();
  const ids = [...text.matchAll(/href="\/acme\/(?:incidents|maintenances)\/(w?i\d{4})"/g)].map(([, id]) => id ?? "");
  const rest = />Earlier in this month</.test(text)
    ? /href="\/acme\/history(\?month=[^"]*after=[^"]*)"/.exec(text)?.[1]
    : undefined;
  return { status: response.status, text, ids, rest: rest?.replaceAll("&amp;", "&"), meter: args.context.ctx.meter };
}

test("a long month is read in parts: nothing twice, nothing missing, in one order, each for the same few rows", async () => {
  const all = await fill(420);
  const read: string[] = [];
  const costs: number[] = [];
  for (let query: string | undefined = "?month=2026-10"; query; ) {
    const part = await look(query);
    expect([part.status, part.ids.length <= 100]).toEqual([200, true]);
    expect(part.text.includes(">Latest in this month<")).toBe(query.includes("after"));
    expect(part.text.includes('content="noindex')).toBe(query.includes("after"));
    expect(part.meter.statements).toBeLessThanOrEqual(2 + 5);
    read.push(...part.ids);
    costs.push(part.meter.read);
    query = part.rest;
  }
  expect(read).toEqual(all);
  expect(costs.length).toBe(Math.ceil(all.length / 100));
  expect(Math.max(...costs)).toBeLessThan(100 * 10);
});

test("a month of thousands costs no more rows than one of a thousand", async () => {
  await fill(1300);
  const few = await look("?month=2026-10");
  await deployment.close();
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  await fill(3600);
  resetIsolate();
  const many = await look("?month=2026-10");
  expect(many.ids.length).toBe(100);
  expect(many.meter.read).toBeLessThanOrEqual(few.meter.read + 20);
});

test("a link stands though its incident is gone; what is no link of ours, or of another month, changes nothing", async () => {
  const all = await fill(230);
  const { rest = "" } = await look("?month=2026-10");
  const last = all[99] ?? "";
  expect(last).toMatch(/^i/);
  await deployment.ctx().d1.prepare("UPDATE incident SET visibility = 'withdrawn' WHERE id = ?1").bind(last).run();
  expect((await look(rest)).ids).toEqual(all.slice(100, 200));
  const first = (await look("?month=2026-10")).ids;
  const mark = rest.replace("?month=2026-10&after=", "");
  for (const after of ["", "nothing", last, `${mark}%27`, `0${mark}`, "-", "zzzzzzzzz-i0001", mark.toUpperCase()]) {
    const shown = await look(`?month=2026-10&after=${after}`);
    expect([after, shown.ids]).toEqual([after, first]);
    expect(shown.text).toContain('rel="canonical" href="http://localhost:8787/acme/history?month=2026-10"');
  }
  expect((await look(`?month=2026-11&after=${mark}`)).text).toContain("No incidents or maintenance in this month.");
});

test("a month of a hundred has no further part, and neighbours lead to their newest", async () => {
  await fill(92);
  const { rest, ids, text } = await look("?month=2026-10");
  expect([rest, ids.length]).toEqual([undefined, 100]);
  expect(text).not.toContain("after=");
  const next = await look("?month=2026-11");
  expect(next.text).toContain('href="/acme/history?month=2026-10"');
});

test("a month limited to a component has what named it, part by part, and says so in its links", async () => {
  const all = await fill(420);
  const [chosen = ""] = page.components;
  const named = all.filter((id) => id.startsWith("i") && Number(id.slice(1)) % 3 === 0);
  const rows = named.map((incidentId) => ({
    incidentId,
    componentId: chosen,
    pageId: page.id,
    status: "major_outage",
  }));
  await put(deployment, incidentComponentTable, rows);
  const first = await look(`?month=2026-10&component=${chosen}`);
  expect(first.ids).toEqual(named.slice(0, 100));
  expect(first.rest).toContain(`component=${chosen}`);
  expect((await look(first.rest ?? "")).ids).toEqual(named.slice(100));
  expect(first.text).toContain(`<option value="${chosen}" selected`);
  expect(first.text).toContain(`href="/acme/history?month=2026-11&amp;component=${chosen}"`);
  expect((await look("?month=2026-10&component=unknown")).ids).toEqual(all.slice(0, 100));
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

/** The list of incidents as it is read without script. */
let deployment: TestDeployment;
let stage: Stage;
let responder: Browser;

const base = "/manage/acme/incidents";

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  responder = await browserOf(deployment, "responder");
  await deployment.bindings.DB.prepare("DELETE FROM incident").run();
});
afterAll(() => deployment.close());

/** As it is seen: without the data that script takes over. */
async function listAt(query = ""): Promise<string> {
  const html = await (await responder.go(`${base}${query}`)).text();
  return html
    .slice(html.indexOf("<main"))
    .replaceAll("<!-- -->", "")
    .replaceAll("&amp;", "&")
    .replace(/<script.*?<\/script>/gs, "");
}

const titlesIn = (html: string) => [...html.matchAll(/<th [^>]*scope="row".*?<bdi>([^<]*)/gs)].map((found) => found[1]);
const headOf = (html: string, text: string) =>
  new RegExp(`<th scope="col"[^>]*>(?:(?!</th>).)*${text}.*?</th>`).exec(html)?.[0] ?? "";
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((found) => found[1]);

async function add(title: string, over: Record<string, string> = {}): Promise<void> {
  deployment.clock.now += 60_000;
  const given = { form: "open", intent: "publish", status: "investigating", body: "We look.", impactOverride: "minor" };
  const answer = await responder.post(`${base}/new`, { ...given, title, ...over });
  if (answer.status !== 303) throw new Error(await answer.text());
}

test("without incidents it says how they come, and shows no filters", async () => {
  const html = await listAt();
  expect(html).toContain("No incidents found");
  expect(html).not.toContain('name="search"');
});

test("a row says what an incident is, how bad, what it affects, since when", async () => {
  await add("Slow search", { [`components.${stage.components[0]}`]: "partial_outage" });
  await add("Payments fail", { intent: "draft", impactOverride: "critical" });
  await add("TLS 1.1 goes", { form: "announce", impactOverride: "none" });
  deployment.clock.now += 3_600_000;
  const html = await listAt();
  expect(titlesIn(html)).toEqual(["TLS 1.1 goes", "Payments fail", "Slow search"]);
  const [announced = "", draft = "", open = ""] = html.split("<tr").slice(2);
  for (const text of ["Investigating", "Minor", "Running for 1 h", "1 h ago"]) expect(open).toContain(text);
  for (const text of ["Draft", "Critical"]) expect(draft).toContain(text);
  for (const text of [">Announcement<", ">None<"]) expect(announced).toContain(text);
});

test("heads say by what it is sorted, and sort by a link that keeps the filters", async () => {
  const usual = await listAt();
  expect(headOf(usual, "Started")).toContain('aria-sort="descending"');
  expect(headOf(usual, "Impact")).toContain('aria-sort="none"');
  expect(headOf(usual, "Title")).not.toContain("aria-sort");
  const worst = await listAt("?filter=open&sort=-impact");
  expect(headOf(worst, "Impact")).toContain('aria-sort="descending"');
  expect(linksIn(headOf(worst, "Impact"))[0]).toMatch(/\?filter=open&sort=impact$/);
  expect(linksIn(headOf(worst, "Duration"))[0]).toMatch(/\?filter=open&sort=-duration$/);
  expect(titlesIn(await listAt("?sort=-impact"))).toEqual(["Payments fail", "Slow search", "TLS 1.1 goes"]);
  expect(titlesIn(await listAt("?sort=-duration"))).toEqual(["Slow search", "Payments fail", "TLS 1.1 goes"]);
});

test.each<[string, string[]]>([
  ["?filter=all", ["TLS 1.1 goes", "Payments fail", "Slow search"]],
  ["?filter=open", ["TLS 1.1 goes", "Slow search"]],
  ["?filter=draft", ["Payments fail"]],
  ["?filter=closed", []],
  ["?impact=critical", ["Payments fail"]],
  ["?search=SEARCH%20slow", ["Slow search"]],
  ["?from=2026-02-31", ["TLS 1.1 goes", "Payments fail", "Slow search"]],
  ["?until=2001-01-01", []],
])("%s", async (query, titles) => {
  expect(titlesIn(await listAt(query))).toEqual(titles);
});

test("by the component that it affects, whose group is named", async () => {
  const { DB } = deployment.bindings;
  await DB.prepare(
    "INSERT INTO component_group (id, page_id, name, position, created_at, updated_at) VALUES ('g', ?1, 'Europe', 1, 1, 1)",
  )
    .bind(stage.id)
    .run();
  await DB.prepare("UPDATE component SET group_id = 'g' WHERE id = ?1").bind(stage.components[0]).run();
  expect(await listAt()).toMatch(new RegExp(`<option value="${stage.components[0]}">Europe: `));
  expect(titlesIn(await listAt(`?component=${stage.components[0]}`))).toEqual(["Slow search"]);
});

test("the links to states keep the other filters, and the form keeps the state", async () => {
  const html = await listAt("?filter=open&search=slow&sort=-impact");
  expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*>Open</);
  expect(linksIn(html).filter((link) => link?.includes("filter=draft"))[0]).toMatch(
    /\?filter=draft&search=slow&sort=-impact$/,
  );
  const form = /<form[^>]*method="get".*?<\/form>/s.exec(html)?.[0] ?? "";
  expect(form).toContain('<input type="hidden" name="filter" value="open"/>');
  expect(form).toMatch(/name="search"[^>]*value="slow"/);
});

test("a filter that nothing fits offers the whole list", async () => {
  const html = await listAt("?search=nowhere");
  expect(html).toContain("No incidents match these filters");
  expect(html).not.toContain("An incident opens when");
  expect(html.match(new RegExp(`<a[^>]*href="${base}"[^>]*>Show all<`, "g"))).toHaveLength(2);
});

test("pages of a sorted list keep its view", async () => {
  const { DB } = deployment.bindings;
  await DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO incident (id, page_id, title, status, impact,
      visibility, started_at, resolved_at, closed, origin, created_at, updated_at)
      SELECT 'old' || i, ?1, 'Old ' || i, 'resolved', 'major', 'published', 5, 9, 1, 'person', 5, 9 FROM n`,
  )
    .bind(stage.id)
    .run();
  const first = await listAt("?filter=closed&sort=impact");
  const next = linksIn(first).find((link) => link?.includes("before=")) ?? "";
  expect(next).toMatch(/\?filter=closed&sort=impact&before=/);
  expect(first).toContain(">Next<");
  const second = await listAt(next.slice(next.indexOf("?")));
  expect(new Set([...titlesIn(first), ...titlesIn(second)]).size).toBe(60);
  expect(second).toContain(">First<");
});

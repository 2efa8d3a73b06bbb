import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntryTable, membershipTable } from "~/db/schema";
import { searchWordsOf } from "~/text/search-match";
import { noon, openDeployment, type TestDeployment } from "../../tests/support/database";
import { good } from "../../tests/support/desk";
import { browserOf, makePeople } from "../../tests/support/matrix-cast";
import { aPage, arrange, put } from "../../tests/support/scenario";
import { exportAudit } from "./export";
import { type AuditFilter, type AuditListPlace, type ListedAuditEntries, listAudit } from "./list";

let deployment: TestDeployment;
const pageId = "page-acme";
const day = 24 * 3600_000;

/** Creates 2,400 entries of a machine, one an hour; every 800th is a person's about a component. */
beforeAll(async () => {
  deployment = await openDeployment();
  await arrange(deployment, aPage({ slug: "acme" }));
  await makePeople(deployment);
  await put(deployment, membershipTable, [{ pageId, personId: "viewer", role: "viewer", createdAt: 1 }]);
  const machine = { actorKind: "machine", actorId: "settle", action: "incident.open", subjectKind: "incident" };
  const person = { actorKind: "person", actorId: "admin", action: "component.update", subjectKind: "component" };
  const changed = {
    before: { name: "Shop", status: "operational" },
    after: { name: "Store Ärger", status: "major_outage" },
  };
  const rows = Array.from({ length: 2400 }, (_, at) => ({
    ...(at % 800 === 799 ? { ...person, ...changed } : { ...machine, before: null, after: null }),
    id: `e${String(at).padStart(5, "0")}`,
    pageId,
    at: noon - Math.floor(at / 2) * 3600_000,
    subjectId: "acme-a0",
  }));
  await put(deployment, auditEntryTable, rows);
});
afterAll(() => deployment.close());

async function walk(filter: AuditFilter & Pick<AuditListPlace, "oldestFirst">) {
  const found: string[] = [];
  let [before, pages, most]: [string | undefined, number, number] = [undefined, 0, 0];
  do {
    const person = { kind: "person" as const, id: "viewer", operator: false, sessionId: "s" };
    const ctx = { ...deployment.ctx(person), member: { pageId, role: "viewer" as const } };
    const listed: ListedAuditEntries = await good(listAudit(ctx, { pageId, before, ...filter }));
    found.push(...listed.entries.map(({ id }) => id));
    [before, pages, most] = [listed.before ?? undefined, pages + 1, Math.max(most, ctx.meter.read)];
  } while (before !== undefined && pages < 100);
  return { found, pages, most };
}

test("pages follow one another without a gap or a double, entries of one instant too", async () => {
  const { found, pages } = await walk({});
  expect([found.length, new Set(found).size, pages]).toEqual([2400, 2400, 48]);
});

test("the oldest first, pages follow one another alike, and a filter reads no more", async () => {
  const [newest, oldest] = [await walk({}), await walk({ oldestFirst: true })];
  expect(oldest.found).toEqual(newest.found.reverse());
  const { found, pages, most } = await walk({ actorId: "admin", oldestFirst: true });
  expect([found, pages]).toEqual([["e02399", "e01599", "e00799"], 3]);
  expect(most).toBeLessThanOrEqual(3200);
});

test("a filter that fits little looks at a thousand entries at a time and goes on", async () => {
  const { found, pages, most } = await walk({ actorId: "admin" });
  expect([found, pages]).toEqual([["e00799", "e01599", "e02399"], 3]);
  expect(most).toBeLessThanOrEqual(3200);
  expect((await walk({ subjectKind: "component" })).found).toEqual(found);
  expect((await walk({ actorKind: "token" })).found).toEqual([]);
});

test("words are looked for in who, what, names and values, in a bounded stretch", async () => {
  const terms = (...texts: string[]) => ({ terms: texts.map((text) => ({ text, actions: [] })) });
  const { found, pages, most } = await walk(terms("admin", "store"));
  expect([found, pages]).toEqual([["e00799", "e01599", "e02399"], 3]);
  expect(most).toBeLessThanOrEqual(6500);
  expect((await walk(terms("admin", "nowhere"))).found).toEqual([]);
  for (const typed of ["Ärger", "ärger", "ÄRGER"])
    expect((await walk(terms(...searchWordsOf(typed, 5)))).found, typed).toEqual(found);
  expect((await walk({ terms: [{ text: "geändert", actions: ["component.update"] }] })).found).toEqual(found);
  const viewer = await browserOf(deployment, "viewer");
  const html = await (
    await viewer.go("/manage/acme/audit?search=STORE+component&from=2026-10-01&to=2026-11-20")
  ).text();
  expect([html.includes("Store"), html.includes('value="STORE component"')]).toEqual([true, true]);
});

test("five words of any script are no more than the database takes", async () => {
  const viewer = await browserOf(deployment, "viewer");
  for (const search of ["one two three four five", "Сервер Ошибка Платёж Оплата Вход"]) {
    const answer = await viewer.go(`/manage/acme/audit?search=${encodeURIComponent(search)}`);
    expect([search, answer.status]).toEqual([search, 200]);
  }
});

test("days are a range of the index", async () => {
  const { found, most } = await walk({ from: noon - day, to: noon - 22 * 3600_000 });
  expect(found).toHaveLength(4);
  expect(most).toBeLessThanOrEqual(60);
});

test("the page says who did what in words, before → after, and keeps its filter", async () => {
  const viewer = await browserOf(deployment, "viewer");
  const html = await (await viewer.go("/manage/acme/audit?who=viewer&kind=component")).text();
  expect(html).toContain("None in the latest 1,000 entries");
  const own = await (await viewer.go("/manage/acme/audit?kind=component&from=2026-10-01&to=2026-11-20")).text();
  const text = own.replaceAll(/<!-- -->|<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  expect(text).toMatch(/ admin admin changed a component .* Store Ärger /);
  expect(text).toMatch(/Name Shop → Store Ärger Status Operational → Major outage/);
  expect(own).toMatch(/<a[^>]* href="\/manage\/acme\/components\/acme-a0"[^>]*><bdi>Store Ärger/);
  expect(own).toContain('aria-sort="descending"');
  const oldest = await (await viewer.go("/manage/acme/audit?sort=when&kind=incident")).text();
  for (const part of ['aria-sort="ascending"', "Newer", "sort=when&amp;before="]) expect(oldest).toContain(part);
  expect(oldest).toContain('href="?kind=incident&amp;sort=-when"');
  expect(own).toMatch(/<option value="component" selected[^>]*>/);
});

test("an admin takes what fits as CSV, and that is an entry; a viewer does not", async () => {
  const as = (role: "admin" | "viewer") => {
    const person = { kind: "person" as const, id: role, operator: false, sessionId: "s" };
    return { ...deployment.ctx(person), member: { pageId, role } };
  };
  expect((await exportAudit(as("viewer"), { pageId })).ok).toBe(false);
  const { csv } = await good(exportAudit(as("admin"), { pageId, subjectKind: "component" }));
  const lines = csv.split("\r\n");
  expect(lines[0]).toBe("at,id,actor,actorKind,action,subjectKind,subjectId,tokenOwner,before,after");
  expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(["e00799"]);
  expect((await walk({ subjectKind: "page" })).found).toHaveLength(1);
});

test("a single change is one sentence", async () => {
  const one = { actorKind: "person", actorId: "admin", action: "component.update", subjectKind: "component" };
  const at = noon + 1000;
  const rows = [
    { id: "f1", before: { name: "Shop" }, after: { name: "Store" } },
    { id: "f2", before: { description: null }, after: { description: "Where people pay" } },
    { id: "f3", before: { description: "Old" }, after: { description: "" } },
  ];
  await put(
    deployment,
    auditEntryTable,
    rows.map((row) => ({ ...one, ...row, pageId, at, subjectId: "acme-a0" })),
  );
  const viewer = await browserOf(deployment, "viewer");
  const html = await (await viewer.go("/manage/acme/audit?who=admin")).text();
  const text = html.replaceAll(/<!-- -->|<[^>]+>/g, "").replaceAll(/\s+/g, " ");
  expect(text).toContain("admin changed “Name” of Store from Shop to Store");
  expect(text).toMatch(/admin set “Description” of .* to Where people pay/);
  expect(text).toMatch(/admin cleared “Description” of .*, which was Old/);
});

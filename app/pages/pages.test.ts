import { afterAll, beforeAll, expect, test } from "vitest";
import { listAudit } from "~/audit/list";
import { listComponents } from "~/components/list";
import { setComponentStatus } from "~/components/set-status";
import { openIncident } from "~/incidents/open";
import { planMaintenance } from "~/maintenances/plan";
import { readNowView } from "~/now/read";
import { resetIsolate } from "~/platform/isolate";
import { readPublishedView } from "~/status-page/view-page";
import { type Desk, failureOf, good, openDesk, operator } from "../../tests/support/desk";
import { findPageMembership } from "./find";
import { updatePage } from "./update";
import { chooseHomePage, createPage, joinPageAsOwner, listPages, readPage } from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const page = async () => good(readPage(desk.as("viewer"), { pageId: desk.pageId }));

test("a page is made with its zone's day, published at once, and owned by who made it", async () => {
  const ctx = desk.deployment.ctx(operator);
  const made = await good(createPage(ctx, { name: "Kyoto", slug: "kyoto", timeZone: "Asia/Tokyo", about: "" }));
  expect((await good(readPublishedView(ctx, { slug: "kyoto" }))).snapshot.page).toMatchObject({
    name: "Kyoto",
    slug: "kyoto",
  });
  const mine = await good(listPages(ctx));
  expect(mine.find((each) => each.id === made.id)?.role).toBe("owner");
  const nobody = desk.deployment.ctx({ kind: "person", id: "someone", operator: false, sessionId: "s" });
  expect(await good(listPages(nobody))).toEqual([]);
  expect(await failureOf(createPage(nobody, { name: "X", slug: "xx" }))).toMatchObject({ name: "forbidden" });
});

test.each([
  ["slug", { slug: "Upper" }],
  ["slug", { slug: "a" }],
  ["slug", { slug: "-ab" }],
  ["slug", { slug: "healthz" }],
  ["slug", { slug: "x".repeat(41) }],
  ["timeZone", { timeZone: "Mars/Olympus" }],
  ["accent", { accent: "#ffee88" }],
  ["accent", { accent: "red" }],
  ["name", { name: "" }],
])("a wrong %s is refused: %o", async (field, wrong) => {
  const given = { name: "N", slug: "fine", ...wrong };
  expect(await failureOf(createPage(desk.deployment.ctx(operator), given))).toMatchObject({
    name: "invalid",
    fields: { [field]: expect.any(String) },
  });
});

test("a slug that is taken is a conflict, when made and when changed", async () => {
  const ctx = desk.deployment.ctx(operator);
  expect(await failureOf(createPage(ctx, { name: "Acme 2", slug: "acme" }))).toMatchObject({ code: "slug_taken" });
  const moved = updatePage(desk.owner(), { pageId: desk.pageId, slug: "kyoto" });
  expect(await failureOf(moved)).toMatchObject({ name: "conflict", code: "slug_taken" });
});

test("a page is created with its first components, or not at all when a line is wrong", async () => {
  const ctx = desk.deployment.ctx(operator);
  const lines = "Website\nShop:\n- Checkout\n- Search";
  const made = await good(createPage(ctx, { name: "Whole", slug: "whole", lines }));
  const member = { pageId: made.id, role: "owner" as const };
  const listed = await good(listComponents({ ...ctx, member }, { pageId: made.id }));
  expect(listed.components.map(({ name }) => name).sort()).toEqual(["Checkout", "Search", "Website"]);
  expect(listed.groups.map(({ name }) => name)).toEqual(["Shop"]);
  const twice = { name: "Half", slug: "half", lines: "Website\nWebsite" };
  expect(await failureOf(createPage(ctx, twice))).toMatchObject({ fields: { lines: expect.anything() } });
  expect(await good(createPage(ctx, { ...twice, lines: " " }))).toMatchObject({ slug: "half" });
});

test("admins change how it looks, only owners its address; the page moves with it", async () => {
  const before = await page();
  const given = { pageId: desk.pageId, version: before.version, name: "Acme Cloud", slug: "acme" };
  await good(updatePage(desk.as("admin"), given));
  const moving = { pageId: desk.pageId, slug: "acme-cloud" };
  expect(await failureOf(updatePage(desk.as("admin"), moving))).toMatchObject({ name: "forbidden" });
  await good(updatePage(desk.owner(), moving));
  resetIsolate();
  expect((await good(readPublishedView(desk.owner(), { slug: "acme-cloud" }))).snapshot.page.name).toBe("Acme Cloud");
  expect(await failureOf(readPublishedView(desk.owner(), { slug: "acme" }))).toEqual({ name: "missing" });
  const stale = await failureOf(updatePage(desk.as("admin"), { ...given, name: "Old" }));
  expect(stale).toMatchObject({ name: "conflict", current: { name: "Acme Cloud" } });
  await good(updatePage(desk.owner(), { pageId: desk.pageId, visibility: "members" }));
  resetIsolate();
  expect(await failureOf(readPublishedView(desk.owner(), { slug: "acme-cloud" }))).toEqual({ name: "missing" });
  await good(updatePage(desk.owner(), { pageId: desk.pageId, visibility: "public" }));
});

test("in another zone the open day begins at that zone's midnight", async () => {
  await good(updatePage(desk.as("admin"), { pageId: desk.pageId, timeZone: "America/New_York" }));
  const { snapshot } = await good(readPublishedView(desk.owner(), { slug: "acme-cloud" }));
  expect(snapshot.page.timeZone).toBe("America/New_York");
  expect(snapshot.days.last).toBe("2026-11-20");
  await good(updatePage(desk.as("admin"), { pageId: desk.pageId, timeZone: "Etc/UTC" }));
});

test("the operator who is no member sees that a page exists, joins it, and the log says so", async () => {
  const stranger = desk.deployment.ctx({ kind: "person", id: "second", operator: true, sessionId: "s" });
  const seen = await good(listPages(stranger));
  expect(seen.find((each) => each.id === desk.pageId)?.role).toBeNull();
  expect(await failureOf(findPageMembership(stranger, "acme-cloud"))).toEqual({ name: "missing" });
  await good(joinPageAsOwner(stranger, { pageId: desk.pageId }));
  await good(joinPageAsOwner(stranger, { pageId: desk.pageId }));
  expect(await good(findPageMembership(stranger, "acme-cloud"))).toEqual({ pageId: desk.pageId, role: "owner" });
  const { entries } = await good(listAudit(desk.owner(), { pageId: desk.pageId }));
  expect(entries.filter((each) => each.action === "page.join")).toMatchObject([{ after: { person: "second" } }]);
});

test("a page that the bootstrap token makes is among the first operator's own, for whom it opens", async () => {
  const { bindings, ctx: ctxOf, clock } = desk.deployment;
  const people = (id: string, at: number) =>
    bindings.DB.prepare(
      "INSERT INTO person (id, name, kind, operator, created_at, updated_at) VALUES (?1, ?1, 'human', 1, ?2, ?2)",
    )
      .bind(id, at)
      .run();
  await people("later-operator", clock.now - 1000);
  await people("first-operator", clock.now - 2000);
  const token = { kind: "token", id: "bootstrap", personId: "bootstrap", role: "owner" } as const;
  const ctx = ctxOf({ ...token, readOnly: false, operator: true });
  const { id } = await good(createPage(ctx, { name: "By program", slug: "by-program" }));
  const roleFor = async (personId: string) => {
    const pages = await good(listPages(ctxOf({ kind: "person", id: personId, operator: true, sessionId: "s" })));
    return pages.find((each) => each.id === id)?.role;
  };
  expect([await roleFor("first-operator"), await roleFor("later-operator")]).toEqual(["owner", null]);
  const member = { pageId: id, role: "owner" } as const;
  const owner = { ...ctxOf({ kind: "person", id: "first-operator", operator: true, sessionId: "s" }), member };
  const { entries } = await good(listAudit(owner, { pageId: id }));
  expect(entries.filter(({ action }) => action === "page.give_first_owner")).toMatchObject([
    { actorKind: "token", subjectId: id, after: { person: "first-operator", role: "owner" } },
  ]);
  const own = ctxOf({ ...token, id: "mine", personId: "later-operator", readOnly: false, operator: true });
  const second = await good(createPage(own, { name: "By its maker", slug: "by-its-maker" }));
  const asMaker = { ...own, member: { pageId: second.id, role: "owner" as const } };
  const made = await good(listAudit(asMaker, { pageId: second.id }));
  expect(made.entries.map(({ action }) => action)).toEqual(["page.create"]);
  const first = await good(listPages(ctxOf({ kind: "person", id: "first-operator", operator: true, sessionId: "s" })));
  expect(first.find((each) => each.id === second.id)?.role).toBeNull();
});

test("an operator's token that only reads neither joins a page nor chooses the one at the root", async () => {
  const reading = {
    kind: "token",
    id: "reads",
    personId: "o2",
    role: "owner",
    readOnly: true,
    operator: true,
  } as const;
  for (const act of [joinPageAsOwner, chooseHomePage]) {
    const failure = await failureOf(act(desk.deployment.ctx(reading), { pageId: desk.pageId }));
    expect(failure).toMatchObject({ name: "forbidden", code: "read_only_token" });
  }
});

test("a token has never more than its own role, nor more than its maker's", async () => {
  const token = { kind: "token" as const, id: "t", personId: "founder", readOnly: false, operator: true };
  const ctx = desk.deployment.ctx({ ...token, role: "viewer" });
  expect(await good(findPageMembership(ctx, desk.pageId))).toEqual({ pageId: desk.pageId, role: "viewer" });
  const reading = { ...desk.deployment.ctx({ ...token, role: "owner", readOnly: true }), member: desk.owner().member };
  expect(await failureOf(updatePage(reading, { pageId: desk.pageId, name: "X" }))).toMatchObject({
    code: "read_only_token",
  });
  expect(await failureOf(createPage(reading, { name: "X", slug: "xx" }))).toMatchObject({ code: "read_only_token" });
});

test("Now shows what is open, what is drafted, what is red and why, and whether the machinery runs", async () => {
  const [website, api] = desk.components;
  const { pageId } = desk;
  const now = desk.deployment.clock.now;
  const incident = { pageId, title: "Down", components: { [website]: "major_outage" } };
  const open = await good(openIncident(desk.as("responder"), incident));
  const draft = await good(openIncident(desk.as("responder"), { ...incident, title: "Maybe", visibility: "draft" }));
  await good(setComponentStatus(desk.as("responder"), { pageId, id: api, status: "degraded_performance" }));
  const window = { startsAt: now + 3_600_000, endsAt: now + 7_200_000 };
  await good(
    planMaintenance(desk.as("responder"), {
      pageId,
      title: "Move",
      ...window,
      components: { [api]: "under_maintenance" },
    }),
  );
  const view = await good(readNowView(desk.as("viewer"), { pageId }));
  expect(view.head).toMatchObject({ letter: "m", state: { kind: "components", names: ["Website"] } });
  expect(view.open).toMatchObject([{ id: open.id, lastUpdateAt: now, recoveredAt: null }]);
  expect(view.drafts).toMatchObject([{ id: draft.id }]);
  expect(view.components).toMatchObject([
    { id: website, effective: "major_outage", because: ["incident"] },
    { id: api, effective: "degraded_performance", because: ["manual"] },
  ]);
  expect(view.maintenances).toMatchObject([{ title: "Move", status: "scheduled" }]);
  const still = { settlePending: false, snapshotPending: false, lastDeliveryAt: null, held: null };
  expect(view.health).toEqual({ tickAt: 0, ...still });
  expect(await failureOf(readNowView(desk.as(null), { pageId }))).toEqual({ name: "missing" });
});

test("the operator chooses what / shows; a member who is no operator may not", async () => {
  const owner = desk.as("owner");
  expect(await chooseHomePage(owner, { pageId: desk.pageId })).toMatchObject({
    ok: false,
    failure: { name: "forbidden" },
  });
  const operator = { ...owner, actor: { kind: "person" as const, id: "operator", operator: true, sessionId: "s" } };
  await good(chooseHomePage(operator, { pageId: desk.pageId, commitId: "home-once-home-once-home-1" }));
  await good(chooseHomePage(operator, { pageId: desk.pageId, commitId: "home-once-home-once-home-1" }));
  const pages = await good(listPages(operator));
  expect(pages.filter((each) => each.isHome).map((each) => each.id)).toEqual([desk.pageId]);
  expect(await chooseHomePage(operator, { pageId: "nowhere" })).toMatchObject({
    ok: false,
    failure: { name: "missing" },
  });
});

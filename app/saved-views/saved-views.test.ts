import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "~/access/actor";
import { listAudit } from "~/audit/list";
import { leavePage, removeMember } from "~/people/memberships/verbs";
import { countRows } from "../../tests/support/counted-rows";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { addPerson } from "../../tests/support/sign-in-mail";
import { createSavedView, deleteSavedView, listSavedViewLinks, listSavedViews, updateSavedView } from "./verbs";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const as = (id: string, role: Role) => ({
  ...desk.deployment.ctx({ kind: "person" as const, id, operator: false, sessionId: "s" }),
  member: { pageId: desk.pageId, role },
});
const ada = () => as("ada", "viewer");
const bob = () => as("bob", "viewer");
const admin = () => as("eve", "admin");
const reading = () => ({
  ...desk.deployment.ctx({
    kind: "token" as const,
    id: "t",
    personId: "ada",
    role: "owner" as const,
    readOnly: true,
    operator: false,
  }),
  member: { pageId: desk.pageId, role: "owner" as const },
});

const open = () => ({ pageId: desk.pageId, name: "Open", room: "incidents", query: "?filter=open&before=5.a" });
const namesFor = async (ctx: ReturnType<typeof as>) =>
  (await good(listSavedViews(ctx, { pageId: desk.pageId }))).map(({ name }) => name);
const target = (id: string) => ({ pageId: desk.pageId, id });

describe("a view of one’s own", () => {
  test("a viewer saves, renames and deletes one; the list’s place is not kept", async () => {
    const { id } = await good(createSavedView(ada(), open()));
    expect(await good(listSavedViews(ada(), { pageId: desk.pageId }))).toMatchObject([
      { id, name: "Open", room: "incidents", query: "filter=open", everyone: false, version: 0 },
    ]);
    await good(updateSavedView(ada(), { ...target(id), version: 0, name: "Still open" }));
    expect(await namesFor(ada())).toEqual(["Still open"]);
    expect(await failureOf(updateSavedView(ada(), { ...target(id), version: 0, name: "Late" }))).toMatchObject({
      name: "conflict",
      current: { name: "Still open" },
    });
    await good(deleteSavedView(ada(), target(id)));
    expect(await namesFor(ada())).toEqual([]);
  });

  test("nobody else sees or changes it, whatever their role", async () => {
    const { id } = await good(createSavedView(ada(), open()));
    for (const ctx of [bob(), admin(), as("zoe", "owner")]) {
      expect(await namesFor(ctx)).toEqual([]);
      const missing = { name: "missing" };
      expect(await failureOf(updateSavedView(ctx, { ...target(id), name: "Mine" }))).toEqual(missing);
      expect(await failureOf(deleteSavedView(ctx, target(id)))).toEqual(missing);
    }
    const { entries } = await good(listAudit(admin(), { pageId: desk.pageId }));
    const entry = entries.find(({ action }) => action === "saved_view.create");
    expect([entry?.subjectId, JSON.stringify(entry)]).toEqual([id, expect.not.stringContaining("filter=open")]);
  });

  test("it goes with the person, and the page’s stay", async () => {
    await addPerson(desk.deployment, { id: "founder" });
    for (const id of ["ada", "bob"]) await addPerson(desk.deployment, { id, pageId: desk.pageId, role: "viewer" });
    for (const ctx of [ada(), bob()]) await good(createSavedView(ctx, open()));
    await good(createSavedView(admin(), { ...open(), name: "All see it", everyone: true }));
    await good(leavePage(ada(), { pageId: desk.pageId }));
    expect([await namesFor(ada()), await namesFor(bob())]).toEqual([["All see it"], ["All see it", "Open"]]);
    desk.deployment.clock.now += 1000;
    await good(removeMember(desk.owner(), { pageId: desk.pageId, personId: "bob" }));
    expect(await namesFor(bob())).toEqual(["All see it"]);
  });

  test("a token that only reads writes none, and who is no member sees none", async () => {
    const forbidden = { name: "forbidden", code: "read_only_token" };
    const { id } = await good(createSavedView(ada(), open()));
    expect(await failureOf(createSavedView(reading(), { ...open(), name: "Other" }))).toEqual(forbidden);
    expect(await failureOf(updateSavedView(reading(), { ...target(id), name: "Other" }))).toEqual(forbidden);
    expect(await failureOf(deleteSavedView(reading(), target(id)))).toEqual(forbidden);
    expect(await namesFor(reading() as never)).toEqual(["Open"]);
    const stranger = { ...ada(), member: null };
    expect(await failureOf(createSavedView(stranger, open()))).toEqual({ name: "missing" });
    expect(await failureOf(listSavedViews(stranger, { pageId: desk.pageId }))).toEqual({ name: "missing" });
  });
});

describe("a view of the page", () => {
  test.each(["viewer", "responder"] as const)("%s sees it and changes nothing", async (role) => {
    const { id } = await good(createSavedView(admin(), { ...open(), everyone: true }));
    const ctx = as("ada", role);
    expect(await namesFor(ctx)).toEqual(["Open"]);
    const forbidden = { name: "forbidden", detail: "role.admin" };
    const other = { ...open(), name: "Other", everyone: true };
    expect(await failureOf(createSavedView(ctx, other))).toEqual(forbidden);
    expect(await failureOf(updateSavedView(ctx, { ...target(id), name: "Other" }))).toEqual(forbidden);
    expect(await failureOf(deleteSavedView(ctx, target(id)))).toEqual(forbidden);
  });

  test("another admin changes and deletes it; the audit log says how", async () => {
    const { id } = await good(createSavedView(admin(), { ...open(), everyone: true }));
    const zoe = () => as("zoe", "owner");
    desk.deployment.clock.now += 1000;
    await good(updateSavedView(zoe(), { ...target(id), name: "All open", query: "filter=all" }));
    desk.deployment.clock.now += 1000;
    await good(deleteSavedView(zoe(), target(id)));
    const { entries } = await good(listAudit(admin(), { pageId: desk.pageId }));
    const said = entries.filter(({ action }) => action.startsWith("saved_view"));
    expect(said.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      {
        action: "saved_view.delete",
        before: { name: "All open", room: "incidents", query: "filter=all" },
        after: null,
      },
      {
        action: "saved_view.update",
        before: { name: "Open", query: "filter=open" },
        after: { name: "All open", query: "filter=all" },
      },
      {
        action: "saved_view.create",
        before: null,
        after: { name: "Open", room: "incidents", query: "filter=open", everyone: true },
      },
    ]);
  });

  test("the links of a list are one’s own and the page’s of that list alone, by name", async () => {
    await good(createSavedView(admin(), { ...open(), name: "b", everyone: true }));
    await good(createSavedView(ada(), { ...open(), name: "A" }));
    await good(createSavedView(bob(), { ...open(), name: "Bob’s" }));
    await good(createSavedView(ada(), { ...open(), room: "monitors", name: "Down" }));
    const links = await good(listSavedViewLinks(ada(), { pageId: desk.pageId, room: "incidents" }));
    expect(links.map(({ name, everyone }) => [name, everyone])).toEqual([
      ["A", false],
      ["b", true],
    ]);
  });
});

describe("what is refused", () => {
  const taken = { name: "invalid", fields: { name: "saved_view.taken" } };

  test("a name that the list has already, of the same owner", async () => {
    await good(createSavedView(ada(), open()));
    expect(await failureOf(createSavedView(ada(), { ...open(), name: "OPEN" }))).toEqual(taken);
    const { id } = await good(createSavedView(ada(), { ...open(), name: "Other" }));
    expect(await failureOf(updateSavedView(ada(), { ...target(id), name: "open" }))).toEqual(taken);
    await good(createSavedView(ada(), { ...open(), room: "monitors" }));
    await good(createSavedView(bob(), open()));
    await good(createSavedView(admin(), { ...open(), everyone: true }));
  });

  test("the same name by two writers at once: one is saved, the other refused at the field", async () => {
    const writers = Array.from({ length: 4 }, () => createSavedView(admin(), { ...open(), everyone: true }));
    const results = await Promise.all(writers);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    for (const result of results) if (!result.ok) expect(result.failure).toEqual(taken);
    const ids = [];
    for (const name of ["One", "Two"]) {
      ids.push((await good(createSavedView(admin(), { ...open(), name, everyone: true }))).id);
    }
    const renamed = await Promise.all(ids.map((id) => updateSavedView(admin(), { ...target(id), name: "Same" })));
    expect(renamed.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect((await namesFor(admin())).filter((name) => name === "Same")).toHaveLength(1);
  });

  test("a form that is sent twice saves once", async () => {
    const twice = { ...open(), commitId: "the-same" };
    const [first, second] = [await good(createSavedView(ada(), twice)), await good(createSavedView(ada(), twice))];
    expect(second.id).toBe(first.id);
    expect(await namesFor(ada())).toEqual(["Open"]);
  });

  test("a list that shows everything, a list that there is not, and a query that is too long", async () => {
    const fieldsOf = async (given: object) => {
      const failure = await failureOf(createSavedView(ada(), { ...open(), ...given }));
      return failure?.name === "invalid" ? Object.keys(failure.fields).sort() : failure;
    };
    expect(await fieldsOf({ query: "?before=5.a" })).toEqual(["query"]);
    expect(await fieldsOf({ room: "settings" })).toEqual(["room"]);
    expect(await fieldsOf({ query: `text=${"ü".repeat(300)}` })).toEqual(["query"]);
    expect(await fieldsOf({ query: "x".repeat(1001) })).toEqual(["query"]);
    expect(await fieldsOf({ name: " ", query: "" })).toEqual(["name", "query"]);
  });

  test("the fifty-first of one’s own, and of the page; those of others do not count", async () => {
    const save = (ctx: ReturnType<typeof as>, name: string, everyone: boolean) =>
      createSavedView(ctx, { ...open(), name, everyone });
    for (let at = 0; at < 50; at++) {
      await good(save(admin(), `View ${at}`, false));
      await good(save(admin(), `View ${at}`, true));
    }
    const full = (key: string) => ({ name: "conflict", code: "too_many", detail: `${key}{"most":50}` });
    expect(await failureOf(save(admin(), "More", false))).toMatchObject(full("saved_view.limit_own"));
    expect(await failureOf(save(admin(), "More", true))).toMatchObject(full("saved_view.limit_page"));
    await good(save(ada(), "Mine", false));
    const rows = await countRows(desk.deployment, async () => {
      const links = await good(listSavedViewLinks(ada(), { pageId: desk.pageId, room: "incidents" }));
      expect(links).toHaveLength(51);
    });
    console.log(`links above a list with 51 of 101 saved views: ${rows} rows read`);
    expect(rows).toBeLessThanOrEqual(3 * 51);
  });
});

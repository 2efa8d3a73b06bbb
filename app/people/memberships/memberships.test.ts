import { afterEach, beforeEach, expect, test } from "vitest";
import type { Role } from "~/access/actor";
import { readBatch } from "~/db/read";
import { auditEntryTable, invitationTable, membershipTable, passkeyTable, sessionTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { type Desk, failureOf, good, openDesk } from "../../../tests/support/desk";
import { put } from "../../../tests/support/scenario";
import { addPerson } from "../../../tests/support/sign-in-mail";
import { listMemberAccess } from "./access";
import { changeRole, leavePage, listMembers, removeMember } from "./verbs";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  await addPerson(desk.deployment, { id: "founder" });
  for (const id of ["ada", "bob"]) await addPerson(desk.deployment, { id, pageId: desk.pageId, role: "viewer" });
});
afterEach(() => desk.close());

const roles = async () => {
  const { db } = desk.owner();
  const [rows] = await readBatch(desk.owner(), db.select().from(membershipTable));
  return Object.fromEntries(rows.map((each) => [each.personId, each.role]));
};

const as = (id: string, role: Role): Ctx => ({
  ...desk.deployment.ctx({ kind: "person", id, operator: false, sessionId: "s" }),
  member: { pageId: desk.pageId, role },
});

const change = (personId: string, role: Role, ctx = desk.owner(), version?: number) =>
  changeRole(ctx, { pageId: desk.pageId, personId, role, ...(version === undefined ? {} : { version }) });

test("everybody sees names and roles, admins and owners the addresses", async () => {
  const seen = async (role: Role) => good(listMembers(desk.as(role), { pageId: desk.pageId }));
  expect((await seen("viewer")).map(({ name, role, email }) => [name, role, email])).toEqual([
    ["Name of founder", "owner", null],
    ["Name of ada", "viewer", null],
    ["Name of bob", "viewer", null],
  ]);
  expect((await seen("responder")).every((each) => each.email === null)).toBe(true);
  expect((await seen("admin"))[1]).toMatchObject({ email: "ada@example.com", you: false });
  expect((await seen("owner"))[0]).toMatchObject({ email: "founder@example.com", you: true });
  expect(await failureOf(listMembers(desk.as(null), { pageId: desk.pageId }))).toEqual({ name: "missing" });
});

test("how members came in and sign in is for admins", async () => {
  const { pageId, deployment } = desk;
  const now = deployment.clock.now;
  const times = { createdAt: now, expiresAt: now + 1000, userAgent: "" };
  await put(deployment, sessionTable, [
    { tokenHash: "h1", id: "s1", personId: "ada", lastSeenAt: now - 5000, ...times },
    { tokenHash: "h2", id: "s2", personId: "ada", lastSeenAt: now - 1000, ...times },
  ]);
  const key = { publicKey: "k", transports: [], createdAt: 1 };
  await put(deployment, passkeyTable, [{ credentialId: "c", id: "p", personId: "bob", name: "Laptop", ...key }]);
  const given = { pageId, role: "viewer" as const, createdAt: 1, expiresAt: 2 };
  await put(deployment, invitationTable, [
    { ...given, tokenHash: "i1", id: "i1", invitedBy: "founder", acceptedAt: 5, acceptedBy: "ada" },
    { ...given, tokenHash: "i2", id: "i2", invitedBy: "bob", acceptedAt: 9, acceptedBy: "ada" },
    { ...given, tokenHash: "i3", id: "i3", invitedBy: "bob", acceptedAt: null, acceptedBy: null },
  ]);
  const access = await good(listMemberAccess(desk.as("admin"), { pageId }));
  expect(new Map(access.map(({ personId, ...rest }) => [personId, rest]))).toEqual(
    new Map([
      ["founder", { lastSeenAt: null, hasPasskey: false, inviter: null }],
      ["ada", { lastSeenAt: now - 1000, hasPasskey: false, inviter: "Name of bob" }],
      ["bob", { lastSeenAt: null, hasPasskey: true, inviter: null }],
    ]),
  );
  expect(await failureOf(listMemberAccess(desk.as("responder"), { pageId }))).toMatchObject({ name: "forbidden" });
});

test("an owner changes and ends memberships; it is audited, with roles before and after", async () => {
  await good(change("ada", "admin"));
  desk.deployment.clock.now += 1000;
  await good(removeMember(desk.owner(), { pageId: desk.pageId, personId: "bob" }));
  expect(await roles()).toEqual({ founder: "owner", ada: "admin" });
  const [entries] = await readBatch(desk.owner(), desk.owner().db.select().from(auditEntryTable));
  expect(entries.filter((each) => each.action.startsWith("membership"))).toMatchObject([
    { action: "membership.change_role", subjectId: "ada", before: { role: "viewer" }, after: { role: "admin" } },
    { action: "membership.remove", subjectId: "bob", before: { role: "viewer" } },
  ]);
});

test.each(["viewer", "responder", "admin"] as const)("%s changes nobody, and leaves", async (role) => {
  const ctx = as("ada", role);
  expect(await failureOf(change("bob", "viewer", ctx))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(removeMember(ctx, { pageId: desk.pageId, personId: "bob" }))).toMatchObject({
    name: "forbidden",
  });
  await good(leavePage(ctx, { pageId: desk.pageId }));
  expect(await roles()).toEqual({ founder: "owner", bob: "viewer" });
});

test("a version that is old is refused with both, and nothing is overwritten", async () => {
  await good(change("ada", "admin", desk.owner(), 0));
  expect(await failureOf(change("ada", "viewer", desk.owner(), 0))).toEqual({
    name: "conflict",
    current: { role: "admin", version: 1 },
  });
  expect((await roles()).ada).toBe("admin");
});

test("the last owner stays an owner and a member", async () => {
  const last = { name: "conflict", code: "last_owner" };
  expect(await failureOf(change("founder", "admin"))).toMatchObject(last);
  expect(await failureOf(leavePage(desk.owner(), { pageId: desk.pageId }))).toMatchObject(last);
  expect(await failureOf(removeMember(desk.owner(), { pageId: desk.pageId, personId: "founder" }))).toMatchObject(last);
  await good(change("ada", "owner"));
  await good(leavePage(desk.owner(), { pageId: desk.pageId }));
  expect(await roles()).toEqual({ ada: "owner", bob: "viewer" });
});

test("of three owners who all leave, demote or remove at once, one is left", async () => {
  for (const id of ["ada", "bob"]) await good(change(id, "owner"));
  const { pageId } = desk;
  const answers = await Promise.all([
    leavePage(desk.owner(), { pageId }),
    change("ada", "viewer", as("bob", "owner")),
    removeMember(as("ada", "owner"), { pageId, personId: "bob" }),
  ]);
  expect(answers.filter((each) => each.ok)).toHaveLength(2);
  expect(Object.values(await roles()).filter((role) => role === "owner")).toHaveLength(1);
});

test("the built-in operator counts as no owner", async () => {
  const rows = { pageId: desk.pageId, personId: "bootstrap", role: "owner", createdAt: 1 };
  const { d1 } = desk.owner();
  const insert = "INSERT INTO membership (page_id, person_id, role, created_at) VALUES (?1, ?2, ?3, ?4)";
  await d1.prepare(insert).bind(rows.pageId, rows.personId, rows.role, rows.createdAt).run();
  expect(await failureOf(leavePage(desk.owner(), { pageId: desk.pageId }))).toMatchObject({ code: "last_owner" });
});

test("nobody of another page is touched", async () => {
  const other = await openDesk(desk.deployment, "other");
  const given = { pageId: other.pageId, personId: "ada" };
  expect(await failureOf(removeMember(other.owner(), given))).toEqual({ name: "missing" });
  expect(await failureOf(changeRole(other.owner(), { ...given, role: "owner" }))).toEqual({ name: "missing" });
  expect((await roles()).ada).toBe("viewer");
});

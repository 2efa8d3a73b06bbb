import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "~/access/actor";
import { readBatch } from "~/db/read";
import { auditEntryTable, invitationTable, membershipTable, noticeTable, personTable, sessionTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { type Desk, failureOf, good, openDesk } from "../../../tests/support/desk";
import { addPerson, mailOf } from "../../../tests/support/sign-in-mail";
import { acceptInvitation } from "./accept";
import { createInvitation } from "./create";
import { listInvitations, readInvitationByToken, resendInvitation, revokeInvitation } from "./verbs";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const day = 86_400_000;
const visitor = (): Ctx => desk.deployment.ctx();
const person1 = (id: string): Ctx => desk.deployment.ctx({ kind: "person", id, operator: false, sessionId: "s" });

const all = async (
  table:
    | typeof sessionTable
    | typeof invitationTable
    | typeof noticeTable
    | typeof auditEntryTable
    | typeof membershipTable,
) => (await readBatch(visitor(), visitor().db.select().from(table)))[0] as Record<string, unknown>[];
const roleOf = async (id: string) =>
  (await all(membershipTable)).find((each) => each.personId === id && each.pageId === desk.pageId)?.role;

async function invite(email?: string, role: Role = "responder") {
  desk.deployment.clock.now += 1000;
  const given = { pageId: desk.pageId, role, ...(email === undefined ? {} : { email }) };
  const { id, link } = await good(createInvitation(desk.owner(), given));
  return { id, token: link ? (link.split("/").at(-1) ?? "") : (await mailOf(desk.deployment, "invitation")).token };
}

const accept = (ctx: Ctx, token: string, name?: string) =>
  acceptInvitation(ctx, { token, userAgent: null, ...(name === undefined ? {} : { name }) });

describe("inviting", () => {
  test("by mail: one row, one mail, neither token nor address where they do not belong", async () => {
    const { id, token } = await invite(" Ada@Example.com ");
    expect(await mailOf(desk.deployment, "invitation")).toEqual({ token, address: "ada@example.com" });
    expect(await all(invitationTable)).toMatchObject([
      { id, email: "ada@example.com", role: "responder", invitedBy: "founder" },
    ]);
    expect(
      JSON.stringify([await all(invitationTable), await all(noticeTable), await all(auditEntryTable)]),
    ).not.toContain(token);
    expect(JSON.stringify([await all(noticeTable), await all(auditEntryTable)])).not.toContain("ada@example.com");
  });

  test("by link: shown once, mailed to nobody", async () => {
    const given = { pageId: desk.pageId, role: "viewer" as const, commitId: "commit-1" };
    const first = await good(createInvitation(desk.owner(), given));
    expect(first.link).toMatch(/^http:\/\/localhost:8787\/manage\/invitations\/[\w-]{43}$/);
    expect(await good(createInvitation(desk.owner(), given))).toEqual({ id: first.id, link: null });
    expect([(await all(invitationTable)).length, (await all(noticeTable)).length]).toEqual([1, 0]);
  });

  test.each([
    ["viewer", "forbidden"],
    ["responder", "forbidden"],
    ["admin", "forbidden"],
    [null, "missing"],
  ] as const)("%s may not", async (role, name) => {
    const ctx = desk.as(role);
    const { pageId } = desk;
    expect(await failureOf(createInvitation(ctx, { pageId, role: "viewer" }))).toMatchObject({ name });
    expect(await failureOf(listInvitations(ctx, { pageId }))).toMatchObject({ name });
    expect(await failureOf(revokeInvitation(ctx, { pageId, id: "x" }))).toMatchObject({ name });
    expect(await failureOf(resendInvitation(ctx, { pageId, id: "x" }))).toMatchObject({ name });
  });

  test("not whom there is no address of, who is invited, or who is a member", async () => {
    const { pageId } = desk;
    const ask = (email: string, role = "viewer") =>
      failureOf(createInvitation(desk.owner(), { pageId, email, role: role as "viewer" }));
    expect(await ask("a@b")).toMatchObject({ name: "invalid", code: "bad_email" });
    expect(await ask("ada@example.com", "god")).toMatchObject({ name: "invalid" });
    await invite("ada@example.com");
    expect(await ask("Ada@example.com")).toMatchObject({ name: "invalid", code: "already_invited" });
    await addPerson(desk.deployment, { id: "bob", pageId });
    expect(await ask("bob@example.com")).toMatchObject({ name: "invalid", code: "already_member" });
  });
});

describe("accepting", () => {
  test("a mailed one makes the person of that address, member and signed in; looking changes nothing", async () => {
    const { token } = await invite("ada@example.com");
    const shown = { pageName: "Acme", role: "responder", over: false, joiningAs: null, asksName: true };
    for (let n = 0; n < 3; n++) expect(await good(readInvitationByToken(visitor(), { token }))).toMatchObject(shown);
    expect(await failureOf(accept(visitor(), token))).toMatchObject({
      name: "invalid",
      fields: { name: expect.any(String) },
    });
    const done = await good(accept(visitor(), token, "Ada"));
    expect(done).toMatchObject({ slug: desk.slug, sessionToken: expect.stringMatching(/^[\w-]{43}$/) });
    const [rows] = await readBatch(visitor(), visitor().db.select().from(personTable));
    const ada = rows.find((each) => each.email === "ada@example.com");
    expect(ada).toMatchObject({ name: "Ada", operator: false });
    expect(await roleOf(ada?.id ?? "")).toBe("responder");
    expect(await failureOf(accept(visitor(), token, "Eve"))).toEqual({ name: "gone" });
    expect(await good(readInvitationByToken(visitor(), { token }))).toMatchObject({ over: true, pageName: "Acme" });
  });

  test("a mailed one signs in nobody who has an account: they sign in first and join then", async () => {
    await addPerson(desk.deployment, { id: "bob" });
    const { token } = await invite("bob@example.com");
    expect(await good(readInvitationByToken(visitor(), { token }))).toMatchObject({
      asksName: false,
      signInFirst: true,
    });
    expect(await failureOf(accept(visitor(), token))).toMatchObject({ name: "unauthenticated" });
    expect([await roleOf("bob"), await all(sessionTable)]).toEqual([undefined, []]);
    expect(await good(readInvitationByToken(person1("bob"), { token }))).toMatchObject({ signInFirst: false });
    await good(accept(person1("bob"), token));
    expect(await roleOf("bob")).toBe("responder");
  });

  test("who is signed in joins as themselves, without a second session; twice is once", async () => {
    await addPerson(desk.deployment, { id: "bob" });
    const { token } = await invite();
    expect(await good(accept(person1("bob"), token))).toEqual({ slug: desk.slug, sessionToken: null, device: null });
    expect(await good(accept(person1("bob"), token))).toEqual({ slug: desk.slug, sessionToken: null, device: null });
    expect([await roleOf("bob"), (await all(sessionTable)).length]).toEqual(["responder", 0]);
  });

  test("one that was handed over proves no address", async () => {
    const { token } = await invite();
    await good(accept(visitor(), token, "Cem"));
    const [rows] = await readBatch(visitor(), visitor().db.select().from(personTable));
    expect(rows.find((each) => each.name === "Cem")).toMatchObject({ email: null });
  });

  test("raises a member's role and lowers none", async () => {
    const { pageId } = desk;
    await addPerson(desk.deployment, { id: "low", pageId, role: "viewer" });
    await addPerson(desk.deployment, { id: "high", pageId, role: "admin" });
    for (const id of ["low", "high"]) await good(accept(person1(id), (await invite()).token));
    expect([await roleOf("low"), await roleOf("high")]).toEqual(["responder", "admin"]);
  });

  test("of ten who accept at once one joins", async () => {
    const { token } = await invite();
    const tries = Array.from({ length: 10 }, (_, n) => accept(visitor(), token, `Person ${n}`));
    expect((await Promise.all(tries)).filter((each) => each.ok)).toHaveLength(1);
    expect([(await all(sessionTable)).length, (await all(membershipTable)).length]).toEqual([1, 2]);
  });

  test("not after 7 days, when revoked, or when sent again", async () => {
    const [late, revoked, again] = [await invite("a@example.com"), await invite("b@example.com"), await invite()];
    const { pageId } = desk;
    await good(revokeInvitation(desk.owner(), { pageId, id: revoked.id }));
    const fresh = await good(resendInvitation(desk.owner(), { pageId, id: again.id }));
    const gone = { name: "gone" };
    expect(await failureOf(accept(visitor(), revoked.token, "B"))).toEqual(gone);
    expect(await failureOf(accept(visitor(), again.token, "C"))).toEqual(gone);
    expect((await accept(visitor(), fresh.link?.split("/").at(-1) ?? "", "C")).ok).toBe(true);
    desk.deployment.clock.now += 7 * day;
    expect(await failureOf(accept(visitor(), late.token, "A"))).toEqual(gone);
    expect(await failureOf(accept(visitor(), "x".repeat(43), "A"))).toEqual(gone);
    expect(await good(listInvitations(desk.owner(), { pageId }))).toEqual([]);
  });

  test("another page's owner has no hand in it", async () => {
    const { id } = await invite("a@example.com");
    const other = await openDesk(desk.deployment, "other");
    expect(await failureOf(revokeInvitation(other.owner(), { pageId: other.pageId, id }))).toEqual({ name: "missing" });
    expect(await failureOf(resendInvitation(other.owner(), { pageId: other.pageId, id }))).toEqual({ name: "missing" });
  });
});

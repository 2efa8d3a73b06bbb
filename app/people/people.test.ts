import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import {
  apiTokenTable,
  auditEntryTable,
  membershipTable,
  personTable,
  sessionTable,
  signInLinkTable,
} from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { aPage, arrange, put } from "../../tests/support/scenario";
import { findSession } from "./find-session";
import { findTokenActor } from "./find-token";
import { listSessions, revokeAllSessions, revokeSession, signOut } from "./sessions";
import { signInByConsoleLink } from "./use-console-link";

let deployment: TestDeployment;
const bootstrapToken = "a bootstrap token that is long enough";
beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_BOOTSTRAP_TOKEN: bootstrapToken });
});
afterEach(() => deployment.close());

const day = 86_400_000;
const hash = (token: string) => createHash("sha256").update(token).digest("hex");

/** Creates a link as the start script does. */
async function printLink(minutes = 60): Promise<string> {
  const token = deployment.ctx().token();
  const { now } = deployment.clock;
  const row = { tokenHash: hash(token), kind: "console", createdAt: now, expiresAt: now + minutes * 60_000 };
  await put(deployment, signInLinkTable, [row]);
  return token;
}

const press = (token: string) => signInByConsoleLink(deployment.ctx(), { token, userAgent: "Firefox" });

async function signedIn(): Promise<{ sessionToken: string; personId: string }> {
  const result = await press(await printLink());
  if (!result.ok) throw new Error(result.failure.name);
  return result.value;
}

const humans = async () => {
  const { db } = deployment.ctx();
  return (await readBatch(deployment.ctx(), db.select().from(personTable).where(eq(personTable.kind, "human"))))[0];
};

const all = async (table: typeof membershipTable | typeof sessionTable | typeof auditEntryTable) =>
  (await readBatch(deployment.ctx(), deployment.ctx().db.select().from(table)))[0] as Record<string, unknown>[];

test("the first link makes the operator, who owns what nobody owned", async () => {
  const page = await arrange(deployment, aPage({ slug: "demo" }));
  await put(deployment, membershipTable, [
    { pageId: "made-by-token", personId: "bootstrap", role: "owner", createdAt: 1 },
  ]);
  const { personId, sessionToken } = await signedIn();
  expect(await humans()).toMatchObject([{ id: personId, operator: true }]);
  const found = await findSession(deployment.ctx(), { token: sessionToken, slug: "demo" });
  expect(found).toMatchObject({
    actor: { kind: "person", id: personId, operator: true },
    membership: { page: { id: page.id, slug: "demo", timeZone: "Etc/UTC" }, role: "owner" },
    renewed: false,
  });
  const joined = (await all(auditEntryTable)).filter(({ action }) => action === "page.join");
  expect(joined.map(({ pageId, actorId, after }) => [pageId, actorId, after])).toEqual([
    [page.id, personId, { person: personId, role: "owner" }],
  ]);
  const [stored] = await all(sessionTable);
  expect(stored?.tokenHash).toBe(hash(sessionToken));
  expect(JSON.stringify(await all(auditEntryTable))).not.toContain(sessionToken);
});

test("a later link signs in the first operator and takes no page away", async () => {
  const { personId } = await signedIn();
  await arrange(deployment, aPage({ slug: "later" }));
  const again = await signedIn();
  expect(again.personId).toBe(personId);
  expect(await humans()).toHaveLength(1);
  expect(await all(membershipTable)).toEqual([]);
});

test("a link works once, for 60 minutes, and only if it was printed", async () => {
  const token = await printLink();
  expect((await press(token)).ok).toBe(true);
  expect(await press(token)).toEqual({ ok: false, failure: { name: "gone" } });
  const late = await printLink();
  deployment.clock.now += 3_600_000;
  expect(await press(late)).toEqual({ ok: false, failure: { name: "gone" } });
  expect(await press(deployment.ctx().token())).toEqual({ ok: false, failure: { name: "gone" } });
  expect(await press("' OR 1=1 --")).toEqual({ ok: false, failure: { name: "gone" } });
  expect(await all(sessionTable)).toHaveLength(1);
});

test("of twenty who press at once one wins", async () => {
  const token = await printLink();
  const results = await Promise.all(Array.from({ length: 20 }, () => press(token)));
  expect(results.filter((each) => each.ok)).toHaveLength(1);
  expect([await humans(), await all(sessionTable)].map((rows) => rows.length)).toEqual([1, 1]);
});

test("two links pressed at once make one first person", async () => {
  await arrange(deployment, aPage({ slug: "demo" }));
  const tokens = await Promise.all([printLink(), printLink(), printLink()]);
  const results = await Promise.all(tokens.map(press));
  expect(results.every((each) => each.ok)).toBe(true);
  expect([await humans(), await all(membershipTable)].map((rows) => rows.length)).toEqual([1, 1]);
});

test("a session rolls for 30 days and is written at most once a day", async () => {
  const { sessionToken: token } = await signedIn();
  const look = async () => {
    const ctx = deployment.ctx();
    const found = await findSession(ctx, { token, slug: null });
    await deployment.settled();
    return { renewed: found?.renewed, written: ctx.meter.written };
  };
  expect(await look()).toEqual({ renewed: false, written: 0 });
  deployment.clock.now += 20 * day;
  expect(await look()).toMatchObject({ renewed: true });
  expect(await look()).toEqual({ renewed: false, written: 0 });
  deployment.clock.now += 29 * day;
  expect(await look()).toMatchObject({ renewed: true });
  deployment.clock.now += 30 * day;
  expect(await look()).toEqual({ renewed: undefined, written: 0 });
});

test("a session on a page is one read; a page of others is as if it were not there", async () => {
  const { sessionToken: token } = await signedIn();
  await arrange(deployment, aPage({ slug: "others" }));
  const ctx = deployment.ctx();
  const found = await findSession(ctx, { token, slug: "others" });
  expect(found).toMatchObject({ membership: null });
  expect(await findSession(deployment.ctx(), { token, slug: "nowhere" })).toMatchObject({ membership: null });
  expect(ctx.meter).toMatchObject({ statements: 2, written: 0 });
  expect(await findSession(deployment.ctx(), { token: "no such token", slug: null })).toBeNull();
});

test("sessions are listed, ended one by one and all at once, and do not come back", async () => {
  const [one, two] = [await signedIn(), await signedIn()];
  const as = async (token: string) => {
    const found = await findSession(deployment.ctx(), { token, slug: null });
    return found && deployment.ctx(found.actor);
  };
  const ctx = await as(one.sessionToken);
  if (!ctx) throw new Error("no session");
  const listed = await listSessions(ctx);
  if (!listed.ok) throw new Error("not listed");
  expect(listed.value.map((each) => each.current).sort()).toEqual([false, true]);
  const other = listed.value.find((each) => !each.current);
  await revokeSession(ctx, { id: other?.id ?? "" });
  expect([await as(two.sessionToken), await as(one.sessionToken)].map(Boolean)).toEqual([false, true]);
  const three = await signedIn();
  await signOut(ctx);
  expect([await as(one.sessionToken), await as(three.sessionToken)].map(Boolean)).toEqual([false, true]);
  const last = await as(three.sessionToken);
  if (last) await revokeAllSessions(last);
  expect(await as(three.sessionToken)).toBeNull();
  const actions = (await all(auditEntryTable)).map((each) => each.action);
  expect(actions.filter((each) => each === "session.open")).toHaveLength(3);
  expect(actions).toEqual(expect.arrayContaining(["session.revoke", "session.sign_out", "session.revoke_all"]));
});

test("nobody ends the session of another, or lists any without one", async () => {
  const { sessionToken: token } = await signedIn();
  const found = await findSession(deployment.ctx(), { token, slug: null });
  const stranger = deployment.ctx({ kind: "person", id: "stranger", operator: false, sessionId: "s" });
  await revokeSession(stranger, { id: found?.actor.sessionId ?? "" });
  await revokeAllSessions(stranger);
  expect(await findSession(deployment.ctx(), { token, slug: null })).not.toBeNull();
  expect(await listSessions(deployment.ctx())).toMatchObject({ failure: { name: "unauthenticated" } });
});

test("the bootstrap token is the built-in operator and costs no row", async () => {
  const ctx = deployment.ctx();
  expect(await findTokenActor(ctx, bootstrapToken)).toMatchObject({ id: "bootstrap", operator: true, role: "owner" });
  expect(ctx.meter.statements).toBe(0);
  expect(await findTokenActor(deployment.ctx(), `${bootstrapToken} `)).toBeNull();
  expect(await findTokenActor(deployment.ctx(), null)).toBeNull();
  expect(await findTokenActor(deployment.ctx(), "x".repeat(10_000))).toBeNull();
});

test("a token has its own role, runs out, and is no operator below owner", async () => {
  const { personId } = await signedIn();
  const row = { personId, name: "Deploys", createdAt: deployment.clock.now };
  const expiresAt = deployment.clock.now + day;
  await put(deployment, apiTokenTable, [
    { ...row, tokenHash: hash("one"), id: "1", role: "viewer", readOnly: true, expiresAt },
  ]);
  await put(deployment, apiTokenTable, [{ ...row, tokenHash: hash("two"), id: "2", role: "owner" }]);
  const one = await findTokenActor(deployment.ctx(), "one");
  const plain = { kind: "token", id: "1", personId, name: "Deploys", drafter: false, operator: false };
  expect(one).toEqual({ ...plain, role: "viewer", readOnly: true });
  expect(await findTokenActor(deployment.ctx(), "two")).toMatchObject({ operator: true, readOnly: false });
  await deployment.settled();
  deployment.clock.now += day;
  expect(await findTokenActor(deployment.ctx(), "one")).toBeNull();
});

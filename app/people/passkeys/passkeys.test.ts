import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { auditEntryTable, challengeTable, passkeyTable, personTable, sessionTable, signInLinkTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { Authenticator, type Lies } from "../../../tests/support/authenticator";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { purgeAll } from "../../../tests/support/purged";
import { put } from "../../../tests/support/scenario";
import { mailOf } from "../../../tests/support/sign-in-mail";
import { setMailer } from "../../../tests/support/smtp";
import { requestAddressChange } from "../account";
import { findSession } from "../find-session";
import { prepareNewSession } from "../new-session";
import { removeOwnAddress } from "../remove-address";
import { readSignInMethods } from "../sign-in-ways";
import { redeemSignInCode } from "../try-code";
import { beginPasskeyRegistration, beginPasskeySignIn } from "./begin";
import { signInByPasskey } from "./sign-in";
import { addPasskey, listPasskeys, removePasskey, renameMyPasskey } from "./verbs";

const origin = "http://localhost:8787";
let deployment: TestDeployment;
let networks = 0;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
});
afterAll(() => deployment.close());
beforeEach(async () => {
  networks += 1;
  deployment.clock.now += 1000;
  const tables = ["person", "session", "passkey", "challenge", "sign_in_link", "audit_entry"];
  await runBatch(
    deployment.ctx(),
    tables.map((table) => ({ sql: `DELETE FROM ${table} WHERE true`, params: [] })),
  );
  await addPeople();
});

const times = { createdAt: 1, updatedAt: 1 };
/** Returns another id in every test, because limits are kept in memory. */
const ada = () => `ada${networks}`;

async function addPeople(): Promise<void> {
  await put(deployment, personTable, [
    { id: `first${networks}`, name: "First", operator: true, email: null, ...times },
    { id: ada(), name: "Ada", operator: false, email: "ada@example.com", ...times, createdAt: 2 },
  ]);
}

/** Returns a person with a live session. */
async function signedIn(personId = ada()): Promise<{ ctx: Ctx; token: string; sessionId: string }> {
  const made = await prepareNewSession(deployment.ctx(), {
    personId,
    operator: false,
    userAgent: "Firefox",
    device: null,
  });
  const row = JSON.parse(String(made.changes[0]?.params[0]))[0];
  await put(deployment, sessionTable, [row]);
  deployment.clock.now += 1000;
  return { ctx: made.acting, token: made.sessionToken, sessionId: made.id };
}

/** Mark of the browser that all of them use. */
const mark = "m".repeat(43);

const from = () => `10.9.${networks}.1`;
const value = <T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
};

const begin = async (ctx: Ctx, name = "Phone") => value(await beginPasskeyRegistration(ctx, { name, mark }));

async function register(ctx: Ctx, name = "Phone", lies: Lies = {}) {
  const key = new Authenticator(origin);
  const options = await begin(ctx, name);
  const added = await addPasskey(ctx, { name, mark, credential: key.make(options, lies) });
  deployment.clock.now += 1000;
  return { key, added, options };
}

const ask = async () => value(await beginPasskeySignIn(deployment.ctx(), { from: from(), mark }));

/** Signs in with a credential from a browser of this mark. */
const tell = (credential: string, by = mark) =>
  signInByPasskey(deployment.ctx(), { credential, userAgent: "Chrome", mark: by });

const enter = async (key: Authenticator, lies: Lies = {}) => tell(key.use(await ask(), lies));

const lives = async (token: string) => (await findSession(deployment.ctx(), { token, slug: null })) !== null;

const count = async (table: typeof passkeyTable | typeof challengeTable | typeof sessionTable) =>
  (await readBatch(deployment.ctx(), deployment.ctx().db.select().from(table)))[0].length;

describe("adding", () => {
  test("asks for a discoverable key of this place with verification, and keeps it under its name", async () => {
    const { ctx } = await signedIn();
    const { added, options } = await register(ctx);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const listed = value(await listPasskeys(ctx));
    expect(listed.passkeys).toMatchObject([{ name: "Phone", lastUsedAt: null, id: value(added).id }]);
    await renameMyPasskey(ctx, { id: value(added).id, name: "Old phone" });
    expect(value(await listPasskeys(ctx)).passkeys).toMatchObject([{ name: "Old phone" }]);
    const again = await begin(ctx, "Other");
    expect(again.excludeCredentials).toHaveLength(1);
  });

  const lies: [string, Lies][] = [
    ["of another origin", { origin: "http://localhost.evil.example" }],
    ["of another place", { rpId: "evil.example" }],
    ["of a sign-in", { type: "webauthn.get" }],
    ["by somebody who proved nothing", { verified: false }],
    ["made in a frame of another page", { framed: true }],
  ];
  test.each(lies)("refuses one %s, and writes nothing", async (_what, lie) => {
    const { ctx } = await signedIn();
    const { key, added, options } = await register(ctx, "Phone", lie);
    expect(added).toMatchObject({ ok: false, failure: { code: "bad_passkey" } });
    expect([await count(passkeyTable), await count(challengeTable)]).toEqual([0, 0]);
    const elsewhere = await addPasskey(ctx, { name: "Phone", mark: "o".repeat(43), credential: key.make(options) });
    expect(elsewhere).toMatchObject({ ok: false, failure: { code: "bad_passkey" } });
    expect([await count(passkeyTable), await count(challengeTable)]).toEqual([0, 0]);
  });

  test("a challenge is one person's, for five minutes, once; the same form twice is one passkey", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn(`first${networks}`)];
    const key = new Authenticator(origin);
    const options = await begin(mine.ctx);
    const credential = key.make(options);
    const form = { name: "Phone", mark, credential, commitId: "form-1" };
    expect((await addPasskey(theirs.ctx, { name: "Phone", mark, credential })).ok).toBe(false);
    deployment.clock.now += 5 * 60_000;
    expect((await addPasskey(mine.ctx, form)).ok).toBe(false);
    const fresh = { ...form, credential: key.make(await begin(mine.ctx)) };
    const [one, two] = await Promise.all([addPasskey(mine.ctx, fresh), addPasskey(mine.ctx, fresh)]);
    expect(value(one)).toEqual(value(two));
    expect(await count(passkeyTable)).toBe(1);
  });

  test("what is no credential is refused", async () => {
    const { ctx } = await signedIn();
    for (const credential of ["", "{", "null", "[]", '{"id":"x"}', "x".repeat(20_001)])
      expect(await addPasskey(ctx, { name: "Phone", mark, credential })).toMatchObject({
        ok: false,
        failure: { name: "invalid", code: "bad_passkey" },
      });
  });
});

describe("signing in", () => {
  test("opens a session of the passkey's person, notes its use, and works once", async () => {
    const { ctx } = await signedIn();
    const { key } = await register(ctx);
    const credential = key.use(await ask());
    const both = await Promise.all([tell(credential), tell(credential)]);
    expect(both.filter((each) => each.ok)).toHaveLength(1);
    const won = both.find((each) => each.ok);
    const found = await findSession(deployment.ctx(), { token: won?.ok ? won.value.sessionToken : "", slug: null });
    expect(found?.actor).toMatchObject({ id: ada() });
    expect(value(await listPasskeys(ctx)).passkeys[0]?.lastUsedAt).toBe(deployment.clock.now);
    const [entries] = await readBatch(ctx, ctx.db.select().from(auditEntryTable));
    expect(entries.at(-1)).toMatchObject({ action: "session.open", actorId: ada(), after: { by: "passkey" } });
    expect(JSON.stringify(entries)).not.toContain(key.id);
  });

  const lies: [string, (key: Authenticator) => Lies][] = [
    ["of another origin", () => ({ origin: "https://localhost" })],
    ["of another place", () => ({ rpId: "evil.example" })],
    ["without verification", () => ({ verified: false })],
    ["in a frame of another page", () => ({ framed: true })],
    ["of another person", () => ({ userHandle: "Zmlyc3Q" })],
    ["whose counter stands still", (key) => ({ counter: key.counter })],
    ["whose counter went back", () => ({ counter: 1 })],
  ];
  test.each(lies)("refuses one %s in the words for an unknown one", async (_what, lie) => {
    const { ctx } = await signedIn();
    const { key } = await register(ctx);
    for (let use = 0; use < 3; use++) expect((await enter(key)).ok).toBe(true);
    const unknown = await enter(new Authenticator(origin));
    const before = [await count(sessionTable), await count(challengeTable)];
    expect(await enter(key, lie(key))).toEqual(unknown);
    expect([await count(sessionTable), await count(challengeTable)]).toEqual(before);
    expect((await enter(key)).ok).toBe(true);
  });

  test("a passkey answers for nobody else, not in another browser, and to no challenge of another kind or form", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn(`first${networks}`)];
    const [{ key }, other] = [await register(mine.ctx), await register(theirs.ctx)];
    const unknown = await enter(new Authenticator(origin));
    const named = JSON.stringify({ ...JSON.parse(key.use(await ask())), id: other.key.id, rawId: other.key.id });
    expect(await tell(named)).toEqual(unknown);
    expect(await tell(key.use(await ask()), "o".repeat(43))).toEqual(unknown);
    expect(await tell(key.use(await begin(mine.ctx)))).toEqual(unknown);
    for (let length = 43; length < 49; length++)
      expect(await tell(key.use({ challenge: "_".repeat(length) }))).toEqual(unknown);
    expect((await enter(key)).ok).toBe(true);
  });

  test("wrong answers to one challenge cost five reads", async () => {
    const [{ key }, asked] = [await register((await signedIn()).ctx), await ask()];
    const [stranger, reads]: [Authenticator, boolean[]] = [new Authenticator(origin), []];
    for (let count = 0; count < 7; count++) {
      const calling = deployment.ctx();
      await signInByPasskey(calling, { credential: stranger.use(asked), userAgent: null, mark });
      reads.push(calling.meter.statements > 0);
    }
    expect(reads).toEqual([true, true, true, true, true, false, false]);
    expect((await enter(key)).ok).toBe(true);
  });

  test("is begun without a row; what was answered is kept until it would have run out", async () => {
    const { ctx } = await signedIn();
    const { key } = await register(ctx);
    for (let asked = 0; asked < 59; asked++) await ask();
    expect(await count(challengeTable)).toBe(1);
    await enter(key);
    const refused = await beginPasskeySignIn(deployment.ctx(), { from: from(), mark });
    expect(refused).toMatchObject({ ok: false, failure: { name: "limited" } });
    expect(await count(challengeTable)).toBe(2);
    deployment.clock.now += 5 * 60_000 + 1;
    await purgeAll(() => deployment.ctx(), deployment.clock.now);
    expect(await count(challengeTable)).toBe(0);
  });

  test("there is none at an address that is a number", async () => {
    const other = await openDeployment({ UPFRONT_URL: "http://127.0.0.1:8787" });
    expect(await beginPasskeySignIn(other.ctx(), { from: null, mark })).toMatchObject({
      failure: { code: "no_passkeys" },
    });
    await other.close();
  });
});

test("the page for signing in knows whether mail leaves", async () => {
  const mail = async () => (await readSignInMethods(deployment.ctx())).mail;
  expect(await mail()).toBe("none");
  await setMailer(deployment, { host: "127.0.0.1", port: 25 });
  expect(await mail()).toBe("works");
  await runBatch(deployment.ctx(), [{ sql: "UPDATE deployment SET mail_failing_since = 1", params: [] }]);
  expect(await mail()).toBe("failing");
});

describe("removing a credential", () => {
  test("ends every session but the one that asks, and what was begun; the key opens nothing", async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    const stranger = await signedIn(`first${networks}`);
    const [first, second] = [await register(here.ctx, "Phone"), await register(here.ctx, "Key")];
    await requestAddressChange(elsewhere.ctx, { address: "evil@example.com", browser: null });
    await begin(elsewhere.ctx, "Evil");
    value(await removePasskey(here.ctx, { id: value(first.added).id }));
    expect([await lives(here.token), await lives(elsewhere.token), await lives(stranger.token)]).toEqual([
      true,
      false,
      true,
    ]);
    const [links] = await readBatch(here.ctx, here.ctx.db.select().from(signInLinkTable));
    expect(links.map((each) => each.expiresAt <= deployment.clock.now)).toEqual([true]);
    expect((await enter(first.key)).ok).toBe(false);
    expect((await enter(second.key)).ok).toBe(true);
    deployment.clock.now += 2 * 86_400_000;
    expect(await lives(elsewhere.token)).toBe(false);
  });

  test("the address too; the last way in stays, however it is removed", async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    expect(await removeOwnAddress(here.ctx, {})).toMatchObject({ ok: false, failure: { code: "last_credential" } });
    const { added } = await register(here.ctx);
    const both = await Promise.all([removeOwnAddress(here.ctx, {}), removePasskey(here.ctx, { id: value(added).id })]);
    expect(both.map((each) => (each.ok ? "done" : each.failure.name)).sort()).toEqual(["conflict", "done"]);
    expect(await lives(elsewhere.token)).toBe(false);
    const first = await signedIn(`first${networks}`);
    const only = await register(first.ctx, "Only");
    expect((await removePasskey(first.ctx, { id: value(only.added).id })).ok).toBe(true);
  });

  test("an address that another takes the place of", async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    const { request } = value(await requestAddressChange(here.ctx, { address: "new@example.com", browser: null }));
    const { code } = await mailOf(deployment);
    expect(await redeemSignInCode(here.ctx, { code, request, userAgent: null })).toEqual({
      ok: true,
      value: { kind: "address" },
    });
    expect([await lives(here.token), await lives(elsewhere.token)]).toEqual([true, false]);
  });

  test("is nobody else's to do", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn(`first${networks}`)];
    const { added } = await register(mine.ctx);
    expect(await removePasskey(theirs.ctx, value(added))).toMatchObject({ failure: { name: "missing" } });
    expect(await renameMyPasskey(theirs.ctx, { ...value(added), name: "Mine" })).toMatchObject({ ok: false });
    expect(await count(passkeyTable)).toBe(1);
  });
});

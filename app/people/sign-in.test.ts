import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable, noticeTable, type personTable, sessionTable, signInLinkTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { failureOf, good } from "../../tests/support/desk";
import { holding } from "../../tests/support/held-database";
import { addPerson, mailOf, newestMail } from "../../tests/support/sign-in-mail";
import { readOwnAccount, requestAddressChange } from "./account";
import { requestSignIn } from "./request-sign-in";
import { redeemSignInLink } from "./spend-link";
import { redeemSignInCode } from "./try-code";

let deployment: TestDeployment;
let asked = 0;
beforeEach(async () => {
  deployment = await openDeployment();
  asked += 1;
  await addPerson(deployment, { id: who() });
});
afterEach(() => deployment.close());

const minute = 60_000;
/** Limits are kept in memory over all tests, so each test has a person and networks of its own. */
const who = () => `ada${asked}`;
let networks = 0;
const network = () => {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.9`;
};

async function ask(address = `${who()}@example.com`, from = network()) {
  const asked = await requestSignIn(deployment.ctx(), { address, from, browser: "Firefox on Linux" });
  await deployment.settled();
  return asked;
}

async function mailed(address?: string) {
  deployment.clock.now += 1000;
  const { request } = await good(ask(address));
  return { request, ...(await mailOf(deployment)) };
}

const press = (token: string, request: string | null) =>
  redeemSignInLink(deployment.ctx(), { token, request, userAgent: "Firefox" });
const type = (code: string, request: string | null) =>
  redeemSignInCode(deployment.ctx(), { code, request, userAgent: "Firefox" });

const all = async (
  table:
    | typeof sessionTable
    | typeof signInLinkTable
    | typeof noticeTable
    | typeof auditEntryTable
    | typeof personTable,
) => (await readBatch(deployment.ctx(), deployment.ctx().db.select().from(table)))[0] as Record<string, unknown>[];

const wrongCode = (code: string) => (code.startsWith("7") ? "8" : "7") + code.slice(1);

describe("asking", () => {
  test("writes one link and one mail to the person, and stores neither token nor code", async () => {
    const { request, token, code } = await mailed(`  ${who().toUpperCase()}@Example.com `);
    const [row] = await all(signInLinkTable);
    expect(row).toMatchObject({ kind: "mail", personId: who(), tries: 0, usedAt: null });
    expect(Number(row?.expiresAt) - deployment.clock.now).toBe(10 * minute);
    const [told] = await all(noticeTable);
    expect(told).toMatchObject({ kind: "sign_in", audience: "person", pageId: "", scope: { person_id: who() } });
    const stored = JSON.stringify([await all(signInLinkTable), await all(noticeTable), await all(auditEntryTable)]);
    for (const secret of [token, code, request]) expect(stored).not.toContain(secret);
  });

  test("the answer waits for no look-up, and an address of nobody leaves no row", async () => {
    for (const address of [`${who()}@example.com`, `nobody${asked}@example.com`]) {
      const held = holding(deployment.bindings.DB, "person");
      const ctx = deployment.ctx(undefined, { database: held.database });
      const { request } = await good(requestSignIn(ctx, { address, from: network(), browser: null }));
      expect(request).toHaveLength(43);
      await held.came;
      held.release();
      await deployment.settled();
    }
    expect(await all(signInLinkTable)).toHaveLength(1);
    expect(await all(noticeTable)).toHaveLength(1);
  });

  test("a code is wrong in the same words for nobody, for a guess too many and for one that ran out", async () => {
    const { request } = await mailed();
    const nobody = await good(ask(`nobody${asked}@example.com`));
    const said = new Set<string>();
    for (let n = 0; n < 7; n++) {
      said.add(JSON.stringify(await failureOf(type("77777777", request))));
      said.add(JSON.stringify(await failureOf(type("77777777", nobody.request))));
    }
    deployment.clock.now += 11 * minute;
    said.add(JSON.stringify(await failureOf(type("77777777", request))));
    expect(said.size).toBe(1);
  });

  test("a network that asks for 60 addresses is told to wait from then on, and nobody is looked up", async () => {
    const from = network();
    for (let n = 0; n < 60; n++) await good(ask(`x${n}@example.com`, from));
    expect(await failureOf(ask(`${who()}@example.com`, from))).toEqual({ name: "limited", retryAfter: 900 });
    expect(await newestMail(deployment, "sign_in")).toBeNull();
    expect((await ask()).ok).toBe(true);
    expect(await newestMail(deployment, "sign_in")).not.toBeNull();
  });

  test.each([
    "a@b",
    "x@example.com,y@example.com",
    "x@example.com\r\nBcc: y@example.com",
    "",
    `${"x".repeat(255)}@a.io`,
  ])("%j is no address", async (address) => {
    expect(await failureOf(ask(address))).toMatchObject({ name: "invalid", code: "bad_email" });
    expect(await all(signInLinkTable)).toHaveLength(0);
  });
});

describe("the link", () => {
  test("signs in once, in the browser that asked", async () => {
    const { token, code, request } = await mailed();
    expect(await good(press(token, request))).toMatchObject({ kind: "session", personId: who() });
    expect(await failureOf(press(token, request))).toEqual({ name: "gone" });
    expect(await failureOf(type(code, request))).toMatchObject({ name: "invalid" });
    expect(await all(sessionTable)).toHaveLength(1);
  });

  test("in another browser, or without a cookie, nothing happens and it stays good", async () => {
    const [one, other] = [await mailed(), await good(ask(`nobody${asked}@example.com`))];
    for (const request of [null, "", "x".repeat(43), other.request])
      expect(await failureOf(press(one.token, request))).toEqual({ name: "conflict", code: "other_browser" });
    expect(await all(sessionTable)).toHaveLength(0);
    expect((await press(one.token, one.request)).ok).toBe(true);
  });

  test("runs out after 10 minutes, its code too", async () => {
    const { token, code, request } = await mailed();
    deployment.clock.now += 10 * minute;
    expect(await failureOf(press(token, request))).toEqual({ name: "gone" });
    expect(await failureOf(type(code, request))).toMatchObject({ name: "invalid" });
  });

  test("of twenty presses and codes at once one wins", async () => {
    const { token, code, request } = await mailed();
    const tries = Array.from({ length: 20 }, (_, n) => (n % 5 === 0 ? type(code, request) : press(token, request)));
    expect((await Promise.all(tries)).filter((each) => each.ok)).toHaveLength(1);
    expect(await all(sessionTable)).toHaveLength(1);
  });
});

describe("the code", () => {
  test("signs in where it was asked for, typed as people type; then both are dead", async () => {
    const { token, code, request } = await mailed();
    const typed = ` ${code.slice(0, 4).toLowerCase()} - ${code.slice(4)}`;
    expect(await good(type(typed, request))).toMatchObject({ kind: "session", personId: who() });
    expect(await failureOf(press(token, request))).toEqual({ name: "gone" });
    expect((await all(auditEntryTable)).map((each) => each.action)).toEqual(["session.open"]);
  });

  test("belongs to its own request", async () => {
    const [one, two] = [await mailed(), await mailed()];
    expect(await failureOf(type(one.code, two.request))).toMatchObject({ name: "invalid" });
    expect(await failureOf(type(two.code, null))).toEqual({ name: "gone" });
    expect((await type(two.code, two.request)).ok).toBe(true);
  });

  test("what is no code at all costs no try", async () => {
    const { code, request } = await mailed();
    for (const typed of ["", "abc", "x".repeat(100)])
      expect(await failureOf(type(typed, request))).toMatchObject({ name: "invalid" });
    for (let n = 0; n < 4; n++) await type(wrongCode(code), request);
    expect((await type(code, request)).ok).toBe(true);
  });

  test("5 wrong ones kill it and the link, also when 50 are typed at once", async () => {
    const { token, code, request } = await mailed();
    const guesses = Array.from({ length: 50 }, () => type(wrongCode(code), request));
    const names = (await Promise.all(guesses.map(failureOf))).map((each) => each?.name);
    expect(names.filter((name) => name === "invalid")).toHaveLength(50);
    expect(await failureOf(type(code, request))).toMatchObject({ name: "invalid" });
    expect(await failureOf(press(token, request))).toEqual({ name: "gone" });
    expect(await all(sessionTable)).toHaveLength(0);
  });
});

describe("an address of one's own", () => {
  const acting = (): Ctx => deployment.ctx({ kind: "person", id: who(), operator: false, sessionId: "s" });

  test("counts once its mail was answered, and then signs in", async () => {
    const { request } = await good(
      requestAddressChange(acting(), { address: `New${asked}@Example.com`, browser: null }),
    );
    const account = () => readOwnAccount(acting()).then(good);
    expect(await account()).toMatchObject({ address: `${who()}@example.com`, proving: `new${asked}@example.com` });
    const { code, address } = await mailOf(deployment);
    expect(address).toBe(`new${asked}@example.com`);
    expect(await good(type(code, request))).toEqual({ kind: "address" });
    expect(await account()).toMatchObject({ address: `new${asked}@example.com`, proving: null });
    expect(await all(sessionTable)).toHaveLength(0);
    expect(JSON.stringify(await all(auditEntryTable))).not.toContain("@example.com");
  });

  test("is nobody else's: who has it keeps it", async () => {
    await addPerson(deployment, { id: `bob${asked}` });
    const { request } = await good(
      requestAddressChange(acting(), { address: `bob${asked}@example.com`, browser: null }),
    );
    const { token } = await mailOf(deployment);
    expect(await failureOf(press(token, request))).toMatchObject({ name: "conflict", code: "address_taken" });
    expect(await good(readOwnAccount(acting()))).toMatchObject({ address: `${who()}@example.com` });
  });

  test("5 mails in 15 minutes, then 429", async () => {
    for (let n = 0; n < 5; n++)
      await good(requestAddressChange(acting(), { address: `n${n}@example.com`, browser: null }));
    expect(
      await failureOf(requestAddressChange(acting(), { address: "six@example.com", browser: null })),
    ).toMatchObject({
      name: "limited",
    });
  });
});

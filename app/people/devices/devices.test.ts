import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { apiTokenTable, auditEntryTable, deviceCodeTable } from "~/db/schema";
import { minuteMs } from "~/time/durations";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aPage, arrange } from "../../../tests/support/scenario";
import { signIn } from "../../../tests/support/sign-in";
import { type Browser, openBrowser } from "../../../tests/support/worker";
import { deviceGrantType, maxOpenDeviceCodes } from "../rules/device-code";
import { readDeviceRequest } from "./verbs";

let deployment: TestDeployment;
let program: Browser;
let person: Browser;

beforeEach(async () => {
  deployment = await openDeployment();
  program = await openBrowser(deployment);
  person = await openBrowser(deployment, { cookie: await signIn(deployment) });
});
afterEach(() => deployment.close());

interface Codes {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
}

const call = (path: string, fields: Record<string, string>, from = "203.0.113.7") =>
  program.go(path, { method: "POST", body: new URLSearchParams(fields), headers: { "cf-connecting-ip": from } });

const asking = { client_id: "upfront-cli", device_name: "upfront on build-7" };
const ask = async (from?: string): Promise<Codes> => (await call("/oauth/device", asking, from)).json();
const poll = (code: string, grant = deviceGrantType) =>
  call("/oauth/token", { grant_type: grant, device_code: code, client_id: "upfront-cli" });
const errorOf = async (answer: Response) => ((await answer.json()) as { error?: string }).error;
const wait = (seconds: number) => {
  deployment.clock.now += seconds * 1000;
};

const nonce = "01kbb000000000000000000000";
const path = "/manage/account/device";
const decide = (intent: string, code: string, more: Record<string, string> = {}, by = person) =>
  by.post(path, { form: "decide", intent, user_code: code, role: "responder", life: "7", nonce, ...more });

async function rows() {
  const ctx = deployment.ctx();
  const queries = [
    ctx.db.select().from(deviceCodeTable),
    ctx.db.select().from(apiTokenTable),
    ctx.db.select().from(auditEntryTable),
  ] as const;
  const [codes, tokens, entries] = await readBatch(ctx, ...queries);
  return { codes, tokens, entries };
}

async function allowedToken({ device_code, user_code }: Codes): Promise<string> {
  expect((await decide("allow", user_code)).status).toBe(303);
  const answer = await poll(device_code);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  return ((await answer.json()) as { access_token: string }).access_token;
}

test("a program asks, a person sees who asks and allows it, and it acts for them within the rights they chose", async () => {
  await arrange(deployment, aPage({ slug: "acme" }));
  const codes = await ask();
  expect(codes).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: "http://localhost:8787/device",
    interval: 5,
    expires_in: 600,
  });
  expect(await errorOf(await poll(codes.device_code))).toBe("authorization_pending");
  const led = await person.go(codes.verification_uri_complete);
  expect(led.status).toBe(303);
  const shown = await (await person.go(led.headers.get("location") ?? "")).text();
  for (const part of [codes.user_code, "upfront on build-7", "upfront-cli", "203.0.113.7"])
    expect(shown).toContain(part);
  wait(5);
  const token = await allowedToken(codes);
  expect(token).toMatch(/^upfront_[\w-]{43}$/);
  const mine = await program.go("/api/v1/tokens", { headers: { authorization: `Bearer ${token}` } });
  expect(await mine.json()).toMatchObject([{ name: "upfront on build-7", role: "responder", read_only: false }]);
  const { codes: kept, tokens, entries } = await rows();
  const stored = JSON.stringify([kept, tokens, entries]);
  for (const secret of [token, codes.device_code, codes.user_code]) expect(stored).not.toContain(secret);
  expect(entries.filter(({ action }) => action === "token.create")).toHaveLength(1);
});

test("the answer that was lost is given again; the same form twice, or two people at once, make one token", async () => {
  const codes = await ask();
  const both = await Promise.all([decide("allow", codes.user_code), decide("allow", codes.user_code)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect((await decide("allow", codes.user_code, { nonce: nonce.replace("bb", "cc") })).status).toBe(422);
  const first = await (await poll(codes.device_code)).json();
  wait(5);
  expect(await (await poll(codes.device_code)).json()).toMatchObject({
    access_token: (first as { access_token: string }).access_token,
  });
  expect((await rows()).tokens).toHaveLength(1);
});

test("what was denied, revoked, late or never asked gets nothing", async () => {
  const [denied, revoked, late] = [await ask(), await ask(), await ask()];
  expect((await decide("deny", denied.user_code)).headers.get("location")).toContain("done=device-denied");
  expect((await decide("allow", denied.user_code)).status).toBe(422);
  expect(await errorOf(await poll(denied.device_code))).toBe("access_denied");
  const token = await allowedToken(revoked);
  const authorization = `Bearer ${token}`;
  const [{ id }] = (await (await program.go("/api/v1/tokens", { headers: { authorization } })).json()) as [
    { id: string },
  ];
  await program.go(`/api/v1/tokens/${id}`, { method: "DELETE", headers: { authorization } });
  wait(5);
  expect(await errorOf(await poll(revoked.device_code))).toBe("access_denied");
  wait(600);
  expect((await decide("allow", late.user_code)).status).toBe(422);
  expect(await errorOf(await poll(late.device_code))).toBe("expired_token");
  expect(await errorOf(await poll("A".repeat(43)))).toBe("expired_token");
  expect(await errorOf(await poll("short"))).toBe("expired_token");
  expect(await errorOf(await poll(late.device_code, "password"))).toBe("unsupported_grant_type");
});

test("who asks too often waits longer each time, and a clock that goes back holds nobody up", async () => {
  const { device_code: code } = await ask();
  expect(await errorOf(await poll(code))).toBe("authorization_pending");
  wait(1);
  expect(await errorOf(await poll(code))).toBe("slow_down");
  wait(6);
  expect(await errorOf(await poll(code))).toBe("slow_down");
  wait(15);
  expect(await errorOf(await poll(code))).toBe("authorization_pending");
  wait(-30);
  expect(await errorOf(await poll(code))).toBe("authorization_pending");
});

test("a code from a clock that ran an hour ahead is over, not valid for an hour more", async () => {
  wait(3600);
  const codes = await ask();
  wait(-3600);
  expect((await decide("allow", codes.user_code)).status).toBe(422);
  expect(await errorOf(await poll(codes.device_code))).toBe("expired_token");
});

test("who shows a token ends it, also one that only reads; an unknown one is no error", async () => {
  const codes = await ask();
  await decide("allow", codes.user_code, { read_only: "on" });
  const { access_token: token } = (await (await poll(codes.device_code)).json()) as { access_token: string };
  const authorization = `Bearer ${token}`;
  const readTokens = () => program.go("/api/v1/tokens", { headers: { authorization } });
  expect((await readTokens()).status).toBe(200);
  const ended = [await call("/oauth/revoke", { token }), await call("/oauth/revoke", { token })];
  expect(ended.map(({ status }) => status)).toEqual([200, 200]);
  expect((await readTokens()).status).toBe(401);
});

describe("strangers", () => {
  test("a network has few open requests, all together not many more, and expired ones count no longer", async () => {
    for (let n = 0; n < maxOpenDeviceCodes.network; n++) await ask();
    const refused = await call("/oauth/device", asking);
    expect([refused.status, await errorOf(refused)]).toEqual([429, "slow_down"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await ask("198.51.100.1")).toHaveProperty("user_code");
    wait(601);
    expect(await ask()).toHaveProperty("user_code");
  });

  test("a day’s rows are bounded", async () => {
    let made = 0;
    for (let n = 0; n < 60; n++) made += (await call("/oauth/device", asking, `10.0.${n}.1`)).ok ? 1 : 0;
    expect(made).toBe(12);
  });

  test("codes cannot be guessed: attempts are counted per person, right or wrong", async () => {
    const codes = await ask();
    for (let n = 0; n < 20; n++) await person.go(`${path}?user_code=BCDF-GHJK`);
    expect((await person.go(`${path}?user_code=${codes.user_code}`)).status).toBe(429);
    wait(16 * 60);
    expect((await person.go(`${path}?user_code=${(await ask()).user_code}`)).status).toBe(200);
  });

  test("nobody decides without a session, nor from another site", async () => {
    const codes = await ask();
    const stranger = await readDeviceRequest(deployment.ctx(), { userCode: codes.user_code, from: null });
    expect(stranger).toMatchObject({ failure: { name: "unauthenticated" } });
    expect((await program.go(`${path}?user_code=${codes.user_code}`)).headers.get("location")).toContain(
      "/manage/sign-in",
    );
    expect((await decide("allow", codes.user_code, {}, program)).status).toBe(401);
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const forged = await person.post(path, { form: "decide", intent: "allow", user_code: codes.user_code }, foreign);
    expect(forged.status).toBe(403);
    expect(await errorOf(await poll(codes.device_code))).toBe("authorization_pending");
  });

  test("what a program says of itself is cut, on one line, and shown as text", async () => {
    const name = `<b>${"x".repeat(200)}\n\u202e`;
    const codes: Codes = await (await call("/oauth/device", { client_id: "evil\u0000", device_name: name })).json();
    const shown = await (
      await person.go(`${path}?user_code=${codes.user_code.toLowerCase().replace("-", " ")}`)
    ).text();
    expect(shown).not.toContain("<b>xx");
    expect(shown).not.toContain("\u202e");
    expect((await rows()).codes[0]?.name).toHaveLength(80);
  });

  test("other methods, types and bodies are refused in OAuth’s words", async () => {
    expect((await program.go("/oauth/device")).status).toBe(405);
    const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    expect(await errorOf(await program.go("/oauth/token", json))).toBe("invalid_request");
    expect(await errorOf(await call("/oauth/device", {}))).toBe("invalid_request");
    expect((await call("/oauth/device", { client_id: "x".repeat(9000) })).status).toBe(413);
  });
});

test("a sign-in that is long past is asked for again before a program is allowed", async () => {
  wait(20 * 60);
  const { user_code: code } = await ask();
  const ada = await openBrowser(deployment, { cookie: await signIn(deployment) });
  deployment.clock.now += minuteMs;
  expect((await decide("allow", code, {}, ada)).status).toBe(303);
});

test("a page that was called “device” before keeps its address, and programs are led around it", async () => {
  await arrange(deployment, aPage({ slug: "device" }));
  expect((await program.go("/device")).status).not.toBe(303);
  expect((await ask()).verification_uri).toBe("http://localhost:8787/manage/account/device");
});

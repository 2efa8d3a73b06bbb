import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readBatch } from "~/db/read";
import * as db from "~/db/schema";
import { findSession } from "~/people/find-session";
import { createInvitation } from "~/people/invitations/create";
import { createProvider } from "~/providers/verbs";
import { openDeployment, type TestDeployment } from "../support/database";
import { good, operator } from "../support/desk";
import { withForeignKeys } from "../support/foreign-keys";
import { type Oidc, startOidc } from "../support/oidc";
import { nodeOutbound } from "../support/outbound";
import { aPage, arrange } from "../support/scenario";
import { addPerson } from "../support/sign-in-mail";
import { type Browser, openBrowser, origin } from "../support/worker";

const networks = ["127.0.0.0/8"];
let deployment: TestDeployment;
let oidc: Oidc;
let visitor: Browser;
let id: string;

const path = () => `/manage/sign-in/provider/${id}`;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: networks.join() });
  deployment.way.outbound = nodeOutbound({ networks });
  oidc = await startOidc({
    ada: { email: "Ada@Example.com", email_verified: true, name: "Ada" },
    other: { email: "ada@example.com", email_verified: true },
    unproven: { email: "ada@example.com", email_verified: false },
    silent: {},
    bob: { email: "bob@example.com", email_verified: true, name: "Bob\u202e the builder" },
    carol: { email: "carol@example.com", email_verified: true },
  });
  const { issuer, clientId, secret: clientSecret } = oidc;
  const made = await good(createProvider(deployment.ctx(operator), { name: "Acme", issuer, clientId, clientSecret }));
  id = made.id;
  await oidc.allowRedirect(`${origin}${path()}`);
  await arrange(deployment, aPage({ slug: "acme" }));
  await addPerson(deployment, { id: "ada", pageId: "page-acme" });
  visitor = await openBrowser(deployment);
});
afterAll(async () => {
  await oidc.close();
  await deployment.close();
});
beforeEach(() => {
  deployment.clock.now += 1000;
});

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .filter((pair) => !pair.endsWith("="));

interface Trip {
  address: string;
  cookie: string;
  text: string;
}

async function begin(fields: Record<string, string> = {}, cookie = ""): Promise<Trip> {
  const answer = await visitor.post(path(), fields, cookie ? { cookie } : {});
  expect(answer.status).toBe(200);
  const address = /^0; url=(.*)$/.exec(answer.headers.get("refresh") ?? "")?.[1] ?? "";
  return { address, cookie: [cookie, ...cookiesOf(answer)].filter(Boolean).join("; "), text: await answer.text() };
}

const come = (back: URL, cookie: string, init: RequestInit = {}) =>
  visitor.go(`${back.pathname}${back.search}`, { ...init, headers: { cookie, "sec-fetch-site": "cross-site" } });

async function signIn(account: string | null, fields: Record<string, string> = {}): Promise<Response> {
  const trip = await begin(fields);
  return come(await oidc.visit(trip.address, account), trip.cookie);
}

const rows = async () => {
  const ctx = deployment.ctx();
  const changed = [db.sessionTable, db.identityTable, db.personTable, db.membershipTable, db.challengeTable];
  const selects = changed.map((each) => ctx.db.select().from(each));
  const [sessions = [], identities = [], people = [], members = [], trips = []] = await readBatch(
    ctx,
    ...(selects as [(typeof selects)[0], ...typeof selects]),
  );
  return [sessions, identities, people, members, trips].map((each) => each.length);
};

const sessionIn = (answer: Response) => cookiesOf(answer).find((pair) => pair.startsWith("__Host-session="));

describe("who comes in", () => {
  test("the answer to the button goes on by itself, and has a link where nothing does", async () => {
    const { address, text, cookie } = await begin({ next: "/manage/acme" });
    const asked = new URL(address).searchParams;
    expect([asked.get("code_challenge_method"), asked.get("response_type")]).toEqual(["S256", "code"]);
    for (const name of ["nonce", "code_challenge"]) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    expect(asked.get("state")).not.toContain(String(asked.get("nonce")));
    expect(text).toContain(`href="${address.replaceAll("&", "&amp;")}"`);
    expect(cookie).toMatch(/^__Host-trip=[\w-]{43}$/);
    expect(text).not.toContain(oidc.secret);
  });

  test("somebody whose proven address is known is linked, and known by `sub` from then on", async () => {
    const first = await signIn("ada", { next: "/manage/acme" });
    expect([first.status, first.headers.get("location")]).toEqual([303, "/manage/acme"]);
    const inside = await visitor.go("/manage/acme", { headers: { cookie: sessionIn(first) ?? "" } });
    expect(inside.status).toBe(200);
    oidc.accounts.ada = { email: "ada@elsewhere.example", email_verified: false };
    expect((await signIn("ada")).headers.get("location")).toBe("/manage/acme");
    const ctx = deployment.ctx();
    const [known] = await readBatch(ctx, ctx.db.select().from(db.identityTable));
    expect(known).toMatchObject([{ subject: "ada", personId: "ada", email: "ada@elsewhere.example" }]);
  });

  test.each([
    ["other", 403, "This address hasn’t been invited"],
    ["unproven", 403, "hasn’t verified your email address"],
    ["silent", 403, "hasn’t verified your email address"],
    ["bob", 403, "This address hasn’t been invited"],
  ])("%s is not let in: who is somebody else there, unproven, or not invited", async (account, status, words) => {
    await signIn("ada");
    const before = await rows();
    const answer = await signIn(account);
    expect([answer.status, sessionIn(answer)]).toEqual([status, undefined]);
    expect(await answer.text()).toContain(words);
    expect(await rows()).toEqual(before);
  });

  test("who was invited by that address joins by it, once, with a name that is a name", async () => {
    const owner = { ...deployment.ctx({ kind: "person", id: "owner", operator: false, sessionId: "s" }) };
    const inviting = { ...owner, member: { pageId: "page-acme", role: "owner" as const } };
    await good(createInvitation(inviting, { pageId: "page-acme", role: "responder", email: "bob@example.com" }));
    const joined = await signIn("bob");
    expect(joined.headers.get("location")).toBe("/manage/acme?done=joined");
    const again = await signIn("bob");
    expect(again.headers.get("location")).toBe("/manage/acme");
    const ctx = deployment.ctx();
    const [people] = await readBatch(ctx, ctx.db.select().from(db.personTable));
    expect(people.filter((each) => each.email === "bob@example.com").map((each) => each.name)).toEqual([
      "Bob the builder",
    ]);
  });

  test.each(["//evil.example", "/\\evil.example", "https:evil.example", "javascript:alert(1)"])(
    "next %s leads to where a sign-in starts",
    async (next) => expect((await signIn("ada", { next })).headers.get("location")).toBe("/manage/acme"),
  );
});

describe("what is not let through", () => {
  test("once: a return that is sent again, before and after it worked", async () => {
    const trip = await begin();
    const back = await oidc.visit(trip.address, "ada");
    const both = await Promise.all([come(back, trip.cookie), come(back, trip.cookie)]);
    expect(both.filter((each) => sessionIn(each)).length).toBe(1);
    const late = await come(back, trip.cookie);
    expect([late.status, sessionIn(late)]).toEqual([410, undefined]);
  });

  test("another browser, and none: nothing is used up, and the one that began still gets in", async () => {
    const [trip, other] = [await begin(), await begin()];
    const back = await oidc.visit(trip.address, "ada");
    for (const cookie of [other.cookie, ""]) {
      const answer = await come(back, cookie);
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain("started in another browser");
    }
    expect((await come(back, trip.cookie, { method: "HEAD" })).status).toBe(200);
    expect((await come(back, trip.cookie)).status).toBe(303);
  });

  test("two tabs of one browser do not disturb each other", async () => {
    const one = await begin();
    const two = await begin({}, one.cookie);
    const backs = [await oidc.visit(one.address, "ada"), await oidc.visit(two.address, "ada")];
    for (const back of backs) expect((await come(back, two.cookie)).status).toBe(303);
  });

  test("a state that was altered, an `iss` of somebody else, and 10 minutes later", async () => {
    const trip = await begin();
    const back = await oidc.visit(trip.address, "ada");
    const altered = (name: string, value: string) => {
      const url = new URL(back);
      url.searchParams.set(name, value);
      return url;
    };
    expect((await come(altered("state", "x".repeat(43)), trip.cookie)).status).toBe(410);
    expect((await come(altered("iss", "https://evil.example"), trip.cookie)).status).toBe(502);
    const later = await begin();
    const late = await oidc.visit(later.address, "ada");
    deployment.clock.now += 601_000;
    expect((await come(late, later.cookie)).status).toBe(410);
  });

  test("an answer that is signed by another key than the provider shows", async () => {
    const usual = nodeOutbound({ networks });
    deployment.way.outbound = withForeignKeys(usual);
    const answer = await signIn("ada");
    deployment.way.outbound = usual;
    expect([answer.status, sessionIn(answer)]).toEqual([502, undefined]);
  });

  test("the person says no there", async () => {
    const answer = await signIn(null);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("Acme denied access")]);
  });

  test("no other page sends this form", async () => {
    const answer = await visitor.post(path(), {}, { "sec-fetch-site": "cross-site" });
    expect(answer.status).toBe(403);
  });
});

describe("connecting on the account page", () => {
  test("adds a way in, which is taken away again with all other sessions", async () => {
    const cookie = sessionIn(await signIn("ada")) ?? "";
    const trip = await begin({ connect: "yes" }, cookie);
    const back = await oidc.visit(trip.address, "carol");
    const answer = await come(back, trip.cookie);
    expect(answer.headers.get("location")).toBe("/manage/account?done=provider-connected");
    const ctx = deployment.ctx();
    const [sessions] = await readBatch(ctx, ctx.db.select().from(db.sessionTable));
    const mine = sessions.filter((each) => each.personId === "ada");
    const elsewhere = sessionIn(await signIn("carol")) ?? "";
    const [identities] = await readBatch(ctx, ctx.db.select().from(db.identityTable));
    const added = identities.find((each) => each.subject === "carol");
    expect(added?.personId).toBe("ada");
    const { removeIdentity } = await import("~/people/identities");
    const me = deployment.ctx({ kind: "person", id: "ada", operator: false, sessionId: mine[0]?.id ?? "" });
    expect((await removeIdentity(me, { id: added?.id ?? "" })).ok).toBe(true);
    expect((await visitor.go("/manage", { headers: { cookie: elsewhere } })).status).toBe(303);
    expect((await signIn("carol")).status).toBe(403);
  });

  test("not without being signed in, not as who is somebody's already", async () => {
    expect((await visitor.post(path(), { connect: "yes" })).status).toBe(401);
    const cookie = sessionIn(await signIn("ada")) ?? "";
    const trip = await begin({ connect: "yes" }, cookie);
    const answer = await come(await oidc.visit(trip.address, "bob"), trip.cookie);
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining("is connected to someone else here"),
    ]);
    const again = await begin({ connect: "yes" }, cookie);
    const back = await oidc.visit(again.address, "carol");
    const trippedOnly = again.cookie.replace(/__Host-session=[^;]*;? ?/, "");
    expect((await come(back, trippedOnly)).status).toBe(401);
  });
});

describe("somebody who is to confirm that it is them", () => {
  const provenAt = async (answer: Response) => {
    const token = sessionIn(answer)?.split("=")[1] ?? "";
    return (await findSession(deployment.ctx(), { token, slug: null }))?.actor.provenAt;
  };

  test("is asked again by the provider; whoever only comes in is not", async () => {
    const first = await begin();
    expect(new URL(first.address).searchParams.get("prompt")).toBeNull();
    const cookie = sessionIn(await come(await oidc.visit(first.address, "ada"), first.cookie)) ?? "";
    const { address } = await begin({}, cookie);
    const asked = new URL(address).searchParams;
    expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
  });

  test("has proven it when they signed in there, not when the provider let them through", async () => {
    const [before, { now }] = [Date.now(), deployment.clock];
    deployment.clock.now = before + 20 * 60_000;
    const answer = await signIn("ada");
    const at = (await provenAt(answer)) ?? 0;
    expect(Math.abs(at - before)).toBeLessThan(60_000);
    const cookie = sessionIn(answer) ?? "";
    const asked = await visitor.post("/manage/account", { intent: "passkey-begin", name: "Phone" }, { cookie });
    expect([asked.status, await asked.text()]).toEqual([401, expect.stringContaining("Confirm that it’s you")]);
    deployment.clock.now = now;
  });
});

test("neither log nor audit log holds a secret, a code or an address", async () => {
  const lines: string[] = [];
  const spies = (["info", "warn", "error", "log"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...words) => void lines.push(words.join(" "))),
  );
  const trip = await begin();
  const back = await oidc.visit(trip.address, "unproven");
  await come(back, trip.cookie);
  for (const spy of spies) spy.mockRestore();
  const ctx = deployment.ctx();
  const [entries] = await readBatch(ctx, ctx.db.select().from(db.auditEntryTable));
  const text = `${lines.join("\n")}${JSON.stringify(entries)}`;
  expect(lines.join()).toContain("provider.return");
  const asked = new URL(trip.address).searchParams;
  const secrets = [oidc.secret, back.searchParams.get("code"), asked.get("state"), asked.get("nonce"), "@example.com"];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable, identityProviderTable, sessionTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../support/database";
import { type Forger, startForger } from "../support/forger";
import { type Oidc, startOidc } from "../support/oidc";
import { nodeOutbound } from "../support/outbound";
import { openSignedIn } from "../support/sign-in";
import { addPerson } from "../support/sign-in-mail";
import { type Browser, openBrowser, origin } from "../support/worker";

const networks = ["127.0.0.0/8"];
let deployment: TestDeployment;
let oidc: Oidc;
let forger: Forger;
let operator: Browser;
let visitor: Browser;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: networks.join() });
  deployment.way.outbound = nodeOutbound({ networks });
  [oidc, forger] = await Promise.all([startOidc({}), startForger()]);
  operator = await openSignedIn(deployment);
  visitor = await openBrowser(deployment);
  await addPerson(deployment, { id: "mallory" });
});
afterAll(async () => {
  await oidc.close();
  await forger.close();
  await deployment.close();
});
beforeEach(() => {
  deployment.clock.now += 1000;
  forger.honest();
});

const forging = (changes: Partial<Forger>) => () => void Object.assign(forger, changes);
const home = "/manage/deployment";
const textOf = async (path: string) => (await operator.go(path)).text();
const fieldsOf = (issuer: string, clientSecret = oidc.secret) => ({
  form: "provider",
  name: "Acme",
  clientId: "upfront",
  issuer,
  clientSecret,
});

async function add(fields: Record<string, string>): Promise<string> {
  const answer = await operator.post(`${home}/providers/new`, fields);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "", origin).pathname;
}

describe("the operator's forms", () => {
  let address = "";

  test.each([
    ["http://169.254.169.254", "private"],
    ["http://login.example.com", "https://"],
    ["ftp://login.example.com", "issuer"],
    ["https://login.example.com/?tenant=1", "contain ? or #"],
  ])("an issuer %s is refused, and what was typed is kept", async (issuer, words) => {
    const answer = await operator.post(`${home}/providers/new`, fieldsOf(issuer));
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(text).toContain(words);
    expect(text).toContain('value="Acme"');
  });

  test("one is added, offered to everybody who signs in, and its secret is shown nowhere", async () => {
    expect(await textOf(home)).toContain("No identity providers yet");
    address = await add(fieldsOf(oidc.issuer));
    expect(await textOf(home)).toContain(oidc.issuer);
    const text = await textOf(address);
    expect(text).toContain(`${origin}/manage/sign-in/provider/${address.split("/").at(-1)}`);
    const ctx = deployment.ctx();
    const { db } = ctx;
    const [rows, entries] = await readBatch(
      ctx,
      db.select().from(identityProviderTable),
      db.select().from(auditEntryTable),
    );
    for (const place of [text, JSON.stringify(rows), JSON.stringify(entries)]) {
      expect(place).not.toContain("a secret of the client");
    }
  });

  const check = async () => (await operator.post(address, { form: "check" })).text();

  test("the check says in words what it found: all well, or another secret", async () => {
    expect(await check()).toContain("It was found, and didn’t reject");
    await oidc.renewSecret("another one");
    expect(await check()).toContain("It rejected this client ID and secret.");
    const saved = {
      form: "provider",
      name: "Acme SSO",
      clientId: "upfront",
      clientSecret: "another one",
      version: "0",
    };
    expect((await operator.post(address, saved)).status).toBe(303);
    expect(await check()).toContain("It was found");
    const kept = { ...saved, clientSecret: "", version: "1" };
    expect((await operator.post(address, kept)).status).toBe(303);
    expect(await check()).toContain("It was found");
    const late = await operator.post(address, { ...kept, name: "Late" });
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("Late")]);
  });

  test("deleted, it signs nobody in", async () => {
    expect((await operator.post(address, { form: "delete", version: "2" })).status).toBe(422);
    expect((await operator.post(address, { form: "delete", version: "2", sure: "on" })).status).toBe(303);
    const id = address.split("/").at(-1);
    expect((await visitor.post(`/manage/sign-in/provider/${id}`)).status).toBe(404);
  });
});

describe("a provider that means ill", () => {
  let id = "";
  beforeAll(async () => {
    id = (await add(fieldsOf(forger.issuer, "secret"))).split("/").at(-1) ?? "";
  });

  let reload: () => Promise<Response>;

  /** Begins, and comes back as this provider says. */
  async function trip(more: Record<string, string> = {}): Promise<Response> {
    const begun = await visitor.post(`/manage/sign-in/provider/${id}`);
    const address = new URL((begun.headers.get("refresh") ?? "").replace("0; url=", ""));
    forger.nonce ||= address.searchParams.get("nonce") ?? "";
    const state = address.searchParams.get("state") ?? "";
    const back = new URLSearchParams({ code: "any", state, iss: forger.issuer, ...more });
    const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
    reload = () => visitor.go(`/manage/sign-in/provider/${id}?${back}`, { headers: { cookie } });
    return reload();
  }

  const sessions = async () => {
    const ctx = deployment.ctx();
    return (await readBatch(ctx, ctx.db.select().from(sessionTable)))[0].length;
  };

  test("while it is honest it signs in: what follows fails for its one reason only", async () => {
    expect((await trip()).status).toBe(303);
  });

  const now = () => Math.floor(Date.now() / 1000);
  const forgeries: [string, () => void, string][] = [
    ["nonce", forging({ nonce: "x".repeat(43) }), "response can’t be trusted"],
    ["audience", forging({ claims: { aud: "somebody-else" } }), "response can’t be trusted"],
    ["issuer", forging({ claims: { iss: "https://evil.example" } }), "response can’t be trusted"],
    ["key", forging({ strangeKey: true }), "response can’t be trusted"],
    ["algorithm", forging({ header: { alg: "none" } }), "response can’t be trusted"],
    ["expiry", forging({ claims: { iat: now() - 900, exp: now() - 300 } }), "Clock mismatch"],
  ];
  test.each(forgeries)("an ID token with another %s signs nobody in", async (_what, forge, words) => {
    const before = await sessions();
    forge();
    const answer = await trip();
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining(words)]);
    expect(await sessions()).toBe(before);
  });

  test("a return without `iss`, where it promised one, signs nobody in", async () => {
    expect((await trip({ iss: "" })).status).toBe(502);
  });

  const begin = async () => visitor.post(`/manage/sign-in/provider/${id}`);
  const huge: Forger["handle"] = (_path, response) => {
    response.setHeader("content-type", "application/json");
    response.end(`{"issuer":"${forger.issuer}","filler":"${"x".repeat(400_000)}"}`);
    return true;
  };
  const away: Forger["handle"] = (_path, response) => {
    response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    return true;
  };
  const documents: [string, () => void][] = [
    ["that is huge", forging({ handle: huge })],
    ["that redirects to a private address", forging({ handle: away })],
    ["of somebody else", forging({ document: () => ({ issuer: "https://accounts.google.com" }) })],
    [
      "with an address that is a script",
      forging({ document: (issuer) => ({ issuer, authorization_endpoint: "javascript:alert(1)" }) }),
    ],
  ];
  test.each(documents)("a document %s leads nowhere", async (_what, forge) => {
    forge();
    const answer = await begin();
    expect([answer.status, answer.headers.get("refresh")]).toEqual([502, null]);
    expect(forger.calls).toEqual(["/.well-known/openid-configuration"]);
  });

  test("keys and tokens at a private address are not fetched; the return may be tried again", async () => {
    forger.document = (issuer) => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      jwks_uri: `${issuer}/jwks`,
      token_endpoint: "http://10.0.0.1/token",
    });
    const answer = await trip();
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining("isn’t responding")]);
    const { nonce } = forger;
    forger.honest();
    forger.nonce = nonce;
    expect((await reload()).status).toBe(303);
  });

  test("once it is deleted, who came in by it is out", async () => {
    const cookie =
      (await trip()).headers
        .getSetCookie()
        .find((line) => line.includes("session="))
        ?.split(";")[0] ?? "";
    const seen = async () => (await visitor.go("/manage/account", { headers: { cookie } })).status;
    expect(await seen()).toBe(200);
    const done = await operator.post(`${home}/providers/${id}`, { form: "delete", version: "0", sure: "on" });
    expect(done.status).toBe(303);
    expect(await seen()).toBe(303);
    expect((await operator.go("/manage/account")).status).toBe(200);
  });
});

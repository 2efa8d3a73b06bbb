import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { identityTable, invitationTable, sessionTable } from "~/db/schema";
import { startProviderSignIn } from "~/people/go-to-provider";
import { finishProviderSignIn } from "~/people/sign-in-by-provider";
import { checkProvider } from "~/providers/check";
import { createProvider } from "~/providers/verbs";
import { openDeployment, type TestDeployment } from "../support/database";
import { good, operator } from "../support/desk";
import { type Forger, startForger } from "../support/forger";
import { nodeOutbound } from "../support/outbound";
import { aPage, arrange, put, somePeople } from "../support/scenario";

/** What a provider that was taken over, and whoever has an account at one, may try. */
const networks = ["127.0.0.0/8"];
let deployment: TestDeployment;
let forger: Forger;
let id: string;
let other: string;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: networks.join() });
  deployment.way.outbound = nodeOutbound({ networks });
  forger = await startForger();
  const made = { issuer: forger.issuer, clientId: "upfront", clientSecret: "secret" };
  ({ id } = await good(createProvider(deployment.ctx(operator), { name: "Acme", ...made })));
  ({ id: other } = await good(createProvider(deployment.ctx(operator), { name: "Other", ...made })));
  await arrange(
    deployment,
    aPage({ slug: "acme" }),
    somePeople({ id: "mallory" }, { id: "karl" }, { id: "gone", disabledAt: 1 }),
  );
});
afterAll(async () => {
  await forger.close();
  await deployment.close();
});
let networksUsed = 0;
beforeEach(() => {
  deployment.clock.now += 1000;
  networksUsed += 1;
  forger.honest();
});

const signedInAs = (personId: string) => ({ kind: "person", id: personId, operator: false, sessionId: "s" }) as const;

/** Goes there, as a stranger or to connect who is signed in. */
async function begin(personId: string | null = null, at = id) {
  const ctx = () => (personId === null ? deployment.ctx() : deployment.ctx(signedInAs(personId)));
  const asked = { id: at, next: "", connect: personId !== null, mark: null, from: `10.8.${networksUsed}.1` };
  const begun = await good(startProviderSignIn(ctx(), asked));
  const sent = new URL(begun.address ?? "https://nowhere.invalid").searchParams;
  forger.nonce = sent.get("nonce") ?? "";
  const parameters = new URLSearchParams({ code: "any", state: sent.get("state") ?? "", iss: forger.issuer });
  const home = { id: at, parameters, mark: begun.mark, userAgent: null };
  return { ...begun, home, comeBack: (more: object = {}) => finishProviderSignIn(ctx(), { ...home, ...more }) };
}

/** How it ends: signed in or connected as whom, or the trouble. */
async function end(personId: string | null = null, at = id): Promise<string> {
  const begun = await begin(personId, at);
  if (begun.address === null) return `begin ${begun.trouble}`;
  return ended(await begun.comeBack());
}

function ended(came: Awaited<ReturnType<typeof finishProviderSignIn>>): string {
  if (!came.ok) return came.failure.name;
  const done = came.value;
  if (done === null) return "missing";
  if (done.kind === "trouble") return done.trouble;
  return done.kind === "session" ? `in as ${done.personId}` : done.kind;
}

const whole = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ["ES256"] as unknown,
});
const saying = (more: object) => () =>
  void Object.assign(forger, { document: (at: string) => ({ ...whole(at), ...more }) });
const claiming = (claims: object) => () => void Object.assign(forger, { claims });
/** At one of its addresses it answers this text, as JSON. */
const answering =
  (path: string, text: string | Buffer, status = 200) =>
  () => {
    forger.handle = (asked: string, response: ServerResponse) => {
      if (asked !== path) return false;
      response.writeHead(status, { "content-type": "application/json" }).end(text);
      return true;
    };
  };
const keys = (...all: unknown[]) => answering("/jwks", JSON.stringify({ keys: all }));
const discovery = "/.well-known/openid-configuration";
const curve = { kty: "EC", crv: "P-256", kid: "one" };

test("while it is honest it signs in: what follows fails for its one reason only", async () => {
  expect(await end()).toBe("in as mallory");
  saying({ scopes_supported: 5 })();
  expect(await end()).toBe("in as mallory");
});

describe("what is no document of a provider is not believed, and is no error of ours", () => {
  test.each<[string, () => void, string]>([
    ["an issuer that is no address", saying({ issuer: "nowhere" }), "begin untrusted"],
    ["an issuer that is a list", saying({ issuer: [] }), "begin untrusted"],
    ["an address to sign in that is a number", saying({ authorization_endpoint: 5 }), "begin untrusted"],
    ["a document in another charset", answering(discovery, Buffer.from("{}", "utf16le")), "begin untrusted"],
    ["a document that is nested without end", answering(discovery, "[".repeat(60_000)), "begin untrusted"],
    ["a document that is null", answering(discovery, "null"), "begin untrusted"],
    ["tokens at no address", saying({ token_endpoint: 5 }), "untrusted"],
    ["keys at no address", saying({ jwks_uri: "nowhere" }), "untrusted"],
    ["algorithms that are a number", saying({ id_token_signing_alg_values_supported: 5 }), "untrusted"],
    ["keys that are no list", answering("/jwks", '{"keys":5}'), "untrusted"],
    ["a key that is null", keys(null), "untrusted"],
    ["a key of no curve", keys({ ...curve, x: "", y: "" }), "untrusted"],
    ["a key whose coordinates are numbers", keys({ ...curve, x: 5, y: 5 }), "untrusted"],
    ["a key whose uses are a number", keys({ ...curve, x: "a", y: "a", key_ops: 5 }), "untrusted"],
    ["a thousand keys of one name", keys(...Array(1000).fill(curve)), "untrusted"],
    ["an answer that was not modified", answering("/token", "", 304), "untrusted"],
    ["tokens that are no texts", answering("/token", '{"access_token":{},"token_type":5,"id_token":[]}'), "untrusted"],
    ["a token whose algorithm is a number", () => void Object.assign(forger, { header: { alg: 5 } }), "untrusted"],
    ["a token for nobody", claiming({ sub: "" }), "untrusted"],
  ])("%s", async (_what, forge, trouble) => {
    forge();
    expect(await end()).toBe(trouble);
  });

  test.each([5, "client_secret_basic", { a: 1 }])(
    "ways to prove who we are that are %j are not heard",
    async (ways) => {
      saying({ token_endpoint_auth_methods_supported: ways, claims_supported: ways })();
      expect(await end()).toBe("in as mallory");
      expect(await good(checkProvider(deployment.ctx(operator), { id }))).toMatchObject({ ok: true });
    },
  );
});

describe("nobody becomes somebody else", () => {
  test.each([
    ["with a half letter", "mallory\ud800"],
    ["with another half letter", "mallory\udfff"],
    ["with what ends a text", "mallory\u0000"],
    ["that is longer than any", "m".repeat(256)],
  ])("by a `sub` %s", async (_what, sub) => {
    claiming({ sub })();
    expect(await end()).toBe("untrusted");
  });

  test.each([
    ["a Kelvin sign for a k", { email: "\u212aarl@example.com" }],
    ["a list of addresses", { email: ["karl@example.com"] }],
    ["an address and a name", { email: "Karl <karl@example.com>" }],
    ["an address that nobody vouches for", { email: "karl@example.com", email_verified: "yes" }],
  ])("by %s", async (_what, claims) => {
    claiming({ sub: "evil", ...claims })();
    expect(await end()).toBe("unverified");
  });

  test("by the same `sub` at another provider", async () => {
    expect(await end()).toBe("in as mallory");
    claiming({ email: "stranger@example.com" })();
    expect([await end(), await end(null, other)]).toEqual(["in as mallory", "nobody"]);
  });

  test("by what another provider says, or comes back to another", async () => {
    const begun = await begin();
    expect(ended(await begun.comeBack({ id: other }))).toBe("over");
    expect(ended(await begun.comeBack())).toBe("in as mallory");
  });
});

test("with a sign-in of eleven minutes ago no account is connected", async () => {
  const late = { ...signedInAs("mallory"), provenAt: deployment.clock.now - 11 * 60_000 };
  const asked = { id, next: "", connect: true, mark: null, from: "10.9.0.1" };
  const refused = { ok: false, failure: { name: "unauthenticated", code: "step_up" } };
  expect(await startProviderSignIn(deployment.ctx(late), asked)).toMatchObject(refused);
});

describe("who was shut out", () => {
  beforeAll(async () => {
    const times = { createdAt: 1, expiresAt: deployment.clock.now + 86_400_000 };
    const invited = {
      id: "i",
      pageId: "page-acme",
      email: "gone@example.com",
      role: "viewer",
      invitedBy: "mallory",
      ...times,
    };
    await put(deployment, invitationTable, [{ tokenHash: "t", ...invited }]);
    const known = { providerId: id, subject: "gone", id: "identity-gone", personId: "gone", createdAt: 1 };
    await put(deployment, identityTable, [known]);
  });

  test.each(["gone", "gone-again"])("is let in neither as %s nor by an invitation to that address", async (sub) => {
    claiming({ sub, email: "gone@example.com" })();
    expect(await end()).toBe("nobody");
  });

  test("stays who they are there: nobody else connects it", async () => {
    claiming({ sub: "gone" })();
    expect(await end("mallory")).toBe("taken");
  });
});

test("one trip has the provider asked ten times, however often it comes back", async () => {
  const begun = await begin();
  answering("/token", '{"error":"invalid_grant"}', 400)();
  const ends = [];
  for (let count = 0; count < 14; count++) ends.push(ended(await begun.comeBack()));
  expect(new Set(ends)).toEqual(new Set(["over"]));
  expect(forger.calls.filter((path) => path === "/token")).toHaveLength(10);
});

test("none of it left a session of anybody but who was to come in", async () => {
  const ctx = deployment.ctx();
  const [sessions] = await readBatch(ctx, ctx.db.select().from(sessionTable));
  expect(new Set(sessions.map((each) => each.personId))).toEqual(new Set(["mallory"]));
});

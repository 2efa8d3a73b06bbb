import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CertificateName, certificateFor } from "../support/certificates";
import { type Checking, type Settings, startChecking } from "../support/checking";
import { type MonitorPeers, startMonitorPeers, type TlsPlace, tlsPlaces } from "../support/real-peers";

/** What monitors of the built worker find at real servers, in the words that people read, without JavaScript. */
let checking: Checking;
let at: MonitorPeers;

beforeAll(async () => {
  const trusting = startChecking({ NODE_EXTRA_CA_CERTS: certificateFor().caFile });
  [checking, at] = await Promise.all([trusting, startMonitorPeers()]);
});
afterAll(async () => {
  await checking?.stop();
  await at?.stop();
});

type Outcome = [verdict: string, words: string | RegExp];
type Case = [what: string, settings: () => Settings, ...outcome: Outcome];

async function expectFound(
  kind: string,
  settings: Settings,
  [verdict, words]: Outcome,
  seconds = 1,
): Promise<string[]> {
  const found = await checking.find(kind, settings, seconds);
  const wanted = typeof words === "string" ? words : expect.stringMatching(words);
  expect(found).toMatchObject({ verdict, words: wanted });
  expect(found.took).toBeLessThan(4000);
  return found.all;
}

const each = (kind: string, cases: Case[]) =>
  test.each(cases)(
    `${kind}: %s`,
    async (_, settings, ...outcome) => void (await expectFound(kind, settings(), outcome)),
  );

describe("certificates", () => {
  const expired: Outcome = ["Down", /^The certificate expired on \d{4}-\d\d-\d\d\.$/];
  const untrusted =
    "The certificate is not trusted: an intermediate certificate is missing, or its authority is unknown.";
  const bad = {
    expired,
    "of another name": ["Down", "The certificate is for other.example.com, not for 127.0.0.1."],
    "self-signed": ["Down", "The certificate is self-signed."],
    "of a short chain": ["Down", untrusted],
  } satisfies Partial<Record<CertificateName, Outcome>>;
  const outcomes: Record<CertificateName, Outcome> = {
    good: ["Up", "Valid for 59 days, issued by Upfront test authority."],
    "of a whole chain": ["Up", "Valid for 59 days, issued by Upfront test."],
    "soon over": ["Degraded", "The certificate expires in 6 days."],
    ...bad,
  };
  const names = Object.keys(outcomes) as CertificateName[];

  test.each(tlsPlaces)("%s, TLS %s, one that is %s", async (...place: TlsPlace) => {
    const [, version, name] = place;
    const all = await expectFound("tls", { host: "127.0.0.1", port: at.tls(...place) }, outcomes[name], 4);
    expect(all).toContain(`TLS ${version}.`);
  });

  test.each(names)("exim by STARTTLS, one that is %s", async (name) => {
    const settings = { host: "127.0.0.1", port: at.exim(name), starttls: "smtp" };
    await expectFound("tls", settings, outcomes[name], 4);
    const [verdict] = outcomes[name];
    const spoken: Outcome = verdict === "Down" ? outcomes[name] : ["Up", "Connected."];
    await expectFound("tcp", { ...settings, send: "EHLO monitor.invalid\\r\\n", expect: "AUTH PLAIN" }, spoken, 4);
  });

  test.each(Object.entries(outcomes))("other kinds say it in the same words: %s", async (name, outcome) => {
    const [verdict] = outcome;
    const found = (words: string): Outcome => (verdict === "Down" ? (outcome as Outcome) : ["Up", words]);
    const port = at.tls("nginx", "1.3", name as CertificateName);
    await expectFound("http", { url: `https://127.0.0.1:${port}/` }, found("It answered 200."), 4);
    await expectFound("tcp", { host: "127.0.0.1", port, tls: "yes" }, found("Connected."), 4);
    await expectFound("websocket", { url: at.secureEcho(name as CertificateName) }, found("Connected."), 4);
  });

  each("tls", [
    ["exim without STARTTLS", () => at.plainExim, "Down", "It does not offer STARTTLS."],
    ["a port without TLS", () => ({ host: "127.0.0.1", port: at.port }), "Down", "It does not speak TLS."],
  ]);
  each("http", [
    [
      "a good certificate, and no answer",
      () => ({ url: `https://127.0.0.1:${at.tls("nginx", "1.3", "good")}/closes` }),
      "Down",
      /^The connection broke before/,
    ],
    [
      "a warning",
      () => ({ url: `https://127.0.0.1:${at.tls("nginx", "1.2", "soon over")}/`, certificateDays: 14 }),
      ...outcomes["soon over"],
    ],
  ]);
});

const http =
  (path: string, more: Settings = {}) =>
  () => ({ url: `${at.url}${path}`, ...more });
each("http", [
  [
    "/well",
    http("/well", { jsonPath: "$.status", jsonValue: "ok", header: "Content-Type: *json*" }),
    "Up",
    "It answered 200.",
  ],
  ["/well by HEAD", http("/well", { method: "HEAD" }), "Up", "It answered 200."],
  ["/well, with what must not be there", http("/well", { lacks: "ok" }), "Down", "The text was found."],
  ["/broken", http("/broken"), "Down", "It answered 503, not 200-299."],
  [
    "/broken, as it is expected",
    http("/broken", { statuses: "200, 503", contains: "Come back" }),
    "Up",
    "It answered 503.",
  ],
  ["/round", http("/round"), "Down", /^Too many redirects/],
  ["/round, not followed", http("/round", { follow: "no", statuses: "302" }), "Up", "It answered 302."],
  ["/closes", http("/closes"), "Down", "The connection broke before the full response arrived."],
  ["/drips", http("/drips"), "Down", /did not answer within/],
  ["/inside", http("/inside"), "Blocked", /private, local or reserved/],
  ["/huge", http("/huge"), "Up", "It answered 200."],
  [
    "/huge, for what never comes",
    http("/huge", { contains: "what never comes" }),
    "Down",
    "The text was not found in the first 256 KB.",
  ],
]);

const tcp = (more: Settings) => () => ({ host: "127.0.0.1", port: at.port, ...more });
const ask = { send: "GET /well HTTP/1.0\\r\\n\\r\\n", expect: '{"status":"ok"}' };
each("tcp", [
  ["connects", tcp({}), "Up", "Connected."],
  ["speaks and hears", tcp(ask), "Up", "Connected."],
  [
    "hears something else",
    tcp({ ...ask, expect: "SSH-2.0" }),
    "Down",
    "The connection ended before the expected text arrived.",
  ],
  ["under TLS", () => ({ host: "127.0.0.1", port: at.tls("Node", "1.2", "good"), tls: "yes" }), "Up", "Connected."],
]);

const echo =
  (path: string, more: Settings = {}) =>
  () => ({ url: `${at.echo}${path}`, ...more });
each("websocket", [
  ["says back what it is told", echo("/quiet", { send: "ping", expect: "echo: ping" }), "Up", "Connected."],
  ["says something else", echo("/greets", { expect: "farewell" }), "Down", "The expected text did not arrive in time."],
  [
    "closes",
    echo("/closes/1013", { expect: "x" }),
    "Down",
    "It closed the connection and asks to try again later (1013).",
  ],
  ["refuses the upgrade", echo("/refuses"), "Down", "It answered 401 and didn’t open a WebSocket."],
  ["says nothing", echo("/quiet", { expect: "x" }), "Down", "The expected text did not arrive in time."],
  [
    "does not even answer the handshake",
    () => ({ url: `ws://127.0.0.1:${at.silent}/` }),
    "Down",
    /did not answer within/,
  ],
]);

type Resolver = keyof MonitorPeers["resolvers"];
const dns =
  (type: string, more: Settings = {}, resolver: Resolver = "one", second: Resolver = "same") =>
  () => ({ name: "shop.lan", type, resolver: at.resolvers[resolver], second: at.resolvers[second], ...more });
each("dns", [
  ["an address, as both say", dns("A", { match: "exactly", values: "192.0.2.1" }), "Up", "As expected."],
  [
    "another is expected",
    dns("A", { match: "exactly", values: "192.0.2.9" }),
    "Down",
    "192.0.2.9 is missing from the records.",
  ],
  ["a mail server among others", dns("MX", { match: "contains", values: "10 mail.lan." }), "Up", "As expected."],
  [
    "a serial that is old",
    dns("SOA", { serial: 2026112801 }),
    "Down",
    "The serial is 2026112701, at least 2026112801 expected.",
  ],
  [
    "resolvers that differ",
    dns("TXT", { match: "contains", values: "one" }, "one", "other"),
    "Down",
    /^The resolvers differ: only 127\.0\.0\.1:\d+’s answer is not as expected\.$/,
  ],
  ["a name that nobody has", dns("A", { name: "nobody.lan" }), "Down", "There is no such name."],
  ["one resolver is away", dns("A", {}, "one", "away"), "Up", "As expected."],
  ["both are", dns("A", {}, "away", "away"), "Unknown", "Neither resolver answered."],
]);

const domain =
  (name: string, folder = "rdap") =>
  () => ({ name, server: `${at.registry}/${folder}` });
each("domain", [
  ["expires soon", domain("example.com"), "Degraded", "The domain expires in 12 days."],
  ["the same behind a redirect", domain("example.com", "old"), "Degraded", "The domain expires in 12 days."],
  ["is good for long", domain("long.example"), "Up", /^Registered until \d{4}-\d\d-\d\d, for 400 more days\.$/],
  [
    "is on hold",
    domain("hold.example"),
    "Down",
    "The registry lists the domain as “client hold”: it does not resolve.",
  ],
  [
    "is nobody’s",
    domain("nobody.example"),
    "Down",
    "The registry does not know nobody.example. Enter the registered domain, without “www.”.",
  ],
  [
    "one question too many",
    domain("busy.example"),
    "Unknown",
    "The registry’s rate limit is reached; the next check will try again.",
  ],
  [
    "nobody is there",
    () => ({ name: "example.com", server: at.nobody }),
    "Unknown",
    "It could not be reached, or the connection broke.",
  ],
]);

const vendor =
  (format: string, components = "", path = "") =>
  () => ({ url: `${at.vendors}${path}`, format, components });
each("vendor", [
  ["AWS", vendor("aws"), "Degraded", "AWS has a partial outage."],
  ["AWS, a region", vendor("aws", "me-central-1"), "Down", "Multiple services (UAE) has a major outage."],
  ["Better Stack", vendor("betterstack"), "Up", "Nothing is reported."],
  [
    "Better Stack, what it does not watch",
    vendor("betterstack", "Anthropic"),
    "Unknown",
    "Anthropic has an unknown status.",
  ],
  ["Google Cloud", vendor("googlecloud"), "Degraded", "Google Cloud has a partial outage."],
  ["incident.io", vendor("incidentio"), "Degraded", "FitNudge System has a partial outage."],
  ["Instatus", vendor("instatus"), "Up", "Nothing is reported."],
  ["Slack", vendor("slack"), "Up", "Nothing is reported."],
  ["Statuspage", vendor("statuspage"), "Up", "Nothing is reported."],
  [
    "Statuspage, a component that is not there",
    vendor("statuspage", "Billing"),
    "Unknown",
    "It has no component Billing.",
  ],
  ["Upfront", vendor("upfront", "", "/acme"), "Degraded", "Acme has a partial outage."],
  [
    "RSS (Azure)",
    vendor("feed", "West US", "/azure.xml"),
    "Degraded",
    "Issues connecting to resources in West US has degraded performance.",
  ],
  ["Atom (OpenAI)", vendor("feed", "", "/openai.atom"), "Degraded", "OpenAI status has degraded performance."],
  [
    "what is no such page",
    () => ({ url: at.url, format: "slack" }),
    "Unknown",
    "It answered 404 without valid status page data.",
  ],
]);

test.each([
  ["tls", () => ({ host: "127.0.0.1", port: at.tls("nginx", "1.3", "expired") }), "Down"],
  ["http", http("/well"), "Up"],
  ["tcp", tcp(ask), "Up"],
  ["websocket", echo("/closes/1013", { expect: "x" }), "Down"],
  ["dns", dns("A", { match: "exactly", values: "192.0.2.1" }), "Up"],
  ["domain", domain("example.com"), "Degraded"],
  ["vendor", vendor("upfront", "", "/acme"), "Degraded"],
] as const)("%s by hand, in Chromium", async (kind, settings, verdict) => {
  const [byHand, found] = [await checking.findByHand(kind, settings()), await checking.find(kind, settings())];
  expect(byHand).toMatchObject({ verdict, words: found.words });
});

test("nobody listens, and then somebody does again", async () => {
  await at.nginx.away();
  await expectFound("http", http("/well")(), ["Down", /could not be reached/]);
  await expectFound("tcp", tcp(ask)(), ["Down", /could not be reached/]);
  await at.nginx.back();
  await expectFound("http", http("/well")(), ["Up", "It answered 200."]);
});

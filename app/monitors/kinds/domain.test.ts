import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import { look } from "../../../tests/support/monitor-peers";
import type { Outbound, OutboundRequest } from "../../platform/outbound";
import type { CheckFinding } from "../contract/contract";
import { parseDomainRegistration, parseRegistryDate } from "../contract/domain/registration";
import { rdapAddressOf } from "../contract/domain/registries";
import { domainMonitorKind } from "./domain";

const day = 86_400_000;
const from = (days: number) => new Date(Date.now() + days * day + 60_000).toISOString();

/** A registration as registries write it (RFC 9083, 5.3): the parts that are read, among some that are not. */
const registration = (over: Record<string, unknown> = {}) => ({
  objectClassName: "domain",
  handle: "2336799_DOMAIN_COM-VRSN",
  ldhName: "EXAMPLE.COM",
  status: ["client delete prohibited", "client transfer prohibited"],
  events: [
    { eventAction: "registration", eventDate: "1995-08-14T04:00:00Z" },
    { eventAction: "registrar expiration", eventDate: "2001-01-01T00:00:00Z" },
    { eventAction: "expiration", eventDate: from(200) },
  ],
  rdapConformance: ["rdap_level_0"],
  ...over,
});

const expiring = (days: number) => registration({ events: [{ eventAction: "expiration", eventDate: from(days) }] });

function registry(said: unknown, status = 200): Outbound & { asked: OutboundRequest[] } {
  const asked: OutboundRequest[] = [];
  return {
    asked,
    async fetch(request) {
      asked.push(request);
      const text = typeof said === "string" ? said : JSON.stringify(said);
      return { ok: true, status, headers: new Headers(), text, truncated: false, milliseconds: 5 };
    },
    connect: () => expect.unreachable(),
    upgrade: () => expect.unreachable(),
  };
}

const ask = (said: unknown, { status = 200, name = "example.com" } = {}) =>
  look("domain", { name }, { outbound: registry(said, status) });

describe("what a registry says of a domain", () => {
  test.each<[string, unknown, string, string]>([
    ["registered for long", registration(), "up", "ok"],
    ["within the days of the warning", expiring(29), "degraded", "expires_soon"],
    ["on the day of the warning", expiring(30), "up", "ok"],
    ["on its last day", expiring(0), "degraded", "expires_soon"],
    ["expired", expiring(-1), "down", "expired"],
    ["held by its registrar", registration({ status: ["active", "Client Hold"] }), "down", "client_hold"],
    ["in redemption", registration({ status: ["redemption period"] }), "down", "redemption_period"],
    ["a hold is worse than an expiry", { ...expiring(3), status: ["server hold"] }, "down", "server_hold"],
    ["no date", registration({ events: [] }), "unknown", "no_expiry"],
    [
      "a date that is none",
      registration({ events: [{ eventAction: "expiration", eventDate: "?" }] }),
      "unknown",
      "no_expiry",
    ],
    ["another domain’s answer", registration({ ldhName: "example.org" }), "unknown", "no_registry"],
    ["a web page", "<!doctype html><h1>RDAP</h1>", "unknown", "no_registry"],
    ["an answer about something else", { objectClassName: "nameserver" }, "unknown", "no_registry"],
  ])("%s", async (_, said, verdict, code) => {
    expect(await ask(said)).toMatchObject({ verdict, code, milliseconds: null });
  });

  test("a domain that nobody registered is down, a registry that is tired or broken says nothing", async () => {
    expect(await ask({ errorCode: 404 }, { status: 404 })).toMatchObject({ verdict: "down", code: "not_registered" });
    expect(await ask({}, { status: 429 })).toMatchObject({ verdict: "unknown", code: "rate_limited" });
    expect(await ask("", { status: 502 })).toMatchObject({ verdict: "unknown", code: "no_registry" });
  });

  test("why nothing is known is said, where the registry has no RDAP or counts the questions", async () => {
    const why = async (found: Promise<CheckFinding>) => {
      const { verdict, detail, steps } = await found;
      expect([verdict, steps[0]?.detail]).toEqual(["unknown", detail]);
      return refusalText(detail, "en");
    };
    expect(await why(ask({}, { status: 429 }))).toBe(
      "The registry’s rate limit is reached; the next check will try again.",
    );
    expect(await why(ask("", { status: 503 }))).toBe("It answered 503 without valid registry data.");
    const outbound = registry(registration());
    const without = { settings: { name: "example.de", days: 30 }, outbound, timeout: 1000, now: () => 0 };
    expect(await why(domainMonitorKind.check(without))).toBe("No RDAP server is known for the registry of example.de.");
    expect(outbound.asked).toEqual([]);
  });

  test("the words are whole sentences, for one day and for many", async () => {
    const told = async (days: number) => refusalText((await ask(expiring(days))).detail, "en");
    expect(await told(0)).toBe("The domain expires within a day.");
    expect(await told(1)).toBe("The domain expires in one day.");
    expect(await told(7)).toBe("The domain expires in 7 days.");
    expect(await told(200)).toMatch(/^Registered until \d{4}-\d\d-\d\d, for 200 more days\.$/);
  });

  test("a name beyond ASCII is asked for as registries know it", async () => {
    const outbound = registry(registration({ ldhName: "xn--mnchen-3ya.example.com" }));
    const settings = { name: "München.Example.com.", server: "https://rdap.example.org/v1" };
    expect(await look("domain", settings, { outbound })).toMatchObject({ verdict: "up" });
    expect(outbound.asked[0]).toMatchObject({
      url: "https://rdap.example.org/v1/domain/xn--mnchen-3ya.example.com",
      headers: { accept: "application/rdap+json" },
      redirects: 2,
    });
  });

  test("whatever comes back is read as an answer or as none", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const read = parseDomainRegistration(text);
        expect(read === null || read.statuses.length <= 20).toBe(true);
      }),
    );
  });
});

describe("where a domain is asked for", () => {
  test.each([
    ["example.com", "https://rdap.verisign.com/com/v1/"],
    ["example.org", "https://rdap.publicinterestregistry.org/rdap/"],
    ["shop.example.co.uk", "https://rdap.nominet.uk/uk/"],
    ["example.xn--p1acf", "https://rdap.nic.xn--p1acf/"],
    ["example.de", null],
    ["com", null],
  ])("%s: %s", (name, address) => {
    expect(rdapAddressOf(name)).toBe(address);
  });

  test("a registry that is not known is said before it is saved; one can be given", () => {
    const wrong = domainMonitorKind.settings.safeParse({ name: "example.de" });
    expect(wrong.error?.issues).toMatchObject([{ path: ["server"], message: /No RDAP server/ }]);
    expect(
      domainMonitorKind.settings.safeParse({ name: "example.de", server: "https://rdap.example.de/" }).success,
    ).toBe(true);
    for (const name of ["example", "https://example.com/", "a b.com", "192.0.2.1", "[2001:db8::1]", ""]) {
      expect([name, domainMonitorKind.settings.safeParse({ name }).success]).toEqual([name, false]);
    }
  });
});

describe("as registries write", () => {
  const expiry = (...dates: unknown[]) =>
    registration({ events: dates.map((eventDate) => ({ eventAction: "expiration", eventDate })) });
  const far = Date.UTC(2090, 0, 2);

  test.each([
    ["2090-01-02T00:00:00Z", far],
    ["2090-01-02T00:00:00.000Z", far],
    ["2090-01-02t00:00:00z", far],
    ["2090-01-02 00:00:00", far],
    ["2090-01-02T00:00Z", far],
    ["2090-01-02", far],
    ["20900102", far],
    ["2090-01-02T02:00:00+0200", far],
    ["2090-01-01T19:00:00-05:00", far],
    ["2090-01-02 00:00:00 UTC", far],
  ])("%s is a date", (text, time) => expect(parseRegistryDate(text)).toBe(time));

  test.each(["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2090-13-01", "2090-02-30", "soon", "", "1984-12-31"])(
    "%s is none: when the domain expires is not known",
    async (text) => {
      expect(parseRegistryDate(text)).toBeNull();
      expect(await ask(expiry(text))).toMatchObject({ verdict: "unknown", code: "no_expiry" });
    },
  );

  test("of two the later counts, and what is none beside it does not", async () => {
    expect(await ask(expiry("2001-01-01T00:00:00Z", "2090-01-02T00:00:00Z"))).toMatchObject({ verdict: "up" });
    expect(await ask(expiry("2090-01-02T00:00:00Z", "0001-01-01T00:00:00Z", null))).toMatchObject({ verdict: "up" });
  });

  test.each([
    "clientHold",
    "client_hold",
    "CLIENT HOLD",
    "client-hold",
    "clienthold",
    "CLIENTHOLD",
    "clientHold https://icann.org/epp#clientHold",
    "clientHold (https://icann.org/epp#clientHold)",
    "https://icann.org/epp#clientHold",
    "ok, clientHold",
  ])("%s is a hold, whatever stands beside it", async (status) => {
    const found = await ask(registration({ status: ["active", null, { a: 1 }, status] }));
    expect(found).toMatchObject({ verdict: "down" });
    expect(found.code.replace("_", "")).toBe("clienthold");
    expect(await ask(registration({ status }))).toMatchObject({ verdict: "down" });
  });

  const reported = (name: string) =>
    readFileSync(new URL(`../../../tests/fixtures/reports/${name}.json`, import.meta.url), "utf8");

  const askOwn = (said: unknown, name: string) =>
    look("domain", { name, server: "https://rdap.example.org/" }, { outbound: registry(said) });

  test("as reported: a hold in EPP’s spelling, a name as people write it, a date that is none", async () => {
    expect(await askOwn(reported("rdap-epp-status"), "hold.test")).toMatchObject({ verdict: "down" });
    expect(await askOwn(reported("rdap-u-label"), "bücher.test")).toMatchObject({ verdict: "up" });
    expect(await askOwn(reported("rdap-zero-time"), "one.test")).toMatchObject({ verdict: "unknown" });
    expect(await ask(registration({ ldhName: null }))).toMatchObject({ verdict: "up" });
  });
});

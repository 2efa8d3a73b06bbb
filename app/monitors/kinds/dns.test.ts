import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import { type Hostile, startHostile } from "../../../tests/support/hostile-server";
import { look } from "../../../tests/support/monitor-peers";
import type { Outbound } from "../../platform/outbound";
import { isSoaSerialFrom, toComparableRecordValue } from "../contract/dns/record-values";

type Said = { Status?: number; TC?: boolean; AD?: boolean; Answer?: { type: number; data: string }[] } | string | null;

/** Returns two resolvers with these answers; null = no answer. */
function resolvers(one: Said, other: Said): Outbound & { asked: string[] } {
  const asked: string[] = [];
  const said = (host: string) => (host === "cloudflare-dns.com" ? one : other);
  return {
    asked,
    async fetch({ url }) {
      asked.push(url);
      const answer = said(new URL(url).host);
      if (answer === null) {
        const detail = englishText("Nobody is there.");
        return { ok: false, reason: "unreachable", code: "unreachable", detail, milliseconds: 3 };
      }
      const text = typeof answer === "string" ? answer : JSON.stringify({ Status: 0, ...answer });
      return { ok: true, status: 200, headers: new Headers(), text, truncated: false, milliseconds: 5 };
    },
    connect: () => expect.unreachable(),
    upgrade: () => expect.unreachable(),
  };
}

const a = (...data: string[]): Said => ({ Answer: data.map((each) => ({ type: 1, data: each })) });
const one = "192.0.2.1";
const two = "192.0.2.2";
const nxdomain: Said = { Status: 3 };
const soa = (serial: number): Said => ({
  Answer: [{ type: 6, data: `ns1.example.com. admin.example.com. ${serial} 7200 3600 1209600 3600` }],
});

const ask = (given: Record<string, unknown>, first: Said, second: Said = first) =>
  look("dns", { name: "example.com", ...given }, { outbound: resolvers(first, second) });

describe("what two resolvers say of a name", () => {
  test.each<[string, Record<string, unknown>, Said, Said, string, string]>([
    ["any record is there", {}, a(one), a(one), "up", "ok"],
    ["no such name", {}, nxdomain, nxdomain, "down", "nxdomain"],
    ["a name without such a record", {}, {}, {}, "down", "no_record"],
    [
      "an alias before the address is not an address",
      {},
      { Answer: [{ type: 5, data: "other.example." }] },
      {},
      "down",
      "no_record",
    ],
    ["SERVFAIL", {}, { Status: 2 }, { Status: 2 }, "down", "dns_error"],
    ["REFUSED by one, SERVFAIL of the other", {}, { Status: 5 }, { Status: 2 }, "down", "dns_error"],
    ["SERVFAIL of one alone", {}, { Status: 2 }, a(one), "up", "ok"],
    ["SERVFAIL of one alone, the other finds nothing", {}, { Status: 2 }, nxdomain, "down", "nxdomain"],
    ["SERVFAIL where the other is away: nothing is known", {}, { Status: 2 }, null, "unknown", "dns_error"],
    ["REFUSED by one alone", {}, a(one), { Status: 5 }, "up", "ok"],
    [
      "not all of the records",
      { match: "count", count: "1" },
      { ...(a(one) as object), TC: true },
      null,
      "unknown",
      "no_resolver",
    ],
    [
      "not all of the records at one",
      { match: "count", count: "1" },
      { ...(a(one) as object), TC: true },
      a(one),
      "up",
      "ok",
    ],
    [
      "exactly these, in any order",
      { match: "exactly", values: `${two}\n${one}` },
      a(one, two),
      a(two, one),
      "up",
      "ok",
    ],
    ["one too many", { match: "exactly", values: one }, a(one, two), a(one, two), "down", "record_unexpected"],
    ["one too few", { match: "exactly", values: `${one}\n${two}` }, a(one), a(one), "down", "record_missing"],
    ["contains, with others beside it", { match: "contains", values: two }, a(one, two), a(two), "up", "ok"],
    ["a number of records", { match: "count", count: "2" }, a(one, two), a(one, two), "up", "ok"],
    ["none expected, none there", { match: "count", count: "0" }, {}, {}, "up", "ok"],
    ["another number", { match: "count", count: "2" }, a(one), a(one), "down", "record_count"],
    [
      "one resolver finds what is not expected",
      { match: "contains", values: two },
      a(two),
      a(one),
      "down",
      "resolvers_differ",
    ],
    ["one resolver knows no such name", {}, nxdomain, a(one), "down", "resolvers_differ"],
    ["one resolver is away, the other one's word stands", {}, null, a(one), "up", "ok"],
    ["one resolver is away, the other one's word stands: down", {}, a(one), null, "up", "ok"],
    ["one away, one wrong", {}, null, nxdomain, "down", "nxdomain"],
    ["both are away: nothing is known", {}, null, null, "unknown", "unreachable"],
    ["both answer with something else: nothing is known", {}, "<html>", "[]", "unknown", "no_resolver"],
    [
      "validated by both",
      { dnssec: "yes" },
      { ...(a(one) as object), AD: true },
      { ...(a(one) as object), AD: true },
      "up",
      "ok",
    ],
    ["not validated", { dnssec: "yes" }, a(one), a(one), "down", "not_validated"],
    ["a serial that is old", { type: "SOA", serial: "2026112402" }, soa(2026112401), soa(2026112401), "down", "serial"],
    ["a serial that is new", { type: "SOA", serial: "2026112401" }, soa(2026112402), soa(2026112401), "up", "ok"],
    ["a serial at one resolver only", { type: "SOA", serial: "5" }, soa(5), soa(4), "down", "resolvers_differ"],
  ])("%s", async (_, given, first, second, verdict, code) => {
    const found = await ask(given, first, second);
    expect(found).toMatchObject({ verdict, code });
    expect(found.steps).toHaveLength(2);
    expect(found.steps.every(({ ok }) => ok)).toBe(verdict === "up");
  });

  test("it says so where both are as expected and differ", async () => {
    expect((await ask({}, a(one), a(two))).detail).toContain("answers differ");
    expect((await ask({}, a(one), a(one))).detail).not.toContain("differ");
  });

  test("of one that is away the other's answer is said to count, and of both that neither answered", async () => {
    const sayings = async (first: Said, second: Said) => {
      const { detail, steps } = await ask({}, first, second);
      return [detail, ...steps.map((each) => each.detail)].map((each) => refusalText(each, "en"));
    };
    const [, , away] = await sayings(a(one), null);
    expect(away).toBe("No answer; the other resolver’s answer counts.");
    expect((await sayings(null, null))[0]).toBe("Neither resolver answered.");
  });

  test("who is wrong alone is named", async () => {
    expect(refusalText((await ask({}, a(one), nxdomain)).detail, "en")).toBe(
      "The resolvers differ: only dns.google’s answer is not as expected.",
    );
  });

  test("each is asked once, for the name and the type, with DNSSEC where that is required", async () => {
    const outbound = resolvers(a(one), a(one));
    await look("dns", { name: "example.com", type: "MX", dnssec: "yes" }, { outbound });
    expect(outbound.asked).toEqual([
      "https://cloudflare-dns.com/dns-query?name=example.com&type=MX&do=1",
      "https://dns.google/resolve?name=example.com&type=MX&do=1",
    ]);
  });

  test.each([
    ["उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"],
    ["_dmarc.bu\u0308cher.example.", "_dmarc.xn--bcher-kva.example"],
    ["例え。テスト。", "xn--r8jz45g.xn--zckzah"],
  ])("%s is asked for as %s, whatever its script and its dots", async (name, asciiName) => {
    const outbound = resolvers(a(one), a(one));
    expect(await look("dns", { name }, { outbound })).toMatchObject({ verdict: "up" });
    expect(outbound.asked.map((url) => new URL(url).searchParams.get("name"))).toEqual([asciiName, asciiName]);
  });
});

describe("resolvers that mean harm", () => {
  let hostile: Hostile;
  beforeAll(async () => {
    hostile = await startHostile();
  });
  afterAll(() => hostile.close());

  test.each(["hangs", "drips", "resets", "floods", "babbles", "closes"] as const)(
    "one that %s says nothing of the name, and costs its time-out at the most",
    async (manner) => {
      const [first, second] = ["127.0.0.1", "127.0.0.2"].map(
        (host) => `http://${host}:${hostile.port(manner)}/dns-query`,
      );
      const begun = performance.now();
      const found = await look("dns", { name: "example.com", resolver: first, second }, { timeout: 400 });
      expect(found).toMatchObject({ verdict: "unknown", milliseconds: null });
      expect(performance.now() - begun).toBeLessThan(3000);
      await expect.poll(() => hostile.open(manner)).toBe(0);
    },
  );
});

describe("values are compared as they mean the same", () => {
  test.each([
    ["CNAME", "WWW.Example.COM.", "www.example.com"],
    ["MX", "10 Mail.example.com.", "10 mail.example.com"],
    ["MX", "0 .", "0 ."],
    ["AAAA", "2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["TXT", '"v=spf1 include:example.com" " -all"', "v=spf1 include:example.com -all"],
    ["TXT", "v=spf1 -all", "v=spf1 -all"],
    ["TXT", '"a \\"quoted\\" text"', 'a "quoted" text'],
    ["CAA", '0 issue "letsencrypt.org"', "0 issue letsencrypt.org"],
    ["DS", "2371 13 2 1f987cc6", "2371 13 2 1F987CC6"],
  ] as const)("%s %s", (type, data, value) => {
    expect(toComparableRecordValue(type, data)).toBe(value);
  });

  test("what was found may be typed as expected, whatever the type", () => {
    const types = fc.constantFrom(
      "A",
      "AAAA",
      "CNAME",
      "MX",
      "NS",
      "SOA",
      "SRV",
      "CAA",
      "PTR",
      "DS",
      "HTTPS",
    ) as fc.Arbitrary<"A">;
    const property = fc.property(types, fc.string({ unit: "grapheme-ascii" }), (type, data) => {
      const value = toComparableRecordValue(type, data);
      expect(toComparableRecordValue(type, value)).toBe(value);
    });
    fc.assert(property, {
      examples: [
        ["CAA", '! "'],
        ["NS", "a.."],
        ["NS", "..."],
      ],
    });
  });

  test("a serial is said as it is written in the zone", async () => {
    const given = { type: "SOA", serial: "2026112402" };
    expect(refusalText((await ask(given, soa(2026112401), soa(2026112401))).detail, "en")).toBe(
      "The serial is 2026112401, at least 2026112402 expected.",
    );
  });

  test("serials go round (RFC 1982)", () => {
    expect(isSoaSerialFrom(0, 2 ** 32 - 1)).toBe(true);
    expect(isSoaSerialFrom(2 ** 32 - 1, 0)).toBe(false);
    const property = fc.property(fc.nat(2 ** 32 - 1), fc.integer({ min: 0, max: 2 ** 31 - 1 }), (least, more) => {
      expect(isSoaSerialFrom((least + more) % 2 ** 32, least)).toBe(true);
    });
    fc.assert(property);
  });
});

test.each([
  [{ match: "exactly" }, "values"],
  [{ match: "count" }, "count"],
  [{ serial: "1" }, "serial"],
  [{ name: "two words" }, "name"],
  [{ resolver: "ftp://example.com" }, "resolver"],
])("settings %j are refused", async (given, path) => {
  const error = await ask(given, a(one)).catch((thrown) => thrown);
  expect(error.issues.map((each: { path: string[] }) => each.path[0])).toContain(path);
});

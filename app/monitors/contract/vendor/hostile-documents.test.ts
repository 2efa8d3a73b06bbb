import { describe, expect, test } from "vitest";
import { refusalParts } from "~/failures/refusal";
import type { Outbound } from "~/platform/outbound";
import { cpuClock } from "../../../../tests/support/cpu-work";
import { look } from "../../../../tests/support/monitor-peers";
import * as formats from "./formats/formats";

/**
 * A vendor's document may contain anything within 256 KB: it must be cheap to read, and its texts are shown as text
 * only.
 */
const most = 256 * 1024;
const fill = (part: string, around = 0) => part.repeat(Math.floor((most - around) / part.length));

const rss = (title: string, body: string, rest = "") =>
  `<rss><channel><title>Acme</title>${rest}<item><title>${title}</title><description>${body}</description></item></channel></rss>`;
const summary = (components: unknown, indicator = "none") =>
  JSON.stringify({ page: { name: "Acme" }, status: { indicator }, components });
const nested = (key: string) => `{"page":${fill(`{"${key}":`, 20)}`;

const answering = (text: string): Outbound => ({
  fetch: async () => ({ ok: true, status: 200, headers: new Headers(), text, truncated: false, milliseconds: 5 }),
  connect: () => expect.unreachable(),
  upgrade: () => expect.unreachable(),
});
const ask = (format: string, text: string, components?: string) =>
  look(
    "vendor",
    { url: "https://status.example.com", format, ...(components ? { components } : {}) },
    { outbound: answering(text), now: () => Date.parse("2026-09-03T15:20:00Z") },
  );

const documents: [what: string, text: string][] = [
  ["brackets that open no tag", rss("Down", `<![CDATA[${fill("<", 200)}]]>`)],
  ["the same as entities", rss("Down", fill("&lt;", 200))],
  ["words in bold without end", rss("Down", `<![CDATA[${fill("<b> ", 200)}]]>`)],
  ["a title of spaces", rss(fill(" ", 200), "")],
  ["elements without end", fill("<a>")],
  ["a region without a number", JSON.stringify([{ service: fill("-aa", 60), status: "1" }])],
  ["a region of digits", JSON.stringify([{ service: `us-${fill("east-1", 60)}x`, status: "1" }])],
  ["lists without end", fill("[")],
  ["objects without end", nested("name")],
  ["prototypes", nested("__proto__")],
  ["components of one id", summary(Array(4500).fill({ id: "a", name: "a", status: "operational" }))],
];

test.each(documents)("%s: every format is done with it at once", (_, text) => {
  expect(text.length).toBeLessThanOrEqual(most);
  for (const format of Object.values(formats)) {
    const spent = cpuClock();
    format.read(text, Date.parse("2026-09-03T15:20:00Z"));
    expect([format.key, spent() < 1000]).toEqual([format.key, true]);
  }
});

test("a thousand names are looked for in a long feed at once", async () => {
  const spent = cpuClock();
  const names = Array.from({ length: 700 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("\n");
  await ask("feed", rss("Down", fill("Q", 200)), names);
  expect(spent()).toBeLessThan(1000);
});

describe("what it says", () => {
  test.each([
    ["turned about", "\u202egnp.API\u2069", "gnp.API"],
    ["marked up", '<img src=x onerror="x()">', '<img src=x onerror="x()">'],
    ["of several lines", "API\r\n\u2028 two", "API two"],
    ["called as objects are", "__proto__", "__proto__"],
  ])("a name that is %s stays a name", async (_, name, shown) => {
    const found = await ask("statuspage", summary([{ id: "a", name, status: "major_outage" }]), "a");
    expect(found).toMatchObject({ verdict: "down", code: "major_outage" });
    expect(refusalParts(found.detail).values).toEqual({ name: shown });
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("the word %s is no status", async (word) => {
    const text = summary([{ id: "a", name: "A", status: word }], word);
    for (const components of [undefined, "a"]) {
      expect(await ask("statuspage", text, components)).toMatchObject({ verdict: "unknown", code: "strange_status" });
    }
  });

  test("of two components with one id the worse counts", async () => {
    const both = ["operational", "major_outage"].map((status) => ({ id: "a", name: "A", status }));
    expect(await ask("statuspage", summary(both), "a")).toMatchObject({ verdict: "down" });
    expect(await ask("statuspage", summary(both.toReversed()), "A")).toMatchObject({ verdict: "down" });
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "https://evil.example/",
    "//evil.example",
    "https://u:p@evil.example",
  ])("a link to %s is not shown", async (link) => {
    const found = await ask("feed", rss("Down", "", `<link>${link}</link>`));
    expect(found.link).toBe("https://status.example.com/");
  });

  test.each([
    ["year 9999", "Fri, 31 Dec 9999 23:59:59 GMT", "degraded"],
    ["no date", "NaN", "degraded"],
    ["before Christ", "-000001-01-01T00:00:00Z", "up"],
  ])("an entry of %s: what may be going on counts", async (_, at, verdict) => {
    const item = `<item><title>Down</title><pubDate>${at}</pubDate></item>`;
    const text = `<rss><channel><title>Acme</title>${item}</channel></rss>`;
    expect(await ask("feed", text)).toMatchObject({ verdict });
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { type OembedHost, oembedTargetOf } from "./oembed-target";

const own: OembedHost = { url: new URL("https://up.example/oembed"), origin: "https://up.example", hostSlug: null };
const ofPage: OembedHost = {
  url: new URL("https://status.acme.example/acme/oembed"),
  origin: "https://up.example",
  hostSlug: "acme",
};

test.each<[string, OembedHost, string | null, string | null]>([
  ["https://up.example/acme", own, "acme", null],
  ["https://up.example/acme/", own, "acme", null],
  ["https://up.example/acme?x=1#y", own, "acme", null],
  ["http://up.example/acme", own, "acme", null],
  ["https://up.example", own, null, null],
  ["https://up.example/", own, null, null],
  ["https://up.example/acme/incidents/i1", own, "acme", "i1"],
  ["https://up.example/oembed", own, "oembed", null],
  ["https://status.acme.example", ofPage, "acme", null],
  ["https://status.acme.example/incidents/i%201", ofPage, "acme", "i 1"],
])("%s is a page or an incident", (address, host, slug, incidentId) => {
  expect(oembedTargetOf(address, host)).toEqual({ slug, incidentId });
});

const refused: [address: string, host: OembedHost][] = [
  ...[
    "https://evil.example/acme",
    "https://up.example.evil.example/acme",
    "https://up.example@evil.example/acme",
    "https://user:secret@up.example/acme",
    "https://up.example:8443/acme",
    "//up.example/acme",
    "/acme",
    "acme",
    "",
    "javascript:alert(1)//https://up.example/acme",
    "data:text/html,https://up.example/acme",
    "file:///acme",
    "ftp://up.example/acme",
    "https://up.example/acme/history",
    "https://up.example/acme/incidents",
    "https://up.example/acme/incidents/%E0%A4%A",
    "https://up.example/incidents/i1",
    "https://up.example/acme/incidents/i1/x",
    "https://up.example/manage/acme",
    "https://up.example/%2e%2e/acme%00",
    "https://up.example/ACME",
    "https://up.example//acme",
    "https://status.acme.example/",
    `https://up.example/acme?${"x".repeat(2000)}`,
  ].map((address): [string, OembedHost] => [address, own]),
  ["https://up.example/acme", ofPage],
  ["https://other.example/", ofPage],
  ["https://status.acme.example/history", ofPage],
];
test.each(refused)("%s is refused", (address, host) => expect(oembedTargetOf(address, host)).toBeNull());

test("no address at all is refused, and none of any shape throws or leads to another host", () => {
  expect(oembedTargetOf(null, own)).toBeNull();
  const pieces = fc.constantFrom(
    "https:",
    "//",
    "/",
    "up.example",
    "evil.example",
    "@",
    ":",
    "%",
    "\\",
    "acme",
    "..",
    "?",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const address = parts.join("");
      const target = oembedTargetOf(address, own);
      if (target !== null) expect(new URL(address).host).toBe("up.example");
    }),
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileHosts, hostileUrls, notations } from "../../tests/support/hostile-addresses";
import { checkOutboundAddress, checkOutboundHostName, checkOutboundUrl } from "./address-guard";

const nothing = { networks: [], own: ["status.example.com"] };

test(`${hostileUrls.length} hostile forms are refused`, () => {
  expect(hostileUrls.length).toBeGreaterThanOrEqual(600);
  const passed = hostileUrls.filter((url) => checkOutboundUrl(url, nothing).ok);
  expect(passed).toEqual([]);
});

test("and so is every private host as the name of a mail server", () => {
  const given = [...hostileHosts, "fe80::1%eth0", "::1", "a b", "a/b", "a@b", "", "a\\b"];
  expect(given.filter((host) => checkOutboundHostName(host, nothing).ok)).toEqual([]);
});

const ordinary = [
  "https://example.com",
  "https://example.com:8443/path?x=1#y",
  "http://example.com:80/",
  "https://hooks.slack.com/services/T/B/x",
  "https://bücher.example.org/",
  "https://xn--bcher-kva.example.org/",
  "https://8.8.8.8/",
  "https://1.1.1.1.",
  "https://[2606:4700:4700::1111]/",
  "https://172.15.0.1/",
  "https://172.32.0.1/",
  "https://192.167.1.1/",
  "https://11.0.0.1/",
  "https://100.63.0.1/",
  "https://100.128.0.1/",
  "https://169.253.1.1/",
  "https://internal.example.com/",
  "https://localhost.example.com/",
  "https://mylocal.example/",
  "https://example.com./",
  "https://local.example.co.uk:9093/api/v2/alerts",
  "https://notnip.io.example.com/",
];

test("ordinary addresses pass", () => {
  expect(ordinary.filter((url) => !checkOutboundUrl(url, nothing).ok)).toEqual([]);
});

describe("each refusal has its name", () => {
  test.each([
    ["file:///etc/passwd", "scheme_not_allowed"],
    ["gopher://example.com", "scheme_not_allowed"],
    ["https://user:pass@example.com", "credentials_in_url"],
    ["http://2130706433/", "private_address"],
    ["http://status.example.com/x", "own_address"],
    ["http://example.com:22/", "port_not_allowed"],
    ["nonsense", "bad_url"],
  ])("%s → %s", (url, code) => {
    expect(checkOutboundUrl(url, nothing)).toMatchObject({ ok: false, code });
  });
});

test("no address of a private network passes in any notation", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const inside = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  );
  fc.assert(
    fc.property(inside, (bytes) => {
      for (const host of notations(bytes.join(".")))
        expect(checkOutboundUrl(`http://${host}/`, nothing).ok).toBe(false);
      expect(checkOutboundAddress(bytes.join("."), nothing).ok).toBe(false);
    }),
  );
});

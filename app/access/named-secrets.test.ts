import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attacksSaid } from "../../tests/support/attacks-said";
import { cpuClock } from "../../tests/support/cpu-work";
import { withoutNamedSecrets } from "./named-secrets";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_DEF-123";

const kinds: [name: string, text: string, shown: string][] = [
  ["a member", '{"access_token": "abc123", "ok": true}', '{"access_token": "••••", "ok": true}'],
  ["a member with quotes", '{"client_secret":"a\\"b","n":1}', '{"client_secret":"••••","n":1}'],
  ["one that is cut off", '{"session":"abc', '{"session":"••••'],
  ["one in a text of JSON", '{"log":"{\\"token\\":\\"abc\\"}"}', '{"log":"{\\"token\\":\\"••••\\"}"}'],
  ["a field of a form", "user=a&password=hunter2&x=1", "user=a&password=••••&x=1"],
  ["a cookie", "PHPSESSION=abc; path=/", "PHPSESSION=••••; path=/"],
  ["a parameter", "https://a.example/cb?code=4/abc&x=1", "https://a.example/cb?code=••••&x=1"],
  ["an environment", "DB_PASSWORD=hunter2\nHOME=/", "DB_PASSWORD=••••\nHOME=/"],
  ["a line", "db:\n  password: hunter 2\n  host: db", "db:\n  password: ••••\n  host: db"],
  ["a hidden field", '<input type="hidden" name="_csrf" value="abc">', '<input type="hidden" name="_csrf" value=••••>'],
  ["a meta tag", "<meta name='csrf-token' content='abc'>", "<meta name='csrf-token' content=••••>"],
  ["who signs in", "postgres://app:hunter2@db:5432/x", "postgres://••••@db:5432/x"],
  ["a bearer", "Bearer abcdefghijklmnop1", "Bearer ••••"],
  ["a web token", `x ${jwt} y`, "x •••• y"],
];

describe("what a text says itself is a secret", () => {
  test.each(kinds)("%s", (_, text, shown) => {
    expect(withoutNamedSecrets(text)).toBe(shown);
  });

  test.each([
    '{"error":"code E123","status":"down","keys":["a"]}',
    "Basic authentication required",
    "Authentication failed: try again",
    "<p>503 Service Unavailable</p>",
    "key=1 and code=2, see https://a.example/x?page=2",
  ])("and nothing else: %s", (text) => {
    expect(withoutNamedSecrets(text)).toBe(text);
  });

  test("no text is too much for it", () => {
    const parts = fc.constantFrom(
      '"',
      "\\",
      "token",
      ":",
      "=",
      "eyJ",
      "-",
      ".",
      "<input ",
      "http://",
      "a",
      "@",
      " ",
      "\n",
      "Basic ",
      "1",
      "'",
      "=>",
      "<td>",
      "</td>",
      "[",
      "{",
      ",",
      "&quot;",
      "-----BEGIN PRIVATE KEY",
      "jdbc:oracle:a:",
      "/",
      "hvs.",
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 6 }), (unit) => {
        const text = unit.join("").repeat(8192).slice(0, 8192);
        const worked = cpuClock();
        withoutNamedSecrets(text);
        expect(worked()).toBeLessThan(100);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    '["a","',
    '\n\\"=KEY-----A',
    "hvs.jdbc:oracle:a:",
    ",<td>",
    ":a<td>=>a{",
    "-----BEGIN PRIVATE KEY",
    "{5:'token",
  ])("nor is one of 64 KB: %j again and again", (unit) => {
    const text = unit.repeat(65_536).slice(0, 65_536);
    const worked = cpuClock();
    withoutNamedSecrets(text, text.length);
    withoutNamedSecrets(`${unit}${"x".repeat(65_536)}`, text.length);
    expect(worked()).toBeLessThan(400);
  });
});

test("docs/security.md says how many kinds there are", () => {
  expect(attacksSaid("app/access/named-secrets.test.ts")).toBe(`${kinds.length} kinds`);
});

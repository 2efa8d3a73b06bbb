import { expect, test } from "vitest";
import { nextPathOnPage, signInPath, toSafeNextPath } from "./next-path";

test.each(["/manage", "/manage/acme/incidents?filter=open", "/acme", "/", "/manage?next=//evil.example"])(
  "%s is a path of ours",
  (next) => {
    expect(toSafeNextPath(next)).toBe(next);
  },
);

test.each([
  "//evil.example",
  "/\\evil.example",
  "https:evil.example",
  "https://evil.example/",
  "\\\\evil.example",
  "",
  "/\t/evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "manage",
  "/.//evil.example",
  "/a/..//evil.example",
  "///evil.example",
  " //evil.example",
  "/%09/../..//evil.example",
  "/manage\u0000",
])("%j leads to the own start page", (next) => {
  expect(toSafeNextPath(next)).toBe("/manage");
});

test("none leads to the own start page", () => {
  expect([toSafeNextPath(null), toSafeNextPath(undefined)]).toEqual(["/manage", "/manage"]);
});

test("the way back survives its way through the address", () => {
  const path = "/manage/acme/incidents?filter=open&before=a b";
  expect(new URL(signInPath(path), "https://own.example").searchParams.get("next")).toBe(path);
});

test.each([
  ["/acme/history?month=2026-10", "/acme", "/history?month=2026-10"],
  ["/acme?x=1", "/acme", "?x=1"],
  ["/acme", "/acme", ""],
  ["/acme/", "/acme", ""],
  ["/acmeplus/history", "/acme", ""],
  ["/manage", "/acme", ""],
  ["/acme/../manage", "/acme", ""],
  ["//evil.example/acme", "/acme", ""],
  ["https://evil.example/acme", "/acme", ""],
  ["/history", "", "/history"],
  ["//evil.example", "", ""],
  ["/", "", ""],
  [null, "", ""],
])("%s on the page at %j goes on at %j", (next, prefix, rest) => {
  expect(nextPathOnPage(next, prefix)).toBe(rest);
});

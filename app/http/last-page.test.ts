import { expect, test } from "vitest";
import { expiredLastPageCookieHeader, lastPageCookieHeader, lastPageOf } from "./last-page";

const origin = "https://up.example";
const acme = { slug: "acme", name: "Acme & Söhne; GmbH", role: "admin" } as const;
const requestWith = (cookie: string) => new Request(`${origin}/manage/account`, { headers: { cookie } });
const kept = lastPageCookieHeader(requestWith(""), origin, "ada", acme) ?? "";
const sent = requestWith(kept.split(";")[0] ?? "");

test("a browser remembers the page for the person, and is told it once", () => {
  expect(kept).toContain("HttpOnly");
  expect(lastPageOf(sent, origin, "ada")).toEqual(acme);
  expect(lastPageCookieHeader(sent, origin, "ada", acme)).toBeNull();
  expect(lastPageCookieHeader(sent, origin, "ada", { ...acme, role: "viewer" })).not.toBeNull();
});

test("another person on the same browser sees nothing of it, and it can be forgotten", () => {
  expect(lastPageOf(sent, origin, "bert")).toBeNull();
  expect(lastPageOf(requestWith(""), origin, "ada")).toBeNull();
  expect(expiredLastPageCookieHeader(origin)).toContain("Max-Age=0");
});

test.each(["slug=..%2Fadmin&name=x&role=admin", "slug=acme&name=&role=admin", "slug=acme&name=x&role=king"])(
  "%s is no page",
  (text) => {
    expect(lastPageOf(requestWith(`__Host-last-page=person=ada&${text}`), origin, "ada")).toBeNull();
  },
);

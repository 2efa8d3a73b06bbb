import { expect, test } from "vitest";
import { apiTokenInUrl, bearerTokenOf } from "./credentials";
import { expiredSessionCookieHeader, sessionCookieHeader, sessionTokenOf } from "./session-cookie";

const withCookie = (cookie: string) => new Request("http://localhost:8787/", { headers: { cookie } });

test.each(["https://status.example.com", "http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"])(
  "%s has the strictest cookie",
  (origin) => {
    const cookie = sessionCookieHeader(origin, "token");
    expect(cookie).toBe("__Host-session=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure");
    expect(expiredSessionCookieHeader(origin)).toBe(
      "__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    );
    expect(sessionTokenOf(withCookie("a=b; __Host-session=token; c"), origin)).toBe("token");
  },
);

test("plain http elsewhere cannot have Secure", () => {
  const origin = "http://status.lan:8787";
  expect(sessionCookieHeader(origin, "token")).toBe("session=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax");
  expect(sessionTokenOf(withCookie("session=token"), origin)).toBe("token");
});

test.each(["", "a", "session=token", "x__Host-session=token", "__Host-session=", "__host-session=token"])(
  "%j is no session",
  (cookie) => {
    expect(sessionTokenOf(withCookie(cookie), "https://status.example.com")).toBeNull();
  },
);

const asking = (authorization: string, query = "") =>
  new Request(`http://localhost/api/v1/pages${query}`, { headers: { authorization } });

test("a token comes as Bearer or as OAuth", () => {
  expect([
    bearerTokenOf(asking("Bearer abc")),
    bearerTokenOf(asking("OAuth abc")),
    bearerTokenOf(asking("oauth  abc")),
  ]).toEqual(["abc", "abc", "abc"]);
  expect([
    bearerTokenOf(asking("Basic abc")),
    bearerTokenOf(asking("Bearer")),
    bearerTokenOf(asking("Bearer a b")),
  ]).toEqual([null, null, null]);
});

test.each([
  ["/api/v1/pages", true],
  ["/api/v1/pages.json", true],
  ["/api/v1/pages/shop", true],
  ["/api/v1/pages/shop/incidents/x/incident_updates/y", true],
  ["/api/v1/pages/shop/incident_templates", true],
  ["/api/v1/pages/shop/components/x/uptime", true],
  ["/api/v1/pages/shop/subscribers.json", true],
  ["/api/v1/pages/shop/sources", false],
  ["/api/v1/pages/shop/people", false],
  ["/api/v1/pages/shop/tokens", false],
  ["/api/v1/pages/shop/componentsx", false],
  ["/api/v1/tokens", false],
  ["/metrics", false],
  ["/manage/shop/incidents", false],
])("a token in the address: %s %s", (path, taken) => {
  expect(apiTokenInUrl(new Request(`http://localhost${path}?api_key=abc`))).toBe(taken ? "abc" : null);
  expect(apiTokenInUrl(new Request(`http://localhost${path}?api_key=`))).toBeNull();
});

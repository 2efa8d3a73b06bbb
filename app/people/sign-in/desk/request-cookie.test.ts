import { expect, test } from "vitest";
import {
  expiredSignInRequestCookieHeader,
  parseSignInRequestCookie,
  signInRequestCookieHeader,
} from "./request-cookie";

const origin = "https://status.example.com";
const seen = (cookie: string) => parseSignInRequestCookie(new Request(origin, { headers: { cookie } }), origin);

test("marks the browser that asked for ten minutes, out of the reach of scripts and other hosts", () => {
  const line = signInRequestCookieHeader(origin, "mark", "/manage/acme?a=1;2");
  expect(line).toBe(
    "__Host-asked=mark.%2Fmanage%2Facme%3Fa%3D1%3B2; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure",
  );
  expect(seen(line.split("; ")[0] ?? "")).toEqual({ request: "mark", next: "/manage/acme?a=1;2" });
  expect(seen(expiredSignInRequestCookieHeader(origin).split("; ")[0] ?? "")).toBeNull();
});

test("forgets a way that is too long or cannot be read", () => {
  const line = signInRequestCookieHeader(origin, "mark", `/${"x".repeat(1000)}`);
  expect(seen(line.split("; ")[0] ?? "")).toEqual({ request: "mark", next: null });
  expect(seen("__Host-asked=mark.%E0%A4%A")).toEqual({ request: "mark", next: null });
  expect(seen("other=1")).toBeNull();
});

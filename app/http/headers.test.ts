import { expect, test } from "vitest";
import {
  allowInlineStyles,
  allowLiveRefresh,
  allowOwnFrames,
  setCardEmbedPolicy,
  setFinalHeaders,
  setImmutableCaching,
  setPublicCaching,
} from "./headers";
import { failureResponse } from "./page-failure";
import { failureCode, failureHttpStatus, problemResponse } from "./problem";

const how = { requestId: "id", secure: true, scripts: false, timing: null, setCookie: null };
const header = (response: Response, name: string) => response.headers.get(name);

test("nothing is kept unless it was marked, whatever the route says", () => {
  const eager = new Response("", { headers: { "cache-control": "public, max-age=99" } });
  expect(header(setFinalHeaders(eager, how), "cache-control")).toBe("no-store");
  expect(header(setFinalHeaders(setPublicCaching(new Response(""), 0), how), "cache-control")).toBe(
    "public, max-age=0, must-revalidate",
  );
  expect(header(setFinalHeaders(setImmutableCaching(new Response("")), how), "cache-control")).toContain("immutable");
});

test("no inline script, no frame, no foreign form; styles by their hash", () => {
  const response = setFinalHeaders(allowInlineStyles(new Response(""), ["sha256-abc", "sha256-def"]), how);
  const policy = header(response, "content-security-policy");
  expect(policy).toBe(
    "default-src 'none'; style-src 'self' 'sha256-abc' 'sha256-def'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  expect(header(setFinalHeaders(new Response(""), { ...how, scripts: true }), "content-security-policy")).toContain(
    "script-src 'self';",
  );
});

test("a page that previews a card may frame our own pages alone, and says so in no other header", () => {
  const response = setFinalHeaders(allowOwnFrames(new Response("")), how);
  expect(header(response, "content-security-policy")).toContain("default-src 'none'; frame-src 'self'; style-src");
  expect([...response.headers.keys()].filter((name) => name.includes("frame"))).toEqual(["x-frame-options"]);
});

test("a card may be framed by anybody, and does no more than its page may", () => {
  const response = setFinalHeaders(setCardEmbedPolicy(allowInlineStyles(new Response(""), ["sha256-abc"])), how);
  expect(header(response, "content-security-policy")).toBe(
    "default-src 'none'; style-src 'self' 'sha256-abc'; img-src 'self' data:; form-action 'self'; frame-ancestors *; base-uri 'none'",
  );
  expect([header(response, "x-frame-options"), header(response, "x-upfront-card")]).toEqual([null, null]);
});

test("a page that keeps itself current may run our files and ask this host, nothing else", () => {
  const policy = header(setFinalHeaders(allowLiveRefresh(new Response(""), true), how), "content-security-policy");
  expect(policy).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
});

test("what the marks say to us is not told to others", () => {
  const thrown = failureResponse({ name: "missing" });
  allowLiveRefresh(allowInlineStyles(setPublicCaching(thrown, 1), ["sha256-abc"]), false);
  expect([...setFinalHeaders(thrown, how).headers.keys()].filter((name) => name.startsWith("x-upfront"))).toEqual([]);
});

test("https is remembered only where it is spoken", () => {
  expect(header(setFinalHeaders(new Response(""), how), "strict-transport-security")).toContain("max-age=");
  expect(header(setFinalHeaders(new Response(""), { ...how, secure: false }), "strict-transport-security")).toBeNull();
});

test("an answer that cannot be written to is copied", async () => {
  const sealed = Response.redirect("https://status.example.com/manage", 303);
  const response = setFinalHeaders(sealed, how);
  expect([response.status, header(response, "x-request-id")]).toEqual([303, "id"]);
});

test("who signs out is not signed in again by a renewal on the way", () => {
  const out = new Response("", { headers: { "set-cookie": "session=; Max-Age=0" } });
  expect(header(setFinalHeaders(out, { ...how, setCookie: "session=token" }), "set-cookie")).toBe(
    "session=; Max-Age=0",
  );
  expect(header(setFinalHeaders(new Response(""), { ...how, setCookie: "session=token" }), "set-cookie")).toBe(
    "session=token",
  );
});

test("a problem carries code, status, id and what to wait for", async () => {
  const response = problemResponse({ name: "overloaded", retryAfter: 9.2 }, "id");
  expect([response.status, header(response, "retry-after"), header(response, "content-type")]).toEqual([
    503,
    "10",
    "application/problem+json",
  ]);
  const body = await problemResponse({ name: "malformed", code: "bad_json", detail: "at 7" }, "id").json();
  expect(body).toEqual({
    type: "/problems/bad_json",
    title: "The body cannot be read",
    status: 400,
    detail: "at 7",
    request_id: "id",
  });
  expect(header(problemResponse({ name: "method", allow: ["POST"] }, "id"), "allow")).toBe("POST");
});

test("a finer code names the problem, the name its status", () => {
  const failure = { name: "forbidden", code: "bad_origin" } as const;
  expect([failureHttpStatus(failure), failureCode(failure)]).toEqual([403, "bad_origin"]);
});

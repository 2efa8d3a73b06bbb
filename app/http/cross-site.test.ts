import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { isCsrfToken, judgeRequestOrigin, makeCsrfToken } from "./cross-site";

const own = ["https://status.example.com"];
const post = (fetchSite: string | null, origin: string | null) =>
  judgeRequestOrigin({ method: "POST", fetchSite, origin, own });

test.each([
  ["same-origin", null, "ours"],
  ["same-origin", "null", "ours"],
  ["cross-site", "https://evil.example", "foreign"],
  ["cross-site", "https://status.example.com", "foreign"],
  ["same-site", "https://shop.example.com", "foreign"],
  [null, "https://status.example.com", "ours"],
  ["none", "https://status.example.com", "ours"],
  [null, "https://evil.example", "foreign"],
  [null, "http://status.example.com", "foreign"],
  [null, "https://status.example.com.evil.example", "foreign"],
  [null, null, "unknown"],
  [null, "null", "unknown"],
  ["none", null, "unknown"],
])("Sec-Fetch-Site %s and Origin %s: %s", (fetchSite, origin, judgement) => {
  expect(post(fetchSite, origin)).toBe(judgement);
});

test.each(["GET", "HEAD"])("%s changes nothing and may come from anywhere", (method) => {
  expect(judgeRequestOrigin({ method, fetchSite: "cross-site", origin: "https://evil.example", own })).toBe("ours");
});

test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("%s is judged as POST is", (method) => {
  expect(judgeRequestOrigin({ method, fetchSite: null, origin: "https://evil.example", own })).toBe("foreign");
});

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const person = (sessionId: string) => ({ kind: "person", id: "p", operator: false, sessionId }) as const;

test("a form token is good for its session and for a day", async () => {
  const ctx = deployment.ctx(person("one"));
  const token = await makeCsrfToken(ctx);
  expect(await isCsrfToken(ctx, token)).toBe(true);
  expect(await isCsrfToken(deployment.ctx(person("two")), token)).toBe(false);
  expect(await isCsrfToken(deployment.ctx(), token)).toBe(false);
  deployment.clock.now += 86_400_000;
  expect(await isCsrfToken(ctx, token)).toBe(false);
});

test.each(["", ".", "a.b", "zzzzzzzzzzz.AAAA", "zzzzzzzzzzz.%%", "1.2.3"])("%j is no form token", async (token) => {
  expect(await isCsrfToken(deployment.ctx(person("one")), token)).toBe(false);
});

test("a form token cannot be given more time", async () => {
  const ctx = deployment.ctx(person("one"));
  const [, signature] = (await makeCsrfToken(ctx)).split(".");
  const later = (ctx.now() + 10 * 86_400_000).toString(36);
  expect(await isCsrfToken(ctx, `${later}.${signature}`)).toBe(false);
});

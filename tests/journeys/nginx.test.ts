import { afterAll, beforeAll, expect, test } from "vitest";
import { type Nginx, startNginx } from "../support/nginx";
import { startServer, type TestServer } from "../support/server";

/** What a monitor of the built worker finds at each place of a real nginx. */
const token = "a-token-of-the-operator-that-only-this-test-knows";
let server: TestServer;
let nginx: Nginx;

beforeAll(async () => {
  nginx = await startNginx();
  const env = {
    UPFRONT_BOOTSTRAP_TOKEN: token,
    UPFRONT_NETWORK_ALLOW: "127.0.0.0/8",
    NODE_EXTRA_CA_CERTS: nginx.caFile,
  };
  server = await startServer({ args: ["--empty"], env });
  await call("/pages", { page: { name: "Shop", subdomain: "shop" } });
});
afterAll(async () => {
  await nginx?.stop();
  await server?.stop();
});

interface Answer {
  id: string;
  verdict: string;
  code: string;
  milliseconds: number | null;
}

async function call(path: string, body: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${server.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const given = (await answer.json()) as Answer;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(given)}`);
  return given;
}

async function find(url: string, settings: Record<string, unknown> = {}) {
  const monitor = { kind: "http", name: url, timeout_seconds: 2, interval: 60, settings: { url, ...settings } };
  const { id } = await call("/pages/shop/monitors", { monitor });
  const begun = performance.now();
  const { verdict, code } = await call(`/pages/shop/monitors/${id}/check`, {});
  return { verdict, code, seconds: Math.round((performance.now() - begun) / 1000) };
}

test("it answers, and says what it must", async () => {
  expect(await find(`${nginx.url}/well`, { jsonPath: "$.status", jsonValue: "ok" })).toMatchObject({ verdict: "up" });
  expect(await find(`${nginx.url}/well`, { lacks: "ok" })).toMatchObject({ verdict: "down" });
});

test.each([
  ["/broken", "down", "status"],
  ["/round", "down", "too_many_redirects"],
  ["/closes", "down", "unreachable"],
  ["/drips", "down", "timeout"],
  ["/inside", "blocked", "private_address"],
])("%s is %s: %s", async (place, verdict, code) => {
  const found = await find(`${nginx.url}${place}`);
  expect(found).toMatchObject({ verdict, code });
  expect(found.seconds).toBeLessThanOrEqual(4);
});

test("of ten gigabytes it reads a quarter of a megabyte", async () => {
  const found = await find(`${nginx.url}/huge`, { contains: "what never comes" });
  expect(found).toMatchObject({ verdict: "down", code: "text_missing" });
  expect(found.seconds).toBeLessThanOrEqual(3);
});

test("a good certificate is up, one whose time is over is down", async () => {
  expect(await find(`${nginx.secureUrl}/well`)).toMatchObject({ verdict: "up" });
  expect(await find(`${nginx.expiredUrl}/well`)).toMatchObject({ verdict: "down" });
});

test("nobody listens, and then somebody does again", async () => {
  await nginx.away();
  expect(await find(`${nginx.url}/well`)).toMatchObject({ verdict: "down", code: "unreachable" });
  await nginx.back();
  expect(await find(`${nginx.url}/well`)).toMatchObject({ verdict: "up" });
});

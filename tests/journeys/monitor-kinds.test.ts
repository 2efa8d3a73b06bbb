import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { look, wayOut } from "../support/monitor-peers";
import { type Nginx, startNginx } from "../support/nginx";

/** Both kinds against a real nginx, by the real way out. */
let nginx: Nginx;
beforeAll(async () => {
  nginx = await startNginx();
});
afterAll(() => nginx?.stop());

const port = (url: string) => new URL(url).port;
const lookAt = (path: string, given: Record<string, unknown> = {}, timeout = 3000) =>
  look("http", { url: `${nginx.url}${path}`, ...given }, { timeout });

describe("HTTP(S)", () => {
  test.each([
    ["/well", { jsonPath: "$.status", jsonValue: "ok", header: "Content-Type: application/json*" }, "up", "ok"],
    ["/well", { method: "HEAD" }, "up", "ok"],
    ["/well", { lacks: "ok" }, "down", "text_found"],
    ["/broken", {}, "down", "status"],
    ["/broken", { statuses: "200, 503", contains: "Come back" }, "up", "ok"],
    ["/round", {}, "down", "too_many_redirects"],
    ["/round", { follow: "no", statuses: "302" }, "up", "ok"],
    ["/closes", {}, "down", "unreachable"],
    ["/inside", {}, "blocked", "private_address"],
    ["/huge", { contains: "what never comes" }, "down", "text_missing"],
    ["/huge", {}, "up", "ok"],
  ])("%s with %j is %s: %s", async (path, given, verdict, code) => {
    expect(await lookAt(path, given)).toMatchObject({ verdict, code });
  });

  test("what drips costs its time-out", async () => {
    const begun = performance.now();
    expect(await lookAt("/drips", {}, 600)).toMatchObject({ verdict: "down", code: "timeout" });
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test("a certificate that nobody vouches for is down", async () => {
    for (const url of [nginx.secureUrl, nginx.expiredUrl]) {
      expect(await look("http", { url: `${url}/well` })).toMatchObject({ verdict: "down", code: "unreachable" });
    }
  });
});

describe("TCP", () => {
  const ask = { send: "GET /well HTTP/1.0\\r\\n\\r\\n", expect: '{"status":"ok"}' };
  const overTls = (url: string) => {
    const outbound = wayOut(["127.0.0.0/8"], [nginx.ca]);
    return look("tcp", { host: "127.0.0.1", port: port(url), tls: "yes", ...ask }, { outbound });
  };

  test("connects, speaks and hears; measured until the answer is in", async () => {
    const found = await look("tcp", { host: "127.0.0.1", port: port(nginx.url), ...ask });
    expect(found).toMatchObject({ verdict: "up", code: "ok" });
    expect(found.steps.map(({ title }) => title)).toEqual(["Connection", "Expected text"]);
    expect(await look("tcp", { host: "127.0.0.1", port: port(nginx.url) })).toMatchObject({ verdict: "up" });
    const other = { ...ask, expect: "SSH-2.0" };
    const missing = await look("tcp", { host: "127.0.0.1", port: port(nginx.url), ...other });
    expect(missing).toMatchObject({ verdict: "down", code: "text_missing" });
  });

  test("TLS: a good certificate is up, one whose time is over is down", async () => {
    expect(await overTls(nginx.secureUrl)).toMatchObject({ verdict: "up" });
    expect(await overTls(nginx.expiredUrl)).toMatchObject({ verdict: "down", code: "expired" });
  });

  test("nobody listens, and then somebody does again", async () => {
    const given = { host: "127.0.0.1", port: port(nginx.url) };
    await nginx.away();
    expect(await look("tcp", given)).toMatchObject({ verdict: "down", code: "unreachable" });
    expect(await lookAt("/well")).toMatchObject({ verdict: "down", code: "unreachable" });
    await nginx.back();
    expect(await look("tcp", given)).toMatchObject({ verdict: "up" });
  });
});

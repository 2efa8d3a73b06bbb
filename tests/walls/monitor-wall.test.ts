import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificateFor } from "../support/certificates";
import { freePort } from "../support/child";
import { startEcho } from "../support/echo";
import { type Hostile, startHostile } from "../support/hostile-server";
import { hostileSettings } from "../support/monitor-peers";
import { bundledCheck, startWalled, type Visitors } from "../support/walled";

let script: string;
let hostile: Hostile;
const begun: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  [script, hostile] = await Promise.all([bundledCheck(), startHostile()]);
  begun.push(hostile);
});
afterAll(() => Promise.all(begun.map((each) => each.close())));

/** A server of this machine that says who came. */
async function startCounting() {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    asked.push(request.method ?? "");
    response.end("here");
  });
  await new Promise<void>((done) => server.listen(0, done));
  begun.push({ close: async () => void server.close() });
  return { asked, port: (server.address() as AddressInfo).port };
}

const start = async (...args: [guard: string, wall: string[]]) => {
  const walled = await startWalled(script, ...args);
  begun.push(walled);
  return walled.look;
};

const startForVisitors = async (visitors: Visitors) => {
  const walled = await startWalled(script, "localhost,local", ["local"], visitors);
  begun.push(walled);
  return walled;
};

describe("in workerd, behind the network wall", () => {
  test("a name that stands for a private address is blocked; one that nobody has is down", async () => {
    const look = await start("localhost,.invalid", []);
    const port = hostile.port("floods");
    for (const url of [`http://localhost:${port}/`, `https://localhost:${port}/`]) {
      expect(await look("http", { url })).toMatchObject({
        verdict: "blocked",
        code: "private_address",
        subrequests: 1,
      });
    }
    // Sockets leave by the runtime, whose wall says nothing: the machine is asked for the name's addresses.
    for (const url of [`ws://localhost:${port}/`, `wss://localhost:${port}/`]) {
      expect(await look("websocket", { url })).toMatchObject({ verdict: "blocked", code: "private_address" });
    }
    for (const tls of ["no", "yes"]) {
      const finding = await look("tcp", { host: "localhost", port: String(port), tls });
      expect(finding).toMatchObject({ verdict: "blocked", code: "private_address", subrequests: 2 });
    }
    expect(hostile.sent("floods")).toBe(0);
    const down = { verdict: "down", code: "unreachable" };
    expect(await look("http", { url: "http://nobody.invalid/" })).toMatchObject(down);
    expect(await look("tcp", { host: "nobody.invalid", port: "443" })).toMatchObject(down);
  });

  const certificates = {
    "P-256": () => certificateFor(undefined, 60),
    RSA: () => certificateFor(undefined, 60, ["-newkey", "rsa:2048", "-nodes"]),
  };
  const shown = (["TLSv1.2", "TLSv1.3"] as const).flatMap((version) =>
    (["P-256", "RSA"] as const).map((key) => [version, key] as const),
  );

  test.each(shown)("a certificate is read there, by %s, with a key of %s", async (version, key) => {
    const look = await start("127.0.0.0/8", ["127.0.0.0/8"]);
    const server = createServer({ ...certificates[key](), minVersion: version, maxVersion: version });
    server.on("tlsClientError", () => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const found = await look("tls", { host: "127.0.0.1", port });
    // workerd knows nothing of the authority of this test run.
    expect(found).toMatchObject({ verdict: "down", code: "untrusted", subrequests: 3 });
    expect(found.steps).toMatchObject([{ ok: true }, { ok: true }, { ok: false }]);
    expect(JSON.stringify(found.steps)).toContain(version.slice(4));
    server.close();
  });

  test("a WebSocket is opened, spoken to and closed, with its subprotocol; its certificate has words there, too", async () => {
    const look = await start("127.0.0.0/8", ["127.0.0.0/8"]);
    const echo = await startEcho();
    const secure = await startEcho(certificateFor(undefined, -1));
    begun.push(echo, secure);
    const settings = { url: `${echo.url}/greets`, protocol: "chat", send: "ping", expect: "echo: ping" };
    expect(await look("websocket", settings)).toMatchObject({ verdict: "up", subrequests: 1 });
    expect(await look("websocket", { url: `${echo.url}/bytes`, expect: "in bytes" })).toMatchObject({ verdict: "up" });
    expect(await look("websocket", { ...settings, protocol: "mqtt" })).toMatchObject({ code: "protocol" });
    expect(await look("websocket", { url: `${echo.url}/closes/1008`, expect: "x" })).toMatchObject({ code: "closed" });
    expect(await look("websocket", { url: secure.url })).toMatchObject({ verdict: "down", code: "expired" });
    await expect.poll(() => echo.open()).toBe(0);
  });

  test("where the wall is open, peers that mean harm are outlived as in node", async () => {
    const look = await start("127.0.0.0/8", ["127.0.0.0/8"]);
    const nobody = await freePort();
    for (const [kind, settingsOf] of Object.entries(hostileSettings)) {
      for (const manner of ["hangs", "drips", "dripsHead"] as const) {
        const before = performance.now();
        expect(await look(kind, settingsOf(hostile.port(manner)), 500)).toMatchObject({ code: "timeout" });
        expect(performance.now() - before).toBeLessThan(2000);
      }
      for (const manner of ["resets", "resetsLate", "babbles", "closes"] as const) {
        expect(await look(kind, settingsOf(hostile.port(manner)))).toMatchObject({ verdict: "down" });
      }
      expect(await look(kind, settingsOf(nobody))).toMatchObject({ verdict: "down", code: "unreachable" });
      expect(await look(kind, settingsOf(hostile.port("floods")))).toMatchObject({ code: "text_missing" });
    }
    await expect.poll(() => hostile.open("floods")).toBe(0);
    expect(hostile.sent("floods")).toBeLessThan(64 * 1024 ** 2);
  });

  test("a visitor's name that leads to where the team alone may call is blocked once it is looked up", async () => {
    const counted = await startCounting();
    const { look, post } = await startForVisitors({ guard: "localhost", wall: [] });
    const url = `http://localhost:${counted.port}/`;
    expect(await look("http", { url })).toMatchObject({ verdict: "up" });
    const blocked = { verdict: "blocked", code: "private_address" };
    expect(await post(url)).toMatchObject({ ...blocked, notAllowed: expect.arrayContaining(["127.0.0.1"]) });
    expect(await post(`http://127.0.0.1:${counted.port}/`)).toMatchObject(blocked);
    expect(counted.asked).toEqual(["GET"]);
  });

  test("a redirect to a name that leads to a private address ends there", async () => {
    const counted = await startCounting();
    const look = await start("127.0.0.0/8,localhost", ["127.0.0.2/32"]);
    const leading = createHttpServer((_, response) =>
      response.writeHead(302, { location: `http://localhost:${counted.port}/` }).end(),
    );
    await new Promise<void>((done) => leading.listen(0, "127.0.0.2", done));
    begun.push({ close: async () => void leading.close() });
    const url = `http://127.0.0.2:${(leading.address() as AddressInfo).port}/`;
    expect(await look("http", { url })).toMatchObject({ verdict: "blocked", code: "private_address" });
    expect(counted.asked).toEqual([]);
  });

  test("what visitors may reach besides is called", async () => {
    const counted = await startCounting();
    const { post } = await startForVisitors({ guard: "localhost,local", wall: ["local"] });
    expect(await post(`http://localhost:${counted.port}/`)).toMatchObject({ verdict: "up", notAllowed: [] });
    expect(counted.asked).toEqual(["POST"]);
  });
});

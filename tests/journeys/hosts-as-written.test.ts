import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { certificateFor } from "../support/certificates";
import { type Checking, type Settings, startChecking } from "../support/checking";
import { mx } from "../support/dns-server";
import { startDoh } from "../support/doh";

/** A host may be written in many ways, and monitors of the built worker find the same there. */
let checking: Checking;
let server: Server;
let doh: Awaited<ReturnType<typeof startDoh>>;
let port = 0;

const names = ["IP:::1", "IP:127.0.0.1", "DNS:localhost"];

beforeAll(async () => {
  const certificate = certificateFor(names, 10);
  server = createServer(certificate, (_, response) => response.end("hello"));
  const sockets = new WebSocket.Server({ server });
  sockets.on("connection", (socket) => socket.send("hello"));
  await new Promise<void>((done) => server.listen(0, "::", done));
  port = (server.address() as AddressInfo).port;
  doh = await startDoh(new Map([["xn--bcher-kva.test", [mx(10, "xn--bcher-kva.test")]]]));
  checking = await startChecking({
    UPFRONT_NETWORK_ALLOW: "127.0.0.0/8,::1,localhost,.test",
    NODE_EXTRA_CA_CERTS: certificate.caFile,
  });
});
afterAll(async () => {
  await checking?.stop();
  server?.close();
  doh?.close();
});

const find = async (kind: string, settings: Settings) => {
  const { verdict, words } = await checking.find(kind, settings, 4);
  return [verdict, words];
};

const hosts = ["::1", "[::1]", "0:0:0:0:0:0:0:1", "127.0.0.1", "localhost", "LOCALHOST", "localhost.", " localhost "];

test.each(hosts)("%s by TCP and by TLS", async (host) => {
  expect(await find("tcp", { host, port })).toEqual(["Up", "Connected."]);
  expect(await find("tcp", { host, port, tls: "yes" })).toEqual(["Up", "Connected."]);
  expect(await find("tls", { host, port, days: 5 })).toEqual(["Up", expect.stringContaining("Valid for 9 days")]);
});

test.each(["[::1]", "127.0.0.1", "localhost", "LocalHost", "localhost."])("%s by its address", async (host) => {
  const url = `https://${host}:${port}/`;
  expect(await find("http", { url })).toEqual(["Up", "It answered 200."]);
  const soon = ["Degraded", "The certificate expires in 9 days."];
  expect(await find("http", { url, certificateDays: 14 })).toEqual(soon);
  expect(await find("websocket", { url: `wss://${host}:${port}/`, expect: "hello" })).toEqual(["Up", "Connected."]);
});

test.each(["bücher.test", "BÜCHER.test.", "xn--bcher-kva.test"])(
  "%s in the DNS, and among its records",
  async (name) => {
    const resolvers = { resolver: doh.url, second: doh.url };
    const values = "10 bücher.test";
    const asked = { name, type: "MX", match: "exactly", values, ...resolvers };
    expect(await find("dns", asked)).toEqual(["Up", "As expected."]);
  },
);

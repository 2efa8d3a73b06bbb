import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcp } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProgram, temporaryFolder } from "../support/child";
import { a, mx, soa, startDnsServer, txt, type WireRecord } from "../support/dns-server";
import { nodeProgram } from "../support/server";
import { root } from "../support/sources";

/** The agent as people run it, against a deployment that only hands out checks and takes results. */
interface Result {
  monitor: string;
  verdict: string;
  code: string;
  detail: string;
  received?: string;
}

const peers: { close(): void }[] = [];
const folder = temporaryFolder("agent-checks");
let dns = "";
let round = 0;

async function serving(answer: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    answer(request, Buffer.concat(parts).toString(), response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  peers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One round of these checks: what the agent reports of each. */
async function lookAt(
  kind: string,
  checks: Record<string, { requests?: object[]; [setting: string]: unknown }>,
): Promise<Record<string, Result>> {
  const list = Object.entries(checks).map(([id, { requests, ...settings }]) => ({
    id,
    kind,
    settings,
    ...(requests ? { requests } : {}),
    interval: 1,
    phase: 0,
    timeout_seconds: 5,
    retries: 0,
  }));
  const reported: Result[] = [];
  const url = await serving((request, body, response) => {
    if (request.url?.endsWith("/results")) reported.push(...(JSON.parse(body).results as Result[]));
    response.end(JSON.stringify({ every: 1, checks: list }));
  });
  const given = { UPFRONT_AGENT: url, UPFRONT_AGENT_SECRET: "whsec_c2VjcmV0", UPFRONT_AGENT_DNS: dns };
  const spool = { UPFRONT_AGENT_SPOOL: join(folder, `${round++}.json`) };
  const run = startProgram(nodeProgram, [join(root, "scripts/agent.mjs"), "--once"], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...given, ...spool },
  });
  expect(await run.ended, run.output()).toBe(0);
  return Object.fromEntries(reported.map((each) => [each.monitor, each]));
}

beforeAll(async () => {
  const zone = new Map<string, WireRecord[] | "broken">([
    ["printer.lan", [a("10.0.0.7"), a("10.0.0.8")]],
    ["mail.lan", [mx(10, "mx1.mail.lan"), txt("v=spf1 -all"), soa(2026112701)]],
    ["broken.lan", "broken"],
  ]);
  const server = await startDnsServer(zone);
  peers.push(server);
  dns = server.address;
});
afterAll(() => {
  for (const each of peers) each.close();
});

test("DNS is asked of a server of one's own: records, their number, a serial, and a name that is not there", async () => {
  const found = await lookAt("dns", {
    any: { name: "printer.lan" },
    exactly: { name: "printer.lan", match: "exactly", values: "10.0.0.8\n10.0.0.7" },
    "one too many": { name: "printer.lan", match: "exactly", values: "10.0.0.7" },
    missing: { name: "printer.lan", match: "contains", values: "10.0.0.9" },
    count: { name: "printer.lan", match: "count", count: 3 },
    none: { name: "printer.lan", type: "MX" },
    mail: { name: "mail.lan.", type: "MX", match: "exactly", values: "10 MX1.mail.lan." },
    text: { name: "mail.lan", type: "TXT", match: "contains", values: "v=spf1 -all" },
    serial: { name: "mail.lan", type: "SOA", serial: 2026112701 },
    "old serial": { name: "mail.lan", type: "SOA", serial: 2026112702 },
    nobody: { name: "nobody.lan" },
    broken: { name: "broken.lan" },
    dnssec: { name: "printer.lan", dnssec: "yes" },
  });
  const said = Object.fromEntries(Object.entries(found).map(([name, { verdict, code }]) => [name, [verdict, code]]));
  expect(said).toEqual({
    any: ["up", "ok"],
    exactly: ["up", "ok"],
    "one too many": ["down", "record_unexpected"],
    missing: ["down", "record_missing"],
    count: ["down", "record_count"],
    none: ["down", "no_record"],
    mail: ["up", "ok"],
    text: ["up", "ok"],
    serial: ["up", "ok"],
    "old serial": ["down", "serial"],
    nobody: ["down", "nxdomain"],
    broken: ["unknown", "no_resolver"],
    dnssec: ["unknown", "agent_dnssec"],
  });
});

test("what was received instead of what was expected goes along, without what was sent", async () => {
  const server = createTcp((socket) => {
    socket.on("error", () => undefined).on("data", (part) => socket.end(`-ERR ${part}`));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  peers.push(server);
  const { port } = server.address() as AddressInfo;
  const place = { host: "127.0.0.1", port, send: "AUTH our-password\\r\\n" };
  const found = await lookAt("tcp", { wrong: { ...place, expect: "+OK" }, well: { ...place, expect: "-ERR" } });
  expect(found.wrong).toMatchObject({ code: "text_missing", received: "-ERR ••••\r\n" });
  expect(found.well).not.toHaveProperty("received");
});

test("what it has not read whole makes nothing up that must not be there", async () => {
  const long = await serving((_, __, response) => response.end(`${" ".repeat(300_000)}error`));
  const packed = await serving((_, __, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("error"));
  });
  const asked = (url: string) => ({ url, requests: [{ url, method: "GET", headers: {} }] });
  const found = await lookAt("http", {
    cut: { ...asked(long), lacks: "error" },
    packed: { ...asked(packed), lacks: "error" },
    "packed with text": { ...asked(packed), contains: "error" },
    "packed alone": asked(packed),
  });
  expect(found).toMatchObject({
    cut: { verdict: "unknown", code: "text_cut" },
    packed: { verdict: "unknown", code: "text_unread" },
    "packed with text": { verdict: "unknown", code: "text_unread" },
    "packed alone": { verdict: "up", code: "ok" },
  });
});

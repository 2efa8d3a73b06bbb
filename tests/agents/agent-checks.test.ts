import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecure } from "node:https";
import { type AddressInfo, createServer as createTcp } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent } from "../support/agent-file";
import { certificateFor } from "../support/certificates";
import { startProgram, temporaryFolder } from "../support/child";
import { a, mx, soa, startDnsServer, txt, type WireRecord } from "../support/dns-server";
import { nodeProgram } from "../support/server";

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
  serverAhead = 0,
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
    response.setHeader("date", new Date(Date.now() + serverAhead).toUTCString());
    response.end(JSON.stringify({ every: 1, checks: list }));
  });
  const given = { UPFRONT_AGENT: url, UPFRONT_AGENT_SECRET: "whsec_c2VjcmV0", UPFRONT_AGENT_DNS: dns };
  const spool = { UPFRONT_AGENT_SPOOL: join(folder, `${round++}.json`) };
  const run = startProgram(nodeProgram, [agent, "--once"], {
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
  expect(found.wrong).toMatchObject({ code: "text_missing", received: "-ERR AUTH ••••\\r\n" });
  expect(found.well).not.toHaveProperty("received");
});

const latin = Buffer.from("Störung", "latin1");

test("an answer is read as a deployment reads it: unpacked, and in its charset", async () => {
  const sent = (head: Record<string, string>, body: Uint8Array) =>
    serving((_, __, response) => void response.writeHead(200, head).end(body));
  const [packed, coded, unmarked, compressed, long] = await Promise.all([
    sent({ "content-encoding": "gzip" }, gzipSync("Störung")),
    sent({ "content-type": "text/plain; charset=iso-8859-1" }, latin),
    sent({ "content-type": "text/plain" }, latin),
    sent({ "content-encoding": "compress" }, latin),
    sent({}, Buffer.from(`${" ".repeat(300_000)}Störung`)),
  ]);
  const asked = (url = "") => ({ url, requests: [{ url, method: "GET", headers: {} }] });
  const found = await lookAt("http", {
    packed: { ...asked(packed), lacks: "Störung" },
    coded: { ...asked(coded), lacks: "Störung" },
    "in a charset that nobody names": { ...asked(unmarked), lacks: "Störung" },
    "in a coding that nobody knows": { ...asked(compressed), lacks: "Störung" },
    "alone, in a coding that nobody knows": asked(compressed),
    "beyond what is read": { ...asked(long), lacks: "Störung" },
  });
  expect(found).toMatchObject({
    packed: { verdict: "down", code: "text_found" },
    coded: { verdict: "down", code: "text_found" },
    "in a charset that nobody names": { verdict: "unknown", code: "text_unread" },
    "in a coding that nobody knows": { verdict: "unknown", code: "text_unread" },
    "alone, in a coding that nobody knows": { verdict: "up", code: "ok" },
    "beyond what is read": { verdict: "unknown", code: "text_cut" },
  });
});

test("ten redirects are followed with their cookies, a name is the same however it is written, a path may be any", async () => {
  const url = await serving(({ url: path = "", headers }, _, response) => {
    const at = Number(path.slice(1));
    if (at > 0) response.writeHead(302, { location: `/${at - 1}`, "set-cookie": "a=1" }).end();
    else
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ list: [{ cookie: headers.cookie }] }));
  });
  const dotted = url.replace("127.0.0.1", "LocalHost.");
  const found = await lookAt("http", {
    "ten redirects": { url: `${url}/10`, jsonPath: "$..cookie", jsonValue: "a=1" },
    "eleven redirects": { url: `${url}/11` },
    "a last dot": { url: `${dotted}/1`, jsonPath: "$.list[?@.cookie == 'a=1']" },
  });
  expect(found).toMatchObject({
    "ten redirects": { verdict: "up" },
    "eleven redirects": { verdict: "down", code: "too_many_redirects" },
    "a last dot": { verdict: "up" },
  });
});

test("a certificate ends by the server's clock, however wrong the agent's is", async () => {
  const { key, cert } = certificateFor(undefined, 60);
  const secure = createSecure({ key, cert }, (_, response) => response.end());
  await new Promise<void>((ready) => secure.listen(0, "127.0.0.1", ready));
  peers.push(secure);
  const place = { own: { host: "localhost", port: (secure.address() as AddressInfo).port } };
  const codes = [(await lookAt("tls", place)).own?.code, (await lookAt("tls", place, 400 * 86_400_000)).own?.code];
  expect(codes).toEqual([expect.not.stringMatching(/^expired$/), "expired"]);
});

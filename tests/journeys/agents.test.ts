import { readFileSync } from "node:fs";
import { createServer as createHttps, type Server } from "node:https";
import { type AddressInfo, createServer as createTcp } from "node:net";
import { dirname, join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agent as agentProgram } from "../support/agent-file";
import { makeApi } from "../support/api-client";
import { certificateFor, chained, selfSigned, shownCertificates } from "../support/certificates";
import { type Running, startProgram, temporaryFolder } from "../support/child";
import { requireProgram } from "../support/programs";
import { nodeProgram, startServer, type TestServer } from "../support/server";

/** The built worker, and the agent as people run it, in a network of its own: this machine. */
const token = "a-bootstrap-token-of-more-than-32-characters";
const secretOfOurs = "only-the-agent-may-send-this";
let server: TestServer;
const api = makeApi(() => server.url, token);
const peers: { close(): void }[] = [];
const folder = temporaryFolder("agent");
const spool = join(folder, "spool.json");
const own = certificateFor();
/** Judged by the same codes as by the deployment's own monitors (tests/journeys/monitor-peers.test.ts). */
const bad = {
  expired: shownCertificates.expired(),
  wrong_name: shownCertificates["of another name"](),
  self_signed: selfSigned(),
  untrusted: chained("short"),
};

interface Agent {
  state: string;
  clock_skew: number | null;
  doubled_at: string | null;
  last_report_at: string | null;
}
interface Monitor {
  id: string;
  state: string;
  code: string;
  detail: string;
  last_check_at: string | null;
}

let page = "";
let agent = "";
let secret = "";
const ids: Record<string, string> = {};

const portOf = (peer: { address(): unknown }) => (peer.address() as AddressInfo).port;
async function listening<T extends { listen(port: number, host: string, done: () => void): unknown; close(): void }>(
  peer: T,
) {
  await new Promise<void>((done) => peer.listen(0, "127.0.0.1", done));
  peers.push(peer);
  return peer;
}

/** Asks for a client's certificate of our authority, and for our token, which it hands out itself. */
const privateSite = () =>
  createHttps({ ...own, ca: own.ca, requestCert: true, rejectUnauthorized: true }, (request, response) => {
    if (request.url === "/token") return response.end(JSON.stringify({ token: secretOfOurs }));
    const known = request.headers.authorization === `Bearer ${secretOfOurs}`;
    return response.writeHead(known ? 200 : 403, { "content-type": "application/json" }).end('{"status":"ok"}');
  });

/** Goes on under TLS when it is asked to, as a mail server does. */
const mailServer = () =>
  createTcp((socket) => {
    socket.on("error", () => {}).write("220 ready\r\n");
    socket.on("data", (part) => {
      if (String(part).startsWith("EHLO")) socket.write("250-mail\r\n250 STARTTLS\r\n");
      if (!String(part).startsWith("STARTTLS")) return;
      socket.removeAllListeners("data").write("220 go on\r\n");
      const secured = new TLSSocket(socket, { isServer: true, key: own.key, cert: own.cert }).on("error", () => {});
      secured.on("data", () => secured.write("250 mail, under TLS\r\n"));
    });
  });

const monitor = async (name: string, kind: string, settings: object) => {
  const given = { name, kind, settings, interval: 1, in_a_row: 1, agent_id: agent };
  ids[name] = (await api(`/pages/${page}/monitors`, { monitor: given })).id;
};
const read = (name: string) => api<Monitor>(`/pages/${page}/monitors/${ids[name]}`);
const readAgent = () => api<Agent>(`/pages/${page}/agents/${agent}`);

const files = () => {
  const keyFile = join(dirname(own.certFile), "key.pem");
  return { UPFRONT_AGENT_CA: own.caFile, UPFRONT_AGENT_CERT: own.certFile, UPFRONT_AGENT_KEY: keyFile };
};

const running: Running[] = [];
function run(args: string[] = [], env: Record<string, string> = {}, before: string[] = []): Running {
  const address = `${server.url}/ingest/agents/${agent}`;
  const given = { UPFRONT_AGENT: address, UPFRONT_AGENT_SECRET: secret, UPFRONT_AGENT_SPOOL: spool, ...files() };
  const started = startProgram(nodeProgram, [...before, agentProgram, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...given, ...env },
  });
  running.push(started);
  return started;
}

beforeAll(async () => {
  server = await startServer({ args: ["--empty"], env: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  page = (await api("/pages", { page: { name: "Office", subdomain: "office" } })).id;
  agent = (await api(`/pages/${page}/agents`, { agent: { name: "Office network", every: 1 } })).id;
  ({ secret } = await api<{ secret: string }>(`/pages/${page}/agents/${agent}/secret`, {}));
  const site = (await listening(privateSite())) as Server;
  const greeter = await listening(createTcp((socket) => socket.on("error", () => {}).end("220 ready\r\n")));
  const mail = await listening(mailServer());
  const url = `https://localhost:${portOf(site)}/health`;
  const auth = { auth: "bearer", token: secretOfOurs };
  await monitor("site", "http", { url, ...auth, jsonPath: "$.status", jsonValue: "ok" });
  await monitor("site without token", "http", { url });
  const earlier = `GET ${new URL("/token", url)}\n> token = $.token`;
  await monitor("site by its own token", "http", { url, earlier, headers: "Authorization: Bearer {{token}}" });
  await monitor("greeter", "tcp", { host: "127.0.0.1", port: portOf(greeter), expect: "220 " });
  await monitor("nobody", "tcp", { host: "127.0.0.1", port: 1 });
  await monitor("certificate", "tls", { host: "localhost", port: portOf(site), days: 1 });
  for (const [code, { key, cert }] of Object.entries(bad)) {
    const shows = (await listening(createHttps({ key, cert }, (_, response) => response.end()))) as Server;
    await monitor(`${code} certificate`, "tls", { host: "localhost", port: portOf(shows) });
  }
  await monitor("mail certificate", "tls", { host: "localhost", port: portOf(mail), starttls: "smtp", days: 1 });
  const ehlo = { send: "EHLO us\\r\\n", expect: "under TLS" };
  await monitor("mail", "tcp", { host: "localhost", port: portOf(mail), starttls: "smtp", ...ehlo });
  await monitor("site’s certificate", "http", { url, ...auth, certificateDays: 30, leastBytes: 5, mostBytes: 500 });
  await monitor("this machine", "ping", { host: "127.0.0.1" });
});
afterAll(async () => {
  for (const each of running) await each.kill9();
  for (const each of peers) each.close();
  await server?.stop();
});

test("one round tells of everything that only this network reaches, by its own authority and certificate", async () => {
  requireProgram("ping");
  const round = run(["--once"]);
  expect(await round.ended, round.output()).toBe(0);
  const found = Object.fromEntries(
    await Promise.all(Object.keys(ids).map(async (name) => [name, (await read(name)).code] as const)),
  );
  expect(found).toEqual({
    site: "ok",
    "site without token": "status",
    "site by its own token": "ok",
    greeter: "ok",
    nobody: "unreachable",
    certificate: "ok",
    ...Object.fromEntries(Object.keys(bad).map((code) => [`${code} certificate`, code])),
    "mail certificate": "ok",
    mail: "ok",
    "site’s certificate": "expires_soon",
    "this machine": "ok",
  });
  expect(await read("site")).toMatchObject({ state: "up" });
  expect(await read("nobody")).toMatchObject({ state: "down" });
  expect(await readAgent()).toMatchObject({ state: "up", doubled_at: null });
  for (const text of [round.output(), readFileSync(spool, "utf8")]) {
    expect(text).not.toContain(secretOfOurs);
    expect(text).not.toContain(secret);
  }
});

describe("what it cannot do it says, and nobody is down", () => {
  test("without its authority a site that it vouches for is not reached", async () => {
    const round = run(["--once"], { UPFRONT_AGENT_CA: "", UPFRONT_AGENT_SPOOL: join(folder, "other.json") });
    expect(await round.ended).toBe(0);
    expect(round.output()).toContain("reported");
  });
  test("where there is no ping", async () => {
    const paused = { monitor: { kind: "ping", name: "unpingable", settings: { host: "127.0.0.1" }, interval: 1 } };
    ids.unpingable = (await api(`/pages/${page}/monitors`, { monitor: { ...paused.monitor, agent_id: agent } })).id;
    const round = run(["--once"], { PATH: folder, UPFRONT_AGENT_SPOOL: join(folder, "third.json") });
    expect(await round.ended).toBe(0);
    const said = await read("unpingable");
    expect(said).toMatchObject({ state: "new", code: "no_ping" });
    expect(said.detail).toContain("not installed");
  });
  test("without a secret, or with a wrong one, it ends or goes on asking, and reports nothing", async () => {
    expect(await run(["--once"], { UPFRONT_AGENT_SECRET: "" }).ended).toBe(2);
    const wrong = run(["--once"], { UPFRONT_AGENT_SECRET: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toContain("status_401");
  });
});

test("with a clock that is two hours wrong its results are of now, and its page tells", async () => {
  const clock = "const real = Date.now; Date.now = () => real() + 7200000;";
  const before = Date.now();
  const round = run(["--once"], {}, ["--import", `data:text/javascript,${encodeURIComponent(clock)}`]);
  expect(await round.ended, round.output()).toBe(0);
  const { clock_skew } = await readAgent();
  expect(Math.abs((clock_skew ?? 0) + 7_200_000)).toBeLessThan(30_000);
  const checked = Date.parse((await read("site")).last_check_at ?? "");
  expect(Math.abs(checked - before)).toBeLessThan(120_000);
});

test("killed and doubled it counts once; cut off it keeps what it found, and reports it when the way is back", async () => {
  const first = run();
  await first.until(/"reported"/);
  await first.kill9();
  const again = run();
  const twin = run([], { UPFRONT_AGENT_SPOOL: join(folder, "twin.json") });
  await Promise.all([again.until(/"reported"/), twin.until(/"reported"/)]);
  await expect.poll(async () => (await readAgent()).doubled_at, { timeout: 150_000, interval: 2000 }).not.toBeNull();
  await twin.kill9();
  const { port, state } = server;
  const seen = again.output().length;
  await server.stop();
  await expect.poll(() => again.output().slice(seen), { timeout: 150_000, interval: 1000 }).toContain("report.failed");
  expect(JSON.parse(readFileSync(spool, "utf8")).length).toBeGreaterThan(0);
  const cutOff = Date.now();
  server = await startServer({ port, state, env: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  await expect.poll(() => readFileSync(spool, "utf8"), { timeout: 150_000, interval: 1000 }).toBe("[]");
  expect(Date.parse((await readAgent()).last_report_at ?? "")).toBeGreaterThan(cutOff - 1000);
  expect(await read("site")).toMatchObject({ state: "up" });
  expect(await again.stop()).toBe(0);
}, 600_000);

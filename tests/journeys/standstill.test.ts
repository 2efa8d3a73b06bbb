import { type AddressInfo, createServer, type Server } from "node:net";
import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { startServer, type TestServer } from "../support/server";
import { lastStampIn, letAge } from "../support/time-passed";

/** The built worker behind the real start script, stopped by a signal and started again on the same folder. */
const token = "a-bootstrap-token-of-more-than-32-characters";
const hour = 3600_000;
let server: TestServer;
let peer: Server;
let page = "";
let pingPath = "";
const made: Record<string, string> = {};
const api = makeApi(() => server.url, token);

const start = (state?: string) =>
  startServer({
    args: ["--empty"],
    env: { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_NETWORK_ALLOW: "127.0.0.0/8", UPFRONT_TEST_MINUTE: "1000" },
    ...(state ? { state } : {}),
  });

const component = async (name: string, more: object = {}) =>
  (await api<{ id: string }>(`/pages/${page}/components`, { component: { name, ...more } })).id;

const ping = async () => expect((await fetch(`${server.url}${pingPath}`, { method: "POST" })).status).toBe(200);

interface Shown {
  name: string;
  status: string;
  no_data_since?: string;
}

async function statuses(): Promise<Record<string, string>> {
  const answer = await fetch(`${server.url}/stop/api/v2/summary.json`);
  const { components } = (await answer.json()) as { components: Shown[] };
  return Object.fromEntries(components.map((each) => [each.name, each.no_data_since ? "no_data" : each.status]));
}

/** Seconds of which something is known, by component. */
async function known(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/stop/uptime.csv`)).text();
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return Object.fromEntries(data.map((row) => [row.component, Number(row.known_seconds)]));
}

const well = { Web: "operational", Job: "operational", Desk: "operational" };

/** Where six hours back are of today: a page that is aged over midnight has a day that it never had. */
function zoneOfOneDay(utcHour: number): string {
  if (utcHour < 10) return "Pacific/Auckland";
  return utcHour < 22 ? "Etc/UTC" : "America/Chicago";
}

beforeAll(async () => {
  peer = createServer((socket) => socket.on("error", () => undefined).end("220 ready\r\n"));
  await new Promise<void>((done) => peer.listen(0, "127.0.0.1", done));
  server = await start();
  const stopped = { name: "Stop", subdomain: "stop", time_zone: zoneOfOneDay(new Date().getUTCHours()) };
  page = (await api<{ id: string }>("/pages", { page: stopped })).id;
  for (const name of ["Web", "Job"]) made[name] = await component(name);
  made.Desk = await component("Desk", { status: "operational" });
  const settings = { host: "127.0.0.1", port: (peer.address() as AddressInfo).port };
  const moves = (name: string) => ({ components: { [made[name] as string]: "major_outage" }, mode: "publish" });
  const monitor = { kind: "tcp", name: "Web", settings, interval: 1, in_a_row: 1, ...moves("Web") };
  await api(`/pages/${page}/monitors`, { monitor });
  const schedule = { kind: "simple", period: 60 };
  const beat = { heartbeat: { name: "Job", schedule, grace: 60, ...moves("Job") } };
  pingPath = new URL((await api<{ ping_url: string }>(`/pages/${page}/heartbeats`, beat)).ping_url).pathname;
  await ping();
  // The monitor is checked first in the minute after the one in which it is made.
  await off(60_000);
}, 60_000);
afterAll(async () => {
  peer?.close();
  await server?.stop();
});

async function off(length: number): Promise<void> {
  const at = Date.now();
  expect(await server.stop()).toBe(0);
  expect(lastStampIn(server.state)).toBeGreaterThanOrEqual(at - 1000);
  letAge(server.state, length);
  server = await start(server.state);
}

const reads = (expected: Record<string, string>) =>
  expect.poll(statuses, { timeout: 15_000, interval: 250 }).toEqual(expected);

test("five minutes off: nothing is late, nothing is told, and the history stays", async () => {
  await reads(well);
  await off(5 * 60_000);
  await reads(well);
  expect(await api(`/pages/${page}/alerts?state=firing`)).toEqual([]);
  expect(await api(`/pages/${page}/incidents`)).toEqual([]);
  await ping();
  expect(await api(`/pages/${page}/incidents`)).toEqual([]);
});

test("six hours off: visitors read afterwards what they read meanwhile, and no outage is published", async () => {
  await off(6 * hour);
  await reads(well);
  const seconds = await known();
  expect(seconds.Web).toBeLessThan(900);
  expect(seconds.Job).toBeLessThan(900);
  expect(seconds.Desk).toBeGreaterThan(6 * 3600 - 60);
  await ping();
  expect(await api(`/pages/${page}/incidents`)).toEqual([]);
});

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";
import { cookiesOf, sendForm } from "../support/plain-forms";

/** The built worker, and a page of two components of which one is watched: that one vouches for the other nowhere. */
const token = "a-bootstrap-token-of-more-than-32-characters";
const api = makeApi(() => server.url, token);
let server: ClockedServer;
let site: Server;
let answers = 200;
/** Our own network: with it everything that we call, the address of the self-check included. */
let isAway = false;
let [watched, unwatched, monitor] = ["", "", ""];

beforeAll(async () => {
  server = await startClockedServer({ networks: ["127.0.0.0/8"], settings: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  site = createServer((request, response) => {
    if (isAway) request.socket.destroy();
    else response.writeHead(request.url === "/self" ? 200 : answers).end();
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  await api("/pages", { page: { name: "Half", subdomain: "half" } });
  watched = (await api("/pages/half/components", { component: { name: "Watched" } })).id;
  unwatched = (await api("/pages/half/components", { component: { name: "Unwatched" } })).id;
});
afterAll(async () => {
  site?.close();
  await server?.stop();
});

const read = async (path: string) => (await fetch(`${server.url}/half${path}`)).text();
const readJson = async <T>(path: string): Promise<T> => JSON.parse(await read(path)) as T;

interface V2 {
  status: { indicator: string; description: string };
  components: { id: string; status: string; no_data_since?: string }[];
}

/** As programs of Statuspage's format read it. */
async function inV2(id: string) {
  const { components } = await readJson<V2>("/api/v2/summary.json");
  return components.find((each) => each.id === id);
}

/** The line of a component in the report of 90 days, by the names of its columns. */
async function inCsv(name: string): Promise<Record<string, string>> {
  const [head = "", ...lines] = (await read("/uptime.csv")).trim().split(/\r?\n/);
  const values = lines.map((line) => line.split(",")).find((line) => line.includes(name)) ?? [];
  return Object.fromEntries(head.split(",").map((column, at) => [column, values[at] ?? ""]));
}

/** What a row of the front page says, without marks. */
async function rowOf(name: string): Promise<string> {
  const row = new RegExp(`<li class="c">(?:(?!</li>).)*>${name}<.*?</li>`, "s").exec(await read(""))?.[0] ?? "";
  return row.replace(/<[^>]+>/g, " ");
}

const badgeOf = async (id: string) => read(`/components/${id}/badge.svg`);

/** A copy in memory lives for a second. */
const polled = { timeout: 10_000, interval: 250 };

async function greenOf(id: string, name: string): Promise<string[]> {
  const [v2, csv, row, badge, page] = [
    await inV2(id),
    await inCsv(name),
    await rowOf(name),
    await badgeOf(id),
    await read(`/components/${id}`),
  ];
  const claims: [string, boolean][] = [
    ["v2", v2?.status === "operational" && v2.no_data_since === undefined],
    ["CSV", /^\d/.test(csv.uptime_percent ?? "")],
    ["row", /Operational|100/.test(row)],
    ["badge", /Operational/.test(badge)],
    ["component page", /<div class="lead o"|>100%</.test(page)],
  ];
  return claims.flatMap(([where, isGreen]) => (isGreen ? [where] : []));
}

test("before anybody looks nothing is green", async () => {
  expect(await greenOf(watched, "Watched")).toEqual([]);
  expect(await greenOf(unwatched, "Unwatched")).toEqual([]);
  expect(await read("")).toContain(">Not monitored<");
});

test("what is watched is green from its first check on, and vouches for nothing else", async () => {
  const settings = { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` };
  const rule = { components: { [watched]: "major_outage" }, mode: "none" };
  const asked = { kind: "http", name: "Site", settings, interval: 1, in_a_row: 1, ...rule };
  monitor = (await api("/pages/half/monitors", { monitor: asked })).id;
  await server.passed();
  await expect.poll(() => greenOf(watched, "Watched"), polled).toContain("v2");
  expect(await greenOf(unwatched, "Unwatched")).toEqual([]);
  expect(await rowOf("Unwatched")).toContain("Not monitored");
  const { status } = await readJson<V2>("/api/v2/summary.json");
  expect(status).toEqual({ indicator: "none", description: "All Monitored Systems Operational" });
  expect(await read("")).toContain(">All monitored systems operational<");
  expect(await read("/embed")).not.toContain("All systems operational");
});

test("a person's word about one component makes no other green", async () => {
  const third = (await api("/pages/half/components", { component: { name: "Kept", status: "operational" } })).id;
  await expect.poll(() => greenOf(third, "Kept"), polled).toContain("v2");
  expect(await greenOf(unwatched, "Unwatched")).toEqual([]);
});

test("while our own network is known to be away, what only it looks at is not green, though a source that spoke once is quiet", async () => {
  const operator = cookiesOf(await sendForm(server.ownerLink, {}));
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/self`;
  const set = { form: "self-check", url: address, version: "0" };
  cookiesOf(await sendForm(`${server.url}/manage/deployment`, set, operator));
  const tool = { kind: "alertmanager", name: "Tool", quiet_means_well: true };
  const source = await api<{ id: string; ingest_url: string }>("/pages/half/sources", { source: tool });
  const rule = { components: { [watched]: "major_outage" }, mode: "none" };
  await api("/pages/half/rules", { rule: { ...rule, source_id: source.id } });
  const over = { status: "resolved", labels: { alertname: "Test" }, annotations: {}, fingerprint: "a" };
  const times = { startsAt: "2026-11-20T12:00:00Z", endsAt: "2026-11-20T12:01:00Z" };
  const body = JSON.stringify({ version: "4", status: "resolved", alerts: [{ ...over, ...times }] });
  const headers = { "content-type": "application/json" };
  expect((await fetch(source.ingest_url, { method: "POST", headers, body })).status).toBeLessThan(300);
  await server.passed();
  expect(await greenOf(watched, "Watched")).toContain("row");
  isAway = true;
  await server.passed();
  await expect.poll(() => rowOf("Watched"), polled).toContain("No data");
  expect(await inV2(watched)).toMatchObject({ no_data_since: expect.any(String) });
  expect((await readJson<V2>("/api/v2/summary.json")).status.indicator).toBe("minor");
  isAway = false;
  await server.passed();
  await expect.poll(() => greenOf(watched, "Watched"), polled).toContain("row");
  await api(`/pages/half/sources/${source.id}`, undefined, "DELETE");
});

test("what is down stays unknown once its watcher is taken away", async () => {
  answers = 503;
  await server.passed();
  await server.passed();
  await expect.poll(async () => (await inV2(watched))?.status, polled).toBe("major_outage");
  await api(`/pages/half/monitors/${monitor}`, undefined, "DELETE");
  await expect.poll(() => rowOf("Watched"), polled).toContain("Not monitored");
  await server.passed();
  expect(await rowOf("Watched")).not.toContain("Operational");
  expect(await inV2(watched)).toMatchObject({ no_data_since: expect.any(String) });
  expect((await inV2(watched))?.status).not.toBe("operational");
});

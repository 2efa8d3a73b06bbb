import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { HealthChecksPingClient } from "healthchecks-io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { startServer, type TestServer } from "../support/server";

/** A client made for Healthchecks and the usual curl line, pointed at our worker. */
const token = "a-bootstrap-token-of-more-than-32-characters";
const start = (state?: string) =>
  startServer({ args: ["--empty"], env: { UPFRONT_BOOTSTRAP_TOKEN: token }, ...(state ? { state } : {}) });

let server: TestServer;
const api = makeApi(() => server.url, token);
let pageId = "";
let componentId = "";
beforeAll(async () => {
  server = await start();
  const page = await api<{ id: string }>("/pages", { page: { name: "Jobs", subdomain: "jobs" } });
  pageId = page.id;
  const made = await api<{ id: string }>(`/pages/${pageId}/components`, { component: { name: "Backups" } });
  componentId = made.id;
});
afterAll(() => server?.stop());

interface Shown {
  id: string;
  ping_url: string;
  state: string;
  ping_count: number;
  last_duration: number | null;
}

const makeHeartbeat = (name: string) =>
  api<Shown>(`/pages/${pageId}/heartbeats`, {
    heartbeat: {
      name,
      schedule: { kind: "simple", period: 3600 },
      grace: 600,
      mode: "publish",
      components: { [componentId]: "major_outage" },
    },
  });

const read = (id: string) => api<Shown>(`/pages/${pageId}/heartbeats/${id}`);

/** What a ping turned is told after its answer. */
async function becomes(id: string, state: string): Promise<Shown> {
  for (let tries = 0; ; tries++) {
    const shown = await read(id);
    if (shown.state === state) return shown;
    if (tries === 50) throw new Error(`${shown.state}, not ${state}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

const uuidOf = ({ ping_url }: Shown) => ping_url.split("/").at(-1) ?? "";
const addressOf = (shown: Shown) => `${server.url}/ping/${uuidOf(shown)}`;

async function openIncidents(): Promise<number> {
  const response = await fetch(`${server.url}/jobs/api/v2/incidents/unresolved.json`);
  return ((await response.json()) as { incidents: unknown[] }).incidents.length;
}

async function untilOpen(count: number): Promise<void> {
  for (let tries = 0; (await openIncidents()) !== count; tries++) {
    if (tries === 50) throw new Error(`not ${count} open incidents`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

test("a job's words are found in the letters that its shell writes", async () => {
  const heartbeat = { name: "By PowerShell", schedule: { kind: "simple", period: 3600 }, grace: 600 };
  const words = { fail_words: ["échec"], success_words: ["Sauvegarde"] };
  const made = await api<Shown>(`/pages/${pageId}/heartbeats`, { heartbeat: { ...heartbeat, ...words } });
  const report = (text: string, encoding: BufferEncoding) =>
    fetch(addressOf(made), { method: "POST", body: Buffer.from(text, encoding) });
  await report("\uFEFFSauvegarde : bien", "utf16le");
  await becomes(made.id, "up");
  await report("Sauvegarde : échec", "latin1");
  await becomes(made.id, "down");
});

test("npm healthchecks-io-client: start, success with its output, failure, and the incident that it opens and ends", async () => {
  const made = await makeHeartbeat("Nightly backup");
  const client = new HealthChecksPingClient({
    uuid: uuidOf(made),
    baseUrl: `${server.url}/ping`,
    returnResponse: true,
  });
  expect(await client.start()).toBe("OK");
  expect(await read(made.id)).toMatchObject({ state: "new", running: true });
  expect(await client.success("12 tables, 3 MB")).toBe("OK");
  expect((await becomes(made.id, "up")).last_duration).toBeGreaterThanOrEqual(0);
  expect(await openIncidents()).toBe(0);
  expect(await client.fail("disk full")).toBe("OK");
  await becomes(made.id, "down");
  await untilOpen(1);
  const pings = await api<{ kind: string; number: number; user_agent: string; has_body: boolean }[]>(
    `/pages/${pageId}/heartbeats/${made.id}/pings`,
  );
  expect(pings.map((each) => each.kind).sort()).toEqual(["fail", "start", "success"]);
  expect(pings.every((each) => each.user_agent === "HealthChecks-IO-Client-JS/1.0.4")).toBe(true);
  expect(await client.success()).toBe("OK");
  await becomes(made.id, "up");
  await untilOpen(0);
});

test("the client is told no for a uuid that nobody has", async () => {
  const uuid = "5f4dcc3b-5aa7-45d6-b8e1-1b2c3d4e5f60";
  await expect(new HealthChecksPingClient({ uuid, baseUrl: `${server.url}/ping` }).success()).rejects.toThrow(/404/);
});

const run = promisify(execFile);

test("the usual curl line, with an exit status, a log and HEAD", async () => {
  const made = await makeHeartbeat("Import");
  const curl = async (...args: string[]) =>
    (await run("curl", ["-fsS", "-m", "10", "--retry", "5", ...args])).stdout.toString();
  expect(await curl(addressOf(made))).toBe("OK");
  await becomes(made.id, "up");
  expect(await curl("--data-raw", "row 17 skipped", `${addressOf(made)}/log`)).toBe("OK");
  expect(await curl("-I", `${addressOf(made)}/start`)).toMatch(/^HTTP\/1.1 200 [\s\S]*ping-body-limit: 10000\r\n/i);
  expect(await curl(`${addressOf(made)}/1`)).toBe("OK");
  expect((await becomes(made.id, "down")).ping_count).toBe(4);
  await expect(curl(`${addressOf(made)}/`)).rejects.toThrow(/404/);
  await expect(curl(`${addressOf(made)}/256`)).rejects.toThrow(/400/);
});

test("row 16: a megabyte is answered, and its first 10,000 bytes are kept", async () => {
  const made = await makeHeartbeat("Loud");
  const response = await fetch(`${addressOf(made)}/log`, { method: "POST", body: "x".repeat(1_048_576) });
  expect([response.status, await response.text()]).toEqual([200, "OK"]);
  const kept = await api<{ body: string; truncated: boolean }>(`/pages/${pageId}/heartbeats/${made.id}/pings/1`);
  expect([kept.body.length, kept.truncated]).toEqual([10_000, true]);
});

test("a hundred at once are a hundred, and killed right after the last answer all are there", async () => {
  const made = await makeHeartbeat("Busy");
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(addressOf(made), { method: "POST" })));
  expect(answers.every((each) => each.status === 200)).toBe(true);
  await server.kill9();
  server = await start(server.state);
  expect((await read(made.id)).ping_count).toBe(100);
});

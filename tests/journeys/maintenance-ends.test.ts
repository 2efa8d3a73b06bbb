import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server";

/** Two maintenances of one component that two people end at once: the built worker over HTTP. */
let server: TestServer;
const token = "a-bootstrap-token-of-more-than-32-characters";

beforeAll(async () => {
  const env = { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_INGEST_LIMIT: "0" };
  server = await startServer({ args: ["--empty"], env });
});
afterAll(() => server?.stop());

async function api<T = { id: string }>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${server.url}/api/v1${path}`, { method, headers, ...sent });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** As many as the limit of requests of one token allows. */
const pairs = 13;
const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function begun(component: string): Promise<string> {
  const now = Date.now();
  const window = {
    starts_at: new Date(now + 60_000).toISOString(),
    ends_at: new Date(now + 3_600_000).toISOString(),
  };
  const maintenance = { title: "Move", ...window, component_ids: [component] };
  const { id } = await api("POST", "/pages/works/maintenances", { maintenance });
  await api("PATCH", `/pages/works/incidents/${id}`, { incident: { status: "in_progress" } });
  return id;
}

const ended = (id: string) =>
  api("PATCH", `/pages/works/incidents/${id}`, { incident: { status: "completed", deliver_notifications: true } });

async function fire(address: string): Promise<void> {
  const times = { startsAt: new Date().toISOString(), endsAt: "0001-01-01T00:00:00Z" };
  const alert = { status: "firing", labels: { alertname: "Down" }, annotations: {}, fingerprint: "down", ...times };
  const body = JSON.stringify({ version: "4", status: "firing", groupKey: "g", alerts: [alert] });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}${new URL(address).pathname}`, { method: "POST", headers, body });
  expect(answer.status).toBe(202);
}

test("an outage after two maintenances that ended at once is an outage in the uptime", async () => {
  await api("POST", "/pages", { page: { name: "Works", subdomain: "works" } });
  const components: string[] = [];
  for (let index = 0; index < pairs; index++) {
    const made = await api("POST", "/pages/works/components", { component: { name: `Part ${index}` } });
    components.push(made.id);
  }
  const source = await api<{ id: string; ingest_url: string }>("POST", "/pages/works/sources", {
    source: { kind: "alertmanager", name: "am" },
  });
  const [catchAll] = await api<{ id: string }[]>("GET", `/pages/works/rules?source=${source.id}`);
  const all = Object.fromEntries(components.map((id) => [id, "major_outage"]));
  await api("PATCH", `/pages/works/rules/${catchAll?.id}`, { rule: { components: all } });
  for (const component of components) {
    const works = [await begun(component), await begun(component)];
    await Promise.all(works.map(ended));
  }
  await fire(source.ingest_url);
  await sleep(3000);
  for (const id of components) {
    const path = `/pages/works/components/${id}/uptime`;
    const uptime = await api<{ major_outage: number; uptime_percentage: number }>("GET", path);
    expect(uptime.major_outage).toBeGreaterThan(0);
    expect(uptime.uptime_percentage).toBeLessThan(100);
  }
});

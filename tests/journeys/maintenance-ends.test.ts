import { beforeAll, expect, test } from "vitest";
import { type OwnPage, ownPage } from "../support/own-page";

/** Two maintenances of one component that two people end at once: the built worker over HTTP. */
let own: OwnPage;
let api: Awaited<ReturnType<OwnPage["api"]>>;

beforeAll(async () => {
  own = await ownPage({ name: "Works" });
  api = await own.api();
});

const at = (rest: string) => `/pages/${own.slug}${rest}`;

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
  const { id } = await api(at("/maintenances"), { maintenance });
  await api(at(`/incidents/${id}`), { incident: { status: "in_progress" } }, "PATCH");
  return id;
}

const ended = (id: string) =>
  api(at(`/incidents/${id}`), { incident: { status: "completed", deliver_notifications: true } }, "PATCH");

async function fire(address: string): Promise<void> {
  const times = { startsAt: new Date().toISOString(), endsAt: "0001-01-01T00:00:00Z" };
  const alert = { status: "firing", labels: { alertname: "Down" }, annotations: {}, fingerprint: "down", ...times };
  const body = JSON.stringify({ version: "4", status: "firing", groupKey: "g", alerts: [alert] });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body });
  expect(answer.status).toBe(202);
}

test("an outage after two maintenances that ended at once is an outage in the uptime", async () => {
  const components: string[] = [];
  for (let index = 0; index < pairs; index++) {
    const kept = { name: `Part ${index}`, status: "operational" };
    const made = await api(at("/components"), { component: kept });
    components.push(made.id);
  }
  const source = await api<{ id: string; ingest_url: string }>(at("/sources"), {
    source: { kind: "alertmanager", name: "am" },
  });
  const [catchAll] = await api<{ id: string }[]>(at(`/rules?source=${source.id}`));
  const all = Object.fromEntries(components.map((id) => [id, "major_outage"]));
  await api(at(`/rules/${catchAll?.id}`), { rule: { components: all } }, "PATCH");
  for (const component of components) {
    const works = [await begun(component), await begun(component)];
    await Promise.all(works.map(ended));
  }
  await fire(source.ingest_url);
  await sleep(3000);
  for (const id of components) {
    const path = at(`/components/${id}/uptime`);
    const uptime = await api<{ major_outage: number; uptime_percentage: number }>(path);
    expect(uptime.major_outage).toBeGreaterThan(0);
    expect(uptime.uptime_percentage).toBeLessThan(100);
  }
});

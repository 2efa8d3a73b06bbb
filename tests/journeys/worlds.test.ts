import { afterEach, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";
import { type Hook, startHook } from "../support/hook";

/** Whole deployments on the built worker: nothing due waits, however many pages share the minute. */
interface BuiltWorld {
  pages: number;
  monitors: number;
  heartbeats: number;
  /** The last page's source fires, and is held for two minutes. */
  held: boolean;
}

const few: BuiltWorld[] = [{ pages: 6, monitors: 1, heartbeats: 4, held: true }];
const more: BuiltWorld[] = [
  { pages: 1, monitors: 1, heartbeats: 0, held: true },
  { pages: 2, monitors: 3, heartbeats: 2, held: true },
  { pages: 4, monitors: 2, heartbeats: 8, held: true },
  { pages: 6, monitors: 1, heartbeats: 0, held: false },
  { pages: 8, monitors: 1, heartbeats: 1, held: true },
  { pages: 10, monitors: 1, heartbeats: 2, held: true },
  { pages: 12, monitors: 1, heartbeats: 0, held: true },
  { pages: 12, monitors: 2, heartbeats: 12, held: true },
  { pages: 20, monitors: 1, heartbeats: 4, held: true },
  { pages: 30, monitors: 1, heartbeats: 0, held: true },
  { pages: 30, monitors: 1, heartbeats: 30, held: false },
];
const worlds = process.env.UPFRONT_LONG === "1" ? [...few, ...more] : few;

const token = "a-bootstrap-token-of-more-than-32-characters";
let server: ClockedServer;
let target: Hook;
afterEach(async () => {
  await server?.stop();
  await target?.close();
});

const api = makeApi(() => server.url, token);

const path = (url: string) => new URL(url).pathname;

async function fill({ pages, monitors, heartbeats, held }: BuiltWorld) {
  const made: string[] = [];
  const pings: string[] = [];
  for (let index = 0; index < pages; index++) {
    const page = await api("/pages", { page: { name: `Page ${index}`, subdomain: `w${index}` } });
    made.push(page.id);
    for (let number = 0; number < monitors; number++) {
      const component = await api(`/pages/${page.id}/components`, { component: { name: `Part ${number}` } });
      const rule = { components: { [component.id]: "major_outage" }, mode: "publish", hold: 0, resolve_after: 0 };
      const watched = { kind: "http", name: `Watch ${number}`, interval: 1, settings: { url: target.url }, ...rule };
      await api(`/pages/${page.id}/monitors`, { monitor: watched });
    }
  }
  for (let index = 0; index < heartbeats; index++) {
    const about = { name: `Beat ${index}`, schedule: { kind: "simple", period: 60 }, grace: 60, mode: "none" };
    const beat = await api<{ ping_url: string }>(`/pages/${made[index % pages]}/heartbeats`, { heartbeat: about });
    pings.push(path(beat.ping_url));
  }
  const last = made.at(-1) as string;
  const source = held
    ? await api<{ ingest_url: string }>(`/pages/${last}/sources`, { source: { kind: "alertmanager", name: "am" } })
    : null;
  return { pings, ingest: source && path(source.ingest_url), last };
}

async function fire(to: string): Promise<void> {
  const times = { startsAt: new Date().toISOString(), endsAt: "0001-01-01T00:00:00Z" };
  const alert = { status: "firing", labels: { alertname: "Queue" }, annotations: {}, ...times, fingerprint: "queue" };
  const body = JSON.stringify({ version: "4", status: "firing", groupKey: "g", alerts: [alert] });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}${to}`, { method: "POST", headers, body });
  expect(answer.ok).toBe(true);
}

const indicatorOf = async (index: number) => {
  const answer = await fetch(`${server.url}/w${index}/api/v2/status.json`);
  return ((await answer.json()) as { status: { indicator: string } }).status.indicator;
};

/** A copy in memory lives for a second. */
const copiesEnd = () => new Promise((done) => setTimeout(done, 1100));

test.each(worlds)("$pages pages × $monitors monitors, $heartbeats heartbeats, held: $held", async (world) => {
  target = await startHook();
  const settings = { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_INGEST_LIMIT: "0" };
  server = await startClockedServer({ networks: ["127.0.0.0/8"], settings });
  const { pings, ingest, last } = await fill(world);
  const minutes = async (count: number) => {
    for (let passed = 0; passed < count; passed++) {
      for (const ping of pings) await fetch(`${server.url}${ping}`);
      await server.passed();
    }
  };
  await minutes(2);
  target.answer(() => ({ status: 500 }));
  if (ingest) await fire(ingest);
  await minutes(2 + 2);
  await copiesEnd();
  const shown = await Promise.all(Array.from({ length: world.pages }, (_, index) => indicatorOf(index)));
  expect(shown.filter((each) => each === "none")).toEqual([]);
  if (!ingest) return;
  const alerts = await api<{ key: string; incident_id: string | null }[]>(`/pages/${last}/alerts`);
  expect(alerts.find(({ key }) => key === "queue")?.incident_id).toEqual(expect.any(String));
});

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Hook, startHook } from "../support/hook";
import { type Found, type Prometheus, promtool, startPrometheus } from "../support/prometheus";
import { startServer, type TestServer } from "../support/server";

/** A real Prometheus scrapes the built worker with a token, and finds there what was done by the API. */
const token = "a-token-of-the-operator-that-only-this-test-knows";
const awkward = 'Pay "now" \\ later, 5 € {x="y"}';
let server: TestServer;
let prometheus: Prometheus;
let hook: Hook;
let sourceId: string;
let monitorId: string;

async function call(path: string, body: unknown, method = "POST") {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${server.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  const given = (await answer.json()) as { id: string; ingest_url: string; ping_url: string };
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(given)}`);
  return given;
}

const alert = readFileSync(new URL("../fixtures/ingest/alertmanager/grouped-firing.json", import.meta.url), "utf8");

beforeAll(async () => {
  hook = await startHook();
  const env = { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" };
  server = await startServer({ args: ["--empty"], env });
  await call("/pages", { page: { name: "Shop", subdomain: "shop" } });
  await call("/pages/shop/components", { component: { name: awkward, status: "operational" } });
  const source = await call("/pages/shop/sources", { source: { kind: "alertmanager", name: "Alertmanager" } });
  sourceId = source.id;
  const headers = { "content-type": "application/json" };
  await fetch(source.ingest_url, { method: "POST", headers, body: alert });
  const incident = { name: "Slow", body: "We look.", status: "investigating", impact_override: "minor" };
  await call("/pages/shop/incidents", { incident });
  const settings = { url: hook.url, method: "GET" };
  monitorId = (await call("/pages/shop/monitors", { monitor: { kind: "http", name: "Website", settings } })).id;
  const schedule = { kind: "simple", period: 3600 };
  const beat = await call("/pages/shop/heartbeats", { heartbeat: { name: "Backup", schedule, grace: 600 } });
  await fetch(beat.ping_url);
  await call("/pages/shop/heartbeats", { heartbeat: { name: "Never ran", schedule } });
  prometheus = await startPrometheus({ url: server.url, token });
});
afterAll(async () => {
  await prometheus?.stop();
  await server?.stop();
  await hook?.close();
});

/** Asks until the answer is there: a scrape takes up to a second, the next tick up to a minute. */
async function until(expression: string, fits: (found: Found[]) => boolean): Promise<Found[]> {
  let found: Found[] = [];
  for (let attempt = 0; attempt < 360; attempt++) {
    found = await prometheus.query(expression);
    if (fits(found)) return found;
    await new Promise((next) => setTimeout(next, 250));
  }
  throw new Error(`${expression}: ${JSON.stringify(found)}\n${await prometheus.lastError()}`);
}

const one = (expression: string) => until(expression, (found) => found.length === 1);

test("Prometheus scrapes it: the target is up, and nothing in it is refused", async () => {
  const [up] = await until('up{job="upfront"}', (found) => found[0]?.value === 1);
  expect(up?.metric.instance).toBe(new URL(server.url).host);
  expect(await prometheus.lastError()).toBe("");
  const scraped = await one("scrape_samples_scraped");
  const kept = await one("scrape_samples_post_metric_relabeling");
  expect(kept[0]?.value).toBe(scraped[0]?.value);
});

test("a component's status, under the name that somebody gave it", async () => {
  const [found] = await one('upfront_component_status{page="shop"} == 1');
  expect(found?.metric).toMatchObject({ component: awkward, status: "operational" });
  expect((await one("count(upfront_component_status)"))[0]?.value).toBe(6);
});

test("what fires, what is open, and whether the clock goes", async () => {
  const [firing] = await one("upfront_alerts_firing");
  expect(firing).toMatchObject({ metric: { id: sourceId, source: "Alertmanager", family: "source" }, value: 2 });
  const [open] = await one('upfront_incidents_open{visibility="published"}');
  expect(open?.value).toBe(1);
  await one("time() - upfront_tick_timestamp_seconds < 900");
  await one("upfront_outbox_dead == 0");
});

test("a heartbeat that pinged, and one that never did", async () => {
  const found = await until("upfront_heartbeat_state == 1", (each) => each.length === 2);
  const states = found.map(({ metric }) => [metric.heartbeat, metric.state]).sort();
  expect(states).toEqual([
    ["Backup", "up"],
    ["Never ran", "new"],
  ]);
  const [last] = await one("time() - upfront_heartbeat_last_ping_timestamp_seconds");
  expect(last?.metric.heartbeat).toBe("Backup");
  expect(last?.value).toBeLessThan(120);
});

test("a monitor is new until the next tick looks, then up, with its latency", { timeout: 120_000 }, async () => {
  const [up] = await one('upfront_monitor_state{state="up"} == 1');
  expect(up?.metric).toMatchObject({ page: "shop", id: monitorId, monitor: "Website", kind: "http" });
  const [took] = await one("upfront_monitor_response_seconds");
  expect(took?.value).toBeGreaterThanOrEqual(0);
  expect(took?.value).toBeLessThan(8);
  expect((await one("time() - upfront_monitor_last_check_timestamp_seconds < 180"))[0]?.metric.id).toBe(monitorId);
});

const scrape = (given: string | null) =>
  fetch(`${server.url}/metrics`, given === null ? {} : { headers: { authorization: `Bearer ${given}` } });

test("promtool has nothing to say to it", async () => {
  const text = await (await scrape(token)).text();
  expect(text).toContain("# TYPE upfront_component_status gauge");
  expect(await promtool("metrics", text)).toEqual({ code: 0, output: "" });
  const wrong = await promtool("metrics", "upfront_Bad_Name 1\n");
  expect(wrong.code).not.toBe(0);
});

test("without the right token nothing is told", async () => {
  for (const given of [null, "another-token-that-nobody-ever-made-at-all"]) {
    const answer = await scrape(given);
    expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining("shop")]);
  }
});

/** The blocks of this language in the handbook, under the heading of metrics. */
const written = (language: string) => {
  const text = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const section = text.split(/^## /m).find((each) => each.startsWith("Metrics")) ?? "";
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, block = ""]) => block,
  );
};

test("the scrape configuration and the alert rules of the handbook are what Prometheus reads", async () => {
  const [config = "", rules = ""] = written("yaml");
  expect(config).toContain("scrape_configs:");
  expect(await promtool("config", config)).toMatchObject({ code: 0 });
  expect(await promtool("rules", rules)).toMatchObject({ code: 0 });
  const wrong = await promtool("rules", rules.replace("> 900", "> nine hundred"));
  expect(wrong.code).not.toBe(0);
  const told = await (await scrape(token)).text();
  const named = new Set([...rules.matchAll(/upfront_\w+/g)].map(([name]) => name));
  expect(named.size).toBeGreaterThan(4);
  for (const name of named) expect(told).toContain(`# TYPE ${name} gauge`);
});

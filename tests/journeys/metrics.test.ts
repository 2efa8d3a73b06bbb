import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Found, type Prometheus, promtool, startPrometheus } from "../support/prometheus";
import { startServer, type TestServer } from "../support/server";

/** A real Prometheus scrapes the built worker with a token, and finds there what was done by the API. */
const token = "a token of the operator that only this test knows";
const awkward = 'Pay "now" \\ later, 5 € {x="y"}';
let server: TestServer;
let prometheus: Prometheus;
let sourceId: string;

async function call(path: string, body: unknown, method = "POST") {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${server.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  const given = (await answer.json()) as { id: string; ingest_url: string };
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(given)}`);
  return given;
}

const alert = readFileSync(new URL("../fixtures/ingest/alertmanager/grouped-firing.json", import.meta.url), "utf8");

beforeAll(async () => {
  server = await startServer({ args: ["--empty"], env: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  await call("/pages", { page: { name: "Shop", subdomain: "shop" } });
  await call("/pages/shop/components", { component: { name: awkward } });
  const source = await call("/pages/shop/sources", { source: { kind: "alertmanager", name: "Alertmanager" } });
  sourceId = source.id;
  const headers = { "content-type": "application/json" };
  await fetch(source.ingest_url, { method: "POST", headers, body: alert });
  await call("/pages/shop/incidents", { incident: { name: "Slow", body: "We look.", status: "investigating" } });
  prometheus = await startPrometheus({ url: server.url, token });
});
afterAll(async () => {
  await prometheus?.stop();
  await server?.stop();
});

/** Asks until the answer is there: a scrape takes up to a second. */
async function until(expression: string, fits: (found: Found[]) => boolean): Promise<Found[]> {
  let found: Found[] = [];
  for (let attempt = 0; attempt < 80; attempt++) {
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

const scrape = (given: string | null) =>
  fetch(`${server.url}/metrics`, given === null ? {} : { headers: { authorization: `Bearer ${given}` } });

test("promtool has nothing to say to it", async () => {
  const text = await (await scrape(token)).text();
  expect(text).toContain("# TYPE upfront_component_status gauge");
  expect(await promtool(["check", "metrics"], text)).toEqual({ code: 0, output: "" });
  const wrong = await promtool(["check", "metrics"], "upfront_Bad_Name 1\n");
  expect(wrong.code).not.toBe(0);
});

test("without the right token nothing is told", async () => {
  for (const given of [null, "another token that nobody made, ever at all"]) {
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
  expect(await promtool(["check", "config", "--syntax-only", "/dev/stdin"], config)).toMatchObject({ code: 0 });
  expect(await promtool(["check", "rules", "/dev/stdin"], rules)).toMatchObject({ code: 0 });
  const named = [...rules.matchAll(/upfront_\w+/g)].map(([name]) => name);
  const known = await (await scrape(token)).text();
  for (const name of ["upfront_component_status", "upfront_tick_timestamp_seconds"]) expect(named).toContain(name);
  expect(known).toContain("upfront_outbox_dead");
});

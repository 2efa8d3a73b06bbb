import { afterAll, beforeAll, expect, test } from "vitest";
import { type AlertingPrometheus, startAlertingPrometheus } from "../support/alerting-prometheus";
import { type Alertmanager, startAlertmanager } from "../support/alertmanager";
import { startServer, type TestServer } from "../support/server";

/** Real senders at the built worker: Alertmanager by webhook, PagerDuty's and Opsgenie's API; Prometheus without one. */
const token = "a-token-of-the-operator-that-only-this-test-knows";
let server: TestServer;
let alertmanager: Alertmanager;
const prometheuses: AlertingPrometheus[] = [];
const sources = new Map<string, { id: string; token: string }>();

const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

async function call<T>(path: string, body: unknown): Promise<T> {
  const answer = await fetch(`${server.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

async function makeSource(name: string, kind: string): Promise<string> {
  const made = await call<{ id: string; ingest_url: string }>("/pages/shop/sources", { source: { kind, name } });
  const key = made.ingest_url.split("/ingest/")[1] ?? "";
  sources.set(name, { id: made.id, token: key });
  return key;
}

interface Listed {
  key: string;
  state: string;
  title: string;
  severity: string | null;
  count: number;
}

async function alertsOf(name: string): Promise<Listed[]> {
  const lists = ["firing", "resolved"].map(async (state) => {
    const query = new URLSearchParams({ source: sources.get(name)?.id ?? "", state });
    const answer = await fetch(`${server.url}/api/v1/pages/shop/alerts?${query}`, { headers });
    return (await answer.json()) as Listed[];
  });
  return (await Promise.all(lists)).flat();
}

const statesOf = async (name: string) => (await alertsOf(name)).map(({ state }) => state).sort();
/** Slowly enough for what an API token may ask in a minute. */
const soon = { timeout: 60_000, interval: 2000 };

const configOf = (webhook: string, routingKey: string, genieKey: string) => `route:
  receiver: all
  group_by: [alertname]
  group_wait: 1s
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: all
    webhook_configs:
      - url: ${server.url}/ingest/${webhook}
        max_alerts: 2
    pagerduty_configs:
      - url: ${server.url}/v2/enqueue
        routing_key: ${routingKey}
        severity: '{{ .CommonLabels.severity }}'
    opsgenie_configs:
      - api_url: ${server.url}/
        api_key: ${genieKey}
        update_alerts: true
        message: '{{ .CommonLabels.alertname }} on {{ len .Alerts.Firing }}'
        priority: P1
`;

beforeAll(async () => {
  server = await startServer({ args: ["--empty"], env: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  await call("/pages", { page: { name: "Shop", subdomain: "shop" } });
  const webhook = await makeSource("webhook", "alertmanager");
  const routingKey = await makeSource("events", "pagerduty-events");
  expect(routingKey).toMatch(/^[a-z2-7]{32}$/);
  const genieKey = await makeSource("genie", "opsgenie-alerts");
  alertmanager = await startAlertmanager(configOf(webhook, routingKey, genieKey));
});
afterAll(async () => {
  await Promise.all(prometheuses.map((each) => each.stop()));
  await alertmanager?.stop();
  await server?.stop();
});

const disk = (instance: string) => ({
  labels: { alertname: "DiskFull", severity: "critical", instance },
  annotations: { summary: `The disk of ${instance} is full` },
});

test("Alertmanager fires and recovers in all three formats; a group that was cut recovers whole", async () => {
  const instances = ["db-1", "db-2", "db-3"];
  await Promise.all(instances.map((each) => alertmanager.alert(disk(each))));
  await expect.poll(() => statesOf("webhook"), soon).toEqual(["firing", "firing"]);
  await expect.poll(() => statesOf("events"), soon).toEqual(["firing"]);
  expect(await alertsOf("events")).toMatchObject([
    { severity: "critical", title: expect.stringContaining("DiskFull") },
  ]);
  await expect.poll(() => statesOf("genie"), soon).toEqual(["firing"]);
  const titleOfGenie = async () => (await alertsOf("genie"))[0]?.title;
  await expect.poll(titleOfGenie, soon).toBe("DiskFull on 3");
  await alertmanager.alert(disk("db-4"));
  await expect.poll(titleOfGenie, soon).toBe("DiskFull on 4");
  expect(await alertsOf("genie")).toMatchObject([{ severity: "critical", state: "firing" }]);
  for (const each of [...instances, "db-4"]) await alertmanager.resolve(disk(each));
  await expect.poll(() => statesOf("genie"), soon).toEqual(["resolved"]);
  await expect.poll(() => statesOf("events"), soon).toEqual(["resolved"]);
  await expect.poll(async () => new Set(await statesOf("webhook")), soon).toEqual(new Set(["resolved"]));
});

test.each(["bearer token", "path_prefix"])("Prometheus without an Alertmanager, by %s", async (way) => {
  const key = await makeSource(way, "prometheus");
  const target = `      static_configs:\n        - targets: ["${new URL(server.url).host}"]\n`;
  const bearer = `    - authorization:\n        credentials: ${key}\n${target}`;
  const prefix = `    - path_prefix: /ingest/${key}\n${target}`;
  const prometheus = await startAlertingPrometheus(way === "path_prefix" ? prefix : bearer);
  prometheuses.push(prometheus);
  await expect.poll(async () => (await alertsOf(way))[0]?.count ?? 0, soon).toBeGreaterThan(2);
  expect(await alertsOf(way)).toMatchObject([{ state: "firing", title: "The disk of db-1 is full" }]);
  await prometheus.fires(false);
  await expect.poll(() => statesOf(way), soon).toEqual(["resolved"]);
});

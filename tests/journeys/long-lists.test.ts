import { afterAll, beforeAll, expect, test } from "vitest";
import { type Alertmanager, startAlertmanager } from "../support/alertmanager";
import { startServer, type TestServer } from "../support/server";

/** A real Alertmanager with the set-up page's own `max_alerts`, and alerts with descriptions as templates make them. */
const token = "a-token-of-the-operator-that-only-this-test-knows";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
let server: TestServer;
let alertmanager: Alertmanager;

async function call<T>(path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`${server.url}/api/v1${path}`, { headers, ...init });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

const configOf = (url: string) => `route:
  receiver: upfront
  group_by: [alertname]
  group_wait: 1s
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: upfront
    webhook_configs:
      - url: ${url}
        send_resolved: true
        max_alerts: 100
`;

/** Its address. Each has room of its own for what may change within five minutes. */
async function makeSource(name: string): Promise<string> {
  const source = { kind: "alertmanager", name };
  const made = await call<{ ingest_url: string }>("/pages/shop/sources", { source });
  return `${server.url}${new URL(made.ingest_url).pathname}`;
}

beforeAll(async () => {
  server = await startServer({ args: ["--empty"], env: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  await call("/pages", { page: { name: "Shop", subdomain: "shop" } });
  alertmanager = await startAlertmanager(configOf(await makeSource("Alertmanager")));
});
afterAll(async () => {
  await alertmanager?.stop();
  await server?.stop();
});

interface Sent {
  name: string;
  count: number;
  over?: boolean;
}

const alertsOf = ({ name, count, over = false }: Sent) =>
  Array.from({ length: count }, (_, at) => ({
    labels: { alertname: name, instance: `h${at}`, job: "node" },
    annotations: { summary: "down", description: "d".repeat(2700) },
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    ...(over ? { endsAt: new Date(Date.now() - 1000).toISOString() } : {}),
  }));

async function prometheusSays(sent: Sent): Promise<void> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(alertsOf(sent)),
  };
  expect((await fetch(`${alertmanager.url}/api/v2/alerts`, init)).status).toBe(200);
}

async function firing(name: string): Promise<number> {
  const pages = [1, 2].map((page) =>
    call<{ title: string; labels: Record<string, string> }[]>(
      `/pages/shop/alerts?state=firing&per_page=100&page=${page}`,
    ),
  );
  return (await Promise.all(pages)).flat().filter(({ labels }) => labels.alertname === name).length;
}

const soon = { timeout: 45_000, interval: 1000 };

test("a group of 100 alerts with 2.7 KB each arrives whole, and recovers whole", async () => {
  await prometheusSays({ name: "DownB", count: 100 });
  await expect.poll(() => firing("DownB"), soon).toBe(100);
  await prometheusSays({ name: "DownB", count: 100, over: true });
  await expect.poll(() => firing("DownB"), soon).toBe(0);
});

test("a body of more than a megabyte is answered by what of it is taken", async () => {
  const address = await makeSource("Another");
  const body = (over: boolean) => {
    const status = over ? "resolved" : "firing";
    const alerts = alertsOf({ name: "Long", count: 450, over }).map((each) => ({ status, ...each }));
    return JSON.stringify({ receiver: "upfront", status, alerts, version: "4", groupKey: "g" });
  };
  const send = (text: string) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: text };
    return fetch(address, init);
  };
  expect(body(false).length).toBeGreaterThan(1_200_000);
  const answer = await send(body(false));
  expect(answer.status).toBe(202);
  expect(((await answer.json()) as { alerts: unknown[] }).alerts).toHaveLength(200);
  const stranger = await fetch(`${server.url}/ingest/nobody`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: body(false),
  });
  expect(stranger.status).toBe(404);
});

import { makeApi } from "./api-client";
import type { TestServer } from "./server";
import { bodyOf, makeStormed, type Posting, type Stormed } from "./storm";

interface Sender {
  kind: string;
  source: string;
  postingOf(keys: readonly string[]): Posting;
}

/** The format in which a kind's tool posts alerts with these keys. `size`: number of alerts per delivery. */
interface Tool {
  size: number;
  settings?: Record<string, string>;
  postingOf(address: string, keys: readonly string[]): Posting;
}

const keyOf = (address: string) => address.split("/").at(-1) ?? "";
const since = () => new Date().toISOString();

/** One alert per delivery, by POST to the address. */
const single = (bodyFor: (key: string) => object): Tool => ({
  size: 1,
  postingOf: (path, [key = ""]) => ({ path, body: JSON.stringify(bodyFor(key)) }),
});

/** Formats that the makers of these tools document, reduced to what an alert needs. */
const tools: Record<string, Tool> = {
  grafana: { size: 100, postingOf: (path, keys) => ({ path, body: bodyOf(keys) }) },
  prometheus: {
    size: 100,
    postingOf: (address, keys) => ({
      path: `${address}/api/v2/alerts`,
      body: JSON.stringify(keys.map((key) => ({ labels: { alertname: key }, fingerprint: key, startsAt: since() }))),
    }),
  },
  json: {
    size: 100,
    settings: { list: "checks", id: "uid", state: "state", title: "name" },
    postingOf: (path, keys) => ({
      path,
      body: JSON.stringify({ checks: keys.map((uid) => ({ uid, state: "down", name: uid })) }),
    }),
  },
  cloudevents: {
    size: 100,
    postingOf: (path, keys) => ({
      path,
      headers: { "content-type": "application/cloudevents-batch+json" },
      body: JSON.stringify(
        keys.map((id) => ({ specversion: "1.0", id, source: "/s", type: "alert.firing", data: { alert_id: id } })),
      ),
    }),
  },
  datadog: single((key) => ({ alert_cycle_key: key, alert_transition: "Triggered", title: `[Triggered] ${key}` })),
  zabbix: single((key) => ({ event_id: key, value: "1", name: key })),
  gatus: single((key) => ({ status: "TRIGGERED", name: key })),
  newrelic: single((key) => ({ id: key, state: "ACTIVATED", title: key })),
  "pagerduty-events": {
    size: 1,
    postingOf: (address, [key]) => ({
      path: "/v2/enqueue",
      body: JSON.stringify({
        routing_key: keyOf(address),
        event_action: "trigger",
        dedup_key: key,
        payload: { summary: key, source: "s", severity: "critical" },
      }),
    }),
  },
  "opsgenie-alerts": {
    size: 1,
    postingOf: (address, [key]) => ({
      path: "/v2/alerts",
      headers: { authorization: `GenieKey ${keyOf(address)}` },
      body: JSON.stringify({ message: key, alias: key }),
    }),
  },
};

/** Creates the page of a storm, and a source of each of these kinds that depends on Alertmanager's. */
export async function makeMixed(
  server: TestServer,
  token: string,
): Promise<{ stormed: Stormed; senders: (Sender & { size: number })[] }> {
  const api = makeApi(() => server.url, token);
  const stormed = await makeStormed(server, token);
  const senders = [];
  for (const [kind, { size, settings = {}, postingOf }] of Object.entries(tools)) {
    const asked = { source: { kind, name: kind, settings, depends_on: stormed.source } };
    const made = await api<{ id: string; ingest_url: string }>(`/pages/${stormed.page}/sources`, asked);
    const address = new URL(made.ingest_url).pathname;
    await api(`/pages/${stormed.page}/rules`, { rule: { source_id: made.id, mode: "publish", hold: 0 } });
    senders.push({ kind, source: made.id, size, postingOf: (keys: readonly string[]) => postingOf(address, keys) });
  }
  return { stormed, senders };
}

/** Plans at least so many alerts, of all senders in turn, each key once. `sent`: the keys of each source. */
export function mixedDeliveries(senders: readonly (Sender & { size: number })[], least: number) {
  const planned: { sender: Sender; keys: string[] }[] = [];
  for (let count = 0; count < least; ) {
    for (const sender of senders) {
      planned.push({ sender, keys: Array.from({ length: sender.size }, (_, at) => `${sender.kind}-${count + at}`) });
      count += sender.size;
    }
  }
  const sent = new Map<string, string[]>();
  for (const { sender, keys } of planned) sent.set(sender.source, [...(sent.get(sender.source) ?? []), ...keys]);
  return {
    deliveries: planned.map(({ keys }) => keys),
    postingOf: (keys: readonly string[], at: number) => (planned[at] as { sender: Sender }).sender.postingOf(keys),
    sent,
  };
}

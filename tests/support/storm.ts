import { Agent, request } from "node:http";
import { makeApi } from "./api-client";
import type { TestServer } from "./server";

export interface Stormed {
  page: string;
  source: string;
  /** Path of the source's ingest address. */
  ingest: string;
}

/** Creates a page whose source publishes one incident for all firing alerts. */
export async function makeStormed(server: TestServer, token: string): Promise<Stormed> {
  const api = makeApi(() => server.url, token);
  const page = await api("/pages", { page: { name: "Storm", subdomain: "storm" } });
  const component = await api(`/pages/${page.id}/components`, {
    component: { name: "Checkout", status: "operational" },
  });
  const asked = { source: { kind: "alertmanager", name: "am" } };
  const source = await api<{ id: string; ingest_url: string }>(`/pages/${page.id}/sources`, asked);
  const rule = { source_id: source.id, components: { [component.id]: "major_outage" }, mode: "publish", hold: 0 };
  await api(`/pages/${page.id}/rules`, { rule: { ...rule, resolve_after: 0, group_by: [] } });
  return { page: page.id, source: source.id, ingest: new URL(source.ingest_url).pathname };
}

const alert = (key: string) => ({
  status: "firing",
  labels: { alertname: key },
  annotations: {},
  startsAt: new Date().toISOString(),
  endsAt: "0001-01-01T00:00:00Z",
  fingerprint: key,
});

export const bodyOf = (keys: readonly string[]): string =>
  JSON.stringify({ version: "4", status: "firing", groupKey: "storm", alerts: keys.map(alert) });

/** Posts keys as Alertmanager does. */
export const toAlertmanager =
  ({ ingest }: Pick<Stormed, "ingest">) =>
  (keys: readonly string[]): Posting => ({ path: ingest, body: bodyOf(keys) });

/** One delivery as its sender posts it. */
export interface Posting {
  path: string;
  headers?: Record<string, string>;
  body: string;
}

interface Posted extends Posting {
  url: URL;
  agent: Agent;
}

/** Returns the status of the answer; 0 = the connection ended before it. */
function post({ url, agent, body, headers: own }: Posted): Promise<number> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", ...own, "content-length": Buffer.byteLength(body) };
    const sent = request(url, { agent, method: "POST", headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", () => resolve(0));
    });
    sent.on("error", () => resolve(0));
    sent.end(body);
  });
}

export interface Storm {
  server: TestServer;
  /** Returns the posting of a delivery, by its index. */
  postingOf: (keys: readonly string[], at: number) => Posting;
  /** Keys of each delivery. */
  deliveries: readonly string[][];
  /** Number of deliveries in progress at once. */
  lanes: number;
  /** Called after each answer; true ends the storm. */
  isOver?: (acknowledged: number) => boolean;
}

export interface Blown {
  acknowledged: string[];
  /** Counts of statuses other than 2xx. */
  others: Record<string, number>;
  /** Acknowledged deliveries a second. */
  rate: number;
}

/** Sends each delivery once over kept connections, as fast as they are answered. */
export async function blow({ server, postingOf, deliveries, lanes, isOver }: Storm): Promise<Blown> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const acknowledged: string[] = [];
  const others: Record<string, number> = {};
  let [next, answers, hasEnded] = [0, 0, false];
  const begin = performance.now();
  const lane = async () => {
    for (let at = next++; at < deliveries.length && !hasEnded; at = next++) {
      const keys = deliveries[at] ?? [];
      const posting = postingOf(keys, at);
      const status = await post({ ...posting, url: new URL(posting.path, server.url), agent });
      if (status >= 200 && status < 300) {
        acknowledged.push(...keys);
        answers++;
      } else others[status] = (others[status] ?? 0) + 1;
      hasEnded ||= isOver?.(answers) ?? false;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const rate = (answers * 1000) / (performance.now() - begin);
  agent.destroy();
  return { acknowledged, others, rate };
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Starts a visitor who opens the page twenty times a second until stopped; returns ms of each answer, sorted. */
export function visit(url: string): { stop(): Promise<{ times: number[]; failed: number }> } {
  let isStopped = false;
  const times: number[] = [];
  let failed = 0;
  const view = async () => {
    const begin = performance.now();
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    times.push(performance.now() - begin);
    if (answer?.status !== 200) failed++;
  };
  const loop = async () => {
    const open: Promise<void>[] = [];
    while (!isStopped) {
      open.push(view());
      await wait(50);
    }
    await Promise.all(open);
  };
  const looped = loop();
  return {
    async stop() {
      isStopped = true;
      await looped;
      return { times: times.sort((one, other) => one - other), failed };
    },
  };
}

export const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0;

/** Returns ms until the page's own state, read from outside, is no longer "none"; -1 after `patience`. */
export async function untilRight(server: TestServer, patience: number): Promise<number> {
  const begin = performance.now();
  while (performance.now() - begin < patience) {
    const answer = await fetch(`${server.url}/storm/api/v2/status.json`);
    const { status } = (await answer.json()) as { status: { indicator: string } };
    if (status.indicator !== "none") return performance.now() - begin;
    await wait(100);
  }
  return -1;
}

/** Waits when the token has reached its limit for this minute. */
async function askPatiently(url: URL, token: string): Promise<Response> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 429) return answer;
  await wait(Number(answer.headers.get("retry-after") ?? 1) * 1000);
  return askPatiently(url, token);
}

/** Returns the keys of all alerts of the source, read page by page. */
export async function keysKept(
  server: TestServer,
  token: string,
  { page, source }: Pick<Stormed, "page" | "source">,
): Promise<Set<string>> {
  const found = new Set<string>();
  let next: URL | null = new URL(`/api/v1/pages/${page}/alerts?source=${source}`, server.url);
  while (next) {
    const answer: Response = await askPatiently(next, token);
    for (const { key } of (await answer.json()) as { key: string }[]) found.add(key);
    const link: string | undefined = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    next = link ? new URL(link, server.url) : null;
  }
  return found;
}

import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import type { D1Database } from "@cloudflare/workers-types";
import type { BenchTable } from "./table.ts";
import { benchOrigin, type UpfrontBench } from "./workers.ts";

const seconds = 8;
const connectionCount = 8;
export const benchToken = "b".repeat(43);
const host = new URL(benchOrigin).host;

interface PolledPage {
  status: number;
  etag: string;
  body: string;
}

/** Calls as the program of `addBenchToken`: a GET, or a change. */
export function callApi(url: URL, agent: Agent, path: string, change?: object, method = "PATCH"): Promise<PolledPage> {
  const body = change ? JSON.stringify(change) : null;
  const headers = {
    host,
    ...(body ? { "content-type": "application/json", authorization: `Bearer ${benchToken}` } : {}),
  };
  const options = { host: url.hostname, port: url.port, path, agent, headers, method: body ? method : "GET" };
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag ?? "", body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Adds a token of the person who owns the page (bench/desk). */
export async function addBenchToken(database: D1Database): Promise<void> {
  const hash = createHash("sha256").update(benchToken).digest("hex");
  const columns = "id, person_id, name, token_hash, role, read_only, created_at, last_used_at";
  await database
    .prepare(`INSERT INTO api_token (${columns}) VALUES ('bench', 'bench', 'bench', ?1, 'owner', 0, ?2, ?2)`)
    .bind(hash, Date.now())
    .run();
}

interface PublishSample {
  revision: number;
  /** Time of the answer, in ms. */
  at: number;
}

const revisionOf = (etag: string) => Number.parseInt(/^W\/"([0-9a-z]+)-/.exec(etag)?.[1] ?? "", 36);

interface PollCounts {
  views: number;
  /** Views that started a second or more after a publish was answered and show the state before it. */
  old: number;
  /** Views that started after another had ended, and show an older state than it. */
  back: number;
}

/** Views pages over kept connections at full speed, and compares each with the state published when it started. */
async function view(url: URL, path: string, published: readonly PublishSample[]): Promise<PollCounts> {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionCount });
  const seen: PollCounts = { views: 0, old: 0, back: 0 };
  const end = performance.now() + seconds * 1000;
  let newest = 0;
  const lane = async () => {
    while (performance.now() < end) {
      const [began, known] = [performance.now(), newest];
      const revision = revisionOf((await callApi(url, agent, path)).etag);
      const due = published.findLast(({ at }) => at + 1000 <= began)?.revision ?? 0;
      seen.views += 1;
      if (!(revision >= due)) seen.old += 1;
      if (!(revision >= known)) seen.back += 1;
      newest = Math.max(newest, revision);
    }
  };
  await Promise.all(Array.from({ length: connectionCount }, lane));
  agent.destroy();
  return seen;
}

/** Changes a component's status every second; the answer comes when the change is published. */
async function publishEachSecond(
  url: URL,
  slug: string,
  published: PublishSample[],
  ended: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (let turn = 0; !ended(); turn++) {
    const status = turn % 2 === 0 ? "degraded_performance" : "operational";
    const answer = await callApi(url, agent, `/api/v1/pages/page-${slug}/components/${slug}-c2`, {
      component: { status },
    });
    if (answer.status !== 200) throw new Error(`publishing: ${answer.status} ${answer.body}`);
    const at = performance.now();
    published.push({ revision: revisionOf((await callApi(url, agent, `/${slug}`)).etag), at });
    await new Promise((next) => setTimeout(next, 1000));
  }
  agent.destroy();
}

/** Compares views while changes are published every second with views without changes. */
export async function measurePublishingTables(upfront: UpfrontBench, slug: string): Promise<BenchTable[]> {
  await addBenchToken(upfront.runtime.database as D1Database);
  await view(upfront.url, `/${slug}`, []);
  const calm = await view(upfront.url, `/${slug}`, []);
  const published: PublishSample[] = [];
  let over = false;
  const publisher = publishEachSecond(upfront.url, slug, published, () => over);
  const busy = await view(upfront.url, `/${slug}`, published);
  over = true;
  await publisher;
  const share = ((100 * busy.views) / calm.views).toFixed(0);
  const rows = [
    [`views in ${seconds} s without; with ${published.length} publishes`, `${calm.views}; ${busy.views}`, ""],
    ["share of the rate", `${share} %`, "≥ 70 %"],
    ["views older than a publish answered a second before", busy.old, 0],
    ["views older than one that was seen before", busy.back, 0],
  ];
  return [{ head: ["what", "figure", "bound"], rows }];
}

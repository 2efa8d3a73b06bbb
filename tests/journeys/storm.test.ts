import { afterEach, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { printTable } from "../support/measured";
import { makeMixed, mixedDeliveries } from "../support/mixed-storm";
import { startServer, type TestServer } from "../support/server";
import { blow, keysKept, makeStormed, p99, type Stormed, toAlertmanager, untilRight, visit } from "../support/storm";

/** What is kept is read at the pace that the API allows a token: six hundred pages of a large storm take five minutes. */
const timeout = 1_200_000;

/**
 * Storms on the built worker, the sender beside it. With `--long` they are as large as the figures in
 * docs/measurements.md, and the rates are held; a small one holds what does not depend on the machine.
 */
const isLong = process.env.UPFRONT_LONG === "1";
const token = "a-bootstrap-token-of-more-than-32-characters";
let server: TestServer;
afterEach(() => server?.stop());

const settings = { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_INGEST_LIMIT: "0" };
const start = (state?: string) => startServer({ args: ["--empty"], env: settings, ...(state ? { state } : {}) });

const keysFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `key-${first + at}`);
const deliveriesOf = (count: number, size: number) =>
  Array.from({ length: count }, (_, at) => keysFrom(at * size, size));

async function incidentsOf({ page }: Pick<Stormed, "page">): Promise<number> {
  return (await makeApi(() => server.url, token)<unknown[]>(`/pages/${page}/incidents`)).length;
}

function printStorm(what: string, figures: Record<"rate" | "alerts" | "p99" | "views", number>): void {
  const head = ["storm", "deliveries a second", "alerts a second", "views beside it", "their 99th percentile"];
  printTable("storm", {
    head,
    rows: [[what, figures.rate, figures.alerts, figures.views, `${figures.p99} ms`]],
  });
}

const storms = [
  { what: "single alerts", count: isLong ? 9000 : 200, size: 1, lanes: 50, leastRate: 300 },
  { what: "bodies of 100 alerts", count: isLong ? 300 : 10, size: 100, lanes: 10, leastRate: 10 },
];

const story = "$what: all are taken, visitors are served meanwhile, one incident tells of them";

test.each(storms)(story, { timeout }, async (storm) => {
  server = await start();
  const stormed = await makeStormed(server, token);
  const visitors = visit(`${server.url}/storm`);
  const deliveries = deliveriesOf(storm.count, storm.size);
  const { acknowledged, others, rate } = await blow({
    server,
    postingOf: toAlertmanager(stormed),
    deliveries,
    lanes: storm.lanes,
  });
  const right = await untilRight(server, 5000);
  const { times, failed } = await visitors.stop();
  const figures = { rate: Math.round(rate), alerts: Math.round(rate * storm.size), p99: Math.round(p99(times)), right };
  printStorm(`${storm.count.toLocaleString("en")} ${storm.what}`, { ...figures, views: times.length });
  expect([others, failed]).toEqual([{}, 0]);
  expect(await incidentsOf(stormed)).toBe(1);
  expect(right).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(2000);
  if (isLong) {
    expect((await keysKept(server, token, stormed)).size).toBe(acknowledged.length);
    expect(figures.p99).toBeLessThanOrEqual(250);
    expect(rate).toBeGreaterThanOrEqual(storm.leastRate);
  }
});

test("senders of all kinds at once: all are taken, and one incident tells of what all the others depend on", {
  timeout,
}, async () => {
  server = await start();
  const { stormed, senders } = await makeMixed(server, token);
  await blow({ server, postingOf: toAlertmanager(stormed), deliveries: [["cause"]], lanes: 1 });
  expect(await untilRight(server, 5000)).toBeGreaterThanOrEqual(0);
  const { deliveries, postingOf, sent } = mixedDeliveries(senders, isLong ? 60_000 : 500);
  const visitors = visit(`${server.url}/storm`);
  const { acknowledged, others, rate } = await blow({ server, postingOf, deliveries, lanes: 24 });
  const { times, failed } = await visitors.stop();
  const alerts = Math.round((rate * acknowledged.length) / deliveries.length);
  const figures = { deliveries: deliveries.length, rate: Math.round(rate), alerts, p99: Math.round(p99(times)) };
  const what = `${deliveries.flat().length.toLocaleString("en")} alerts of all kinds in ${deliveries.length.toLocaleString("en")} deliveries`;
  printStorm(what, { ...figures, views: times.length });
  expect([others, failed, acknowledged.length]).toEqual([{}, 0, deliveries.flat().length]);
  for (const { source, kind } of senders) {
    const kept = await keysKept(server, token, { page: stormed.page, source });
    expect([kind, [...kept].sort()]).toEqual([kind, [...(sent.get(source) ?? [])].sort()]);
  }
  expect(await incidentsOf(stormed)).toBe(1);
  if (isLong) expect(alerts).toBeGreaterThanOrEqual(1000);
});

test("killed again and again in the middle of a storm: nothing that was acknowledged is missing", async () => {
  server = await start();
  const stormed = await makeStormed(server, token);
  const acknowledged: string[] = [];
  for (let kill = 0; kill < (isLong ? 20 : 2); kill++) {
    const deliveries = keysFrom(kill * 1000, 1000).map((key) => [key]);
    let ended: Promise<void> | null = null;
    const isOver = (answers: number) => {
      if (answers < 5 + kill * 7) return false;
      ended ??= server.kill9();
      return true;
    };
    const blown = await blow({ server, postingOf: toAlertmanager(stormed), deliveries, lanes: 20, isOver });
    await ended;
    acknowledged.push(...blown.acknowledged);
    server = await start(server.state);
  }
  const kept = await keysKept(server, token, stormed);
  expect(acknowledged.filter((key) => !kept.has(key))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(await untilRight(server, 5000)).toBeGreaterThanOrEqual(0);
  expect(await incidentsOf(stormed)).toBe(1);
});

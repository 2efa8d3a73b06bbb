import { callsOfMinute } from "~/monitors/rules/shards-together";
import { type Priced, paidBase, pricedNames, prices } from "~/plan/prices";
import { checkerSeconds, type Rows, stampsPerDay, ticksPerDay } from "~/plan/unit-rows";
import { predictDay } from "./usage";

/** A deployment and its month. */
export interface Size {
  pages: number;
  /** Each is checked each minute. */
  monitors: number;
  shards: number;
  /** Of a month. */
  views: number;
  incidents: number;
  alerts: number;
}

/** What one of each takes, measured by `npm run bench -- --costs`. */
export interface UnitCosts {
  rows: Record<"view" | "incident" | "alert", Rows>;
  /** ms. `coldView`: by an isolate that has just begun, besides. */
  cpu: Record<"view" | "coldView" | "tick" | "checkerCall" | "check" | "publish", number>;
  /** Puts of a page's day. */
  kvWritesPerPageDay: number;
}

const days = 30;
const ticks = days * ticksPerDay;
/** Times that a page is published: by an incident from its opening to its end; by an alert that fires and recovers. */
const publishes = { incident: 3, alert: 2 };
/** Documents of a page, each copied to KV when it has changed. */
const documents = 2;
/** A message is written, read and taken away. */
const operationsPerMessage = 3;
/** Of 128 MB. */
const gigabytes = 0.125;
/** Lines of our own an invocation, of which wrangler.toml keeps a tenth. */
const keptLines = 0.1;
/** A hundred requests are one row (deployment/usage/count-requests). */
const requestsARow = 100;

export type Month = Record<Priced, number>;

/** A month of thirty days. Views come from isolates that have just begun once a minute at the most. */
export function monthOf(size: Size, { rows, cpu, kvWritesPerPageDay }: UnitCosts): Month {
  const { pages, monitors, shards, views, incidents, alerts } = size;
  const quiet = predictDay({
    pages,
    monitors,
    shards,
    checksPerHour: monitors * 60,
    pingsPerDay: 0,
    subscribers: 0,
    spread: true,
  });
  const published = incidents * publishes.incident + alerts * publishes.alert;
  const requests = days * quiet.requests + views + published;
  const checkerCalls = ticks * callsOfMinute({ shards, monitors });
  const sum = (kind: keyof Rows) =>
    views * rows.view[kind] + incidents * rows.incident[kind] + alerts * rows.alert[kind];
  return {
    requests,
    cpuMs:
      views * cpu.view +
      Math.min(views, ticks) * cpu.coldView +
      ticks * cpu.tick +
      checkerCalls * cpu.checkerCall +
      ticks * monitors * cpu.check +
      (published + days * pages) * cpu.publish,
    rowsRead: days * quiet.rowsRead + Math.min(views, ticks) + sum("read"),
    rowsWritten: days * quiet.rowsWritten + Math.ceil(requests / requestsARow) + sum("written"),
    kvReads: 0,
    kvWrites: days * (stampsPerDay + pages * kvWritesPerPageDay) + published * documents,
    checkerCalls,
    checkerGbSeconds: checkerCalls * checkerSeconds * gigabytes,
    queueOperations: published * operationsPerMessage,
    logLines: (requests + checkerCalls) * keptLines,
  };
}

export interface BillLine {
  name: Priced;
  amount: number;
  included: number;
  usd: number;
}

/** On Paid. */
export function billOf(month: Month): { lines: BillLine[]; usd: number } {
  const lines = pricedNames.map((name) => {
    const { included, million } = prices[name];
    return { name, amount: month[name], included, usd: (Math.max(0, month[name] - included) / 1e6) * million };
  });
  return { lines, usd: lines.reduce((sum, each) => sum + each.usd, paidBase) };
}

/** What of a day's limits an even day takes on Free, the tightest first; above 1 it does not fit. */
export function freeShares(month: Month): { name: Priced; share: number }[] {
  return pricedNames
    .flatMap((name) => {
      const limit = prices[name].freeDay;
      return limit === null ? [] : [{ name, share: month[name] / days / limit }];
    })
    .sort((one, other) => other.share - one.share);
}

import { checkerCallsPerMinute } from "~/monitors/rules/shards-together";
import { type PricedItem, paidBaseDollars, platformPriceByItem, pricedItems } from "~/plan/prices";
import { type RowCounts, tickStampsPerDay, ticksPerDay, workSecondsPerCheckerCall } from "~/plan/unit-rows";
import { predictDayCost } from "./usage";

/** The size of a deployment and its activity in a month. */
export interface CostInputs {
  pages: number;
  /** Monitors, each checked every minute. */
  monitors: number;
  shards: number;
  /** Views in a month. */
  views: number;
  incidents: number;
  alerts: number;
}

/** Cost of each unit, measured by `npm run bench -- --costs`. */
export interface UnitCosts {
  rows: Record<"view" | "incident" | "alert", RowCounts>;
  /** ms. `coldView`: extra time of an isolate that has just started. */
  cpu: Record<"view" | "coldView" | "tick" | "checkerCall" | "check" | "publish", number>;
  /** Writes to KV for a page and day. */
  kvWritesPerPageDay: number;
}

const days = 30;
const ticksPerMonth = days * ticksPerDay;
/**
 * Number of times that a page is published: by an incident from its opening to its end; by an alert that fires and
 * recovers.
 */
const publishes = { incident: 3, alert: 2 };
/** Documents of a page, each copied to KV when it has changed. */
const documentsPerPage = 2;
/** Writing, reading and deleting a message are one operation each. */
const queueOperationsPerMessage = 3;
/** 128 MB in GB. */
const gigabytes = 0.125;
/** Lines that we log for an invocation; wrangler.toml keeps a tenth of them. */
const keptLines = 0.1;
/** Requests that are written as one row (deployment/usage/count-requests). */
const requestsPerUsageRow = 100;

export type MonthlyUsage = Record<PricedItem, number>;

/**
 * Returns the usage of a month of thirty days. At most one view a minute comes from an isolate that has just started.
 */
export function monthlyUsageOf(size: CostInputs, { rows, cpu, kvWritesPerPageDay }: UnitCosts): MonthlyUsage {
  const { pages, monitors, shards, views, incidents, alerts } = size;
  const quiet = predictDayCost({
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
  const checkerCalls = ticksPerMonth * checkerCallsPerMinute({ shards, monitors });
  const sum = (kind: keyof RowCounts) =>
    views * rows.view[kind] + incidents * rows.incident[kind] + alerts * rows.alert[kind];
  return {
    requests,
    cpuMs:
      views * cpu.view +
      Math.min(views, ticksPerMonth) * cpu.coldView +
      ticksPerMonth * cpu.tick +
      checkerCalls * cpu.checkerCall +
      ticksPerMonth * monitors * cpu.check +
      (published + days * pages) * cpu.publish,
    rowsRead: days * quiet.rowsRead + Math.min(views, ticksPerMonth) + sum("read"),
    rowsWritten: days * quiet.rowsWritten + Math.ceil(requests / requestsPerUsageRow) + sum("written"),
    kvReads: 0,
    kvWrites: days * (tickStampsPerDay + pages * kvWritesPerPageDay) + published * documentsPerPage,
    checkerCalls,
    checkerGbSeconds: checkerCalls * workSecondsPerCheckerCall * gigabytes,
    queueOperations: published * queueOperationsPerMessage,
    logLines: (requests + checkerCalls) * keptLines,
  };
}

export interface BillLine {
  name: PricedItem;
  amount: number;
  included: number;
  usd: number;
}

/** Returns the bill on the Paid plan. */
export function monthlyBill(month: MonthlyUsage): { lines: BillLine[]; usd: number } {
  const lines = pricedItems.map((name) => {
    const { included, million } = platformPriceByItem[name];
    return { name, amount: month[name], included, usd: (Math.max(0, month[name] - included) / 1e6) * million };
  });
  return { lines, usd: lines.reduce((sum, each) => sum + each.usd, paidBaseDollars) };
}

/**
 * Returns the shares of a day's limits that an even day uses on Free, the tightest first; above 1 it exceeds the limit.
 */
export function freePlanShares(month: MonthlyUsage): { name: PricedItem; share: number }[] {
  return pricedItems
    .flatMap((name) => {
      const limit = platformPriceByItem[name].freeDay;
      return limit === null ? [] : [{ name, share: month[name] / days / limit }];
    })
    .sort((one, other) => other.share - one.share);
}

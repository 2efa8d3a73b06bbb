import { checkerCallsPerMinute } from "~/monitors/rules/shards-together";
import { projectedDayCount } from "~/plan/open-tabs";
import type { Plan } from "~/plan/plan-budget";
import { platformPriceByItem } from "~/plan/prices";
import {
  type RowCounts,
  rowsPerWorkUnit,
  tickStampsPerDay,
  ticksPerDay,
  workSecondsPerCheckerCall,
} from "~/plan/unit-rows";
import { dayOf } from "~/time/day";

/** Daily amounts that a plan includes (`prices`); null = not limited. */
export interface DayLimits {
  rowsRead: number | null;
  rowsWritten: number | null;
  /** Requests of the worker; calls between its own parts are not counted here. */
  requests: number | null;
  /** Number of calls of Durable Objects. A full shard takes one call a minute; small shards share a call. */
  checkerCalls: number | null;
  /** Time in which Durable Objects work, times their 128 MB of memory. */
  checkerGbSeconds: number | null;
}

export const dayLimitNames = [
  "rowsRead",
  "rowsWritten",
  "requests",
  "checkerCalls",
  "checkerGbSeconds",
] as const satisfies (keyof DayLimits)[];

const limitsBy = (limitOf: (name: keyof DayLimits) => number | null): DayLimits =>
  Object.fromEntries(dayLimitNames.map((name) => [name, limitOf(name)])) as unknown as DayLimits;

const limits: Record<Plan, DayLimits> = {
  free: limitsBy((name) => platformPriceByItem[name].freeDay),
  // A month's included amounts divided by thirty; beyond them service continues at extra cost.
  paid: limitsBy((name) => Math.floor(platformPriceByItem[name].included / 30)),
  own: limitsBy(() => null),
};

export const dayLimitsOfPlan = (plan: Plan): DayLimits => limits[plan];

/** The setup of the whole deployment. */
export interface DeploymentSize {
  pages: number;
  /** Running monitors, the shards they share and their checks per hour. */
  monitors: number;
  shards: number;
  checksPerHour: number;
  /** Pings that heartbeats are due to get. */
  pingsPerDay: number;
  /** Confirmed subscribers by email. */
  subscribers: number;
  /** True when checks run in Durable Objects. */
  spread: boolean;
}

/** Cost of one day of this setup, without views, alerts and incidents, which cannot be predicted. */
export interface DayCost {
  rowsRead: number;
  rowsWritten: number;
  requests: number;
  checkerCalls: number;
  checkerGbSeconds: number;
  /** Checks of monitors, which are outgoing calls. */
  checks: number;
  /** Emails sent by one incident update that affects every component. */
  mailsPerUpdate: number;
}

/** Returns the rows, requests and emails of one quiet day. */
export function predictDayCost({
  pages,
  monitors,
  shards,
  checksPerHour,
  pingsPerDay,
  subscribers,
  spread,
}: DeploymentSize): DayCost {
  const { tick, stamp, walk, pageDay, ping, monitorDay } = rowsPerWorkUnit;
  // Several small shards may share an invocation; the estimate uses the more expensive variant.
  const shard = shards > 1 ? rowsPerWorkUnit.sharedShard : rowsPerWorkUnit.shard;
  const sum = (kind: keyof RowCounts) =>
    ticksPerDay * (tick[kind] + shards * shard[kind]) +
    tickStampsPerDay * (stamp[kind] + pages * walk[kind]) +
    pages * pageDay[kind] +
    pingsPerDay * ping[kind] +
    monitors * monitorDay[kind];
  const checkerCalls = spread ? ticksPerDay * checkerCallsPerMinute({ shards, monitors }) : 0;
  return {
    rowsRead: Math.round(sum("read")),
    rowsWritten: Math.round(sum("written")),
    requests: ticksPerDay + Math.round(pingsPerDay),
    checkerCalls,
    checkerGbSeconds: gigabyteSeconds(checkerCalls * workSecondsPerCheckerCall * 1000),
    checks: checksPerHour * 24,
    mailsPerUpdate: subscribers,
  };
}

/**
 * UTC day → rows read, rows written and ticks that were counted, requests that the worker had, those of open tabs among
 * them, and the time that Durable Objects worked, in ms.
 */
export type UsageByDay = Record<string, number[]>;

/** Days that are kept besides the present one. */
export const usageDays = 8;

export interface MeasuredDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  read: number;
  written: number;
  ticks: number;
  requests: number;
  /** Time that Durable Objects worked, in ms. */
  objectMs: number;
  /** Rows of a whole day at this rate; the day's own sums while nothing was counted. */
  readPerDay: number;
  writtenPerDay: number;
}

/** An object has 128 MB of memory. */
const gigabytes = 0.125;
const gigabyteSeconds = (milliseconds: number): number => Math.round((milliseconds / 1000) * gigabytes);

const perDay = (rowsSeen: number, ticks: number): number =>
  ticks === 0 ? rowsSeen : Math.round((rowsSeen / ticks) * ticksPerDay);

/** Returns the measured cost of ticks, the newest day first. Malformed counts are left out. */
export function measuredUsageDays(usage: UsageByDay): MeasuredDay[] {
  return Object.entries(usage)
    .filter(
      ([day, counts]) =>
        /^\d{4}-\d\d-\d\d$/.test(day) && [3, 4, 5, 6].includes(counts.length) && counts.every(Number.isFinite),
    )
    .sort(([one], [other]) => other.localeCompare(one))
    .slice(0, usageDays)
    .map(([day, [read = 0, written = 0, ticks = 0, requests = 0, , objectMs = 0]]) => ({
      day,
      read,
      written,
      ticks,
      requests,
      objectMs,
      readPerDay: perDay(read, ticks),
      writtenPerDay: perDay(written, ticks),
    }));
}

/** A day is representative once 60 ticks, an hour, were counted. */
const isTold = ({ ticks }: MeasuredDay): boolean => ticks >= 60;

/** Returns a count expected for the day, by its own pace and by the whole day before. */
function countExpected(measured: readonly MeasuredDay[], now: number, of: (day: MeasuredDay) => number): number {
  const today = dayOf("Etc/UTC", now);
  const counts = measured.slice(0, 2).map((each) => (each.day === today ? projectedDayCount(of(each), now) : of(each)));
  return Math.max(0, ...counts);
}

const requestsExpected = (measured: readonly MeasuredDay[], now: number) =>
  countExpected(measured, now, ({ requests }) => requests);

const objectTimeExpected = (measured: readonly MeasuredDay[], now: number) =>
  countExpected(measured, now, ({ objectMs }) => objectMs);

/** Returns the larger of the predicted and the measured cost, which is shown beside a limit. */
export function expectedDayCost(foreseen: DayCost, measured: readonly MeasuredDay[], now: number): DayCost {
  const last = measured.find(isTold);
  const requests = requestsExpected(measured, now);
  return {
    ...foreseen,
    requests: Math.max(foreseen.requests, ticksPerDay + requests),
    checkerGbSeconds: Math.max(foreseen.checkerGbSeconds, gigabyteSeconds(objectTimeExpected(measured, now))),
    rowsRead: Math.max(foreseen.rowsRead, last?.readPerDay ?? 0) + requests,
    rowsWritten: Math.max(foreseen.rowsWritten, last?.writtenPerDay ?? 0),
  };
}

/** Share of a day's limit from which the operator is notified, so that it is before the limit is reached. */
const nearLimitShare = 0.8;

/** The present day; null before an hour of it was counted. */
function toldToday(usage: UsageByDay, now: number): MeasuredDay | null {
  const today = measuredUsageDays(usage).find(({ day }) => day === dayOf("Etc/UTC", now));
  return today && isTold(today) ? today : null;
}

/** GB-seconds that the day comes to at its present pace. */
const objectSecondsToday = ({ objectMs }: MeasuredDay, now: number) =>
  gigabyteSeconds(projectedDayCount(objectMs, now));

export interface NearUsageLimit {
  name: keyof DayLimits;
  expected: number;
  most: number;
}

/**
 * Returns true when Durable Objects would work longer today than the plan includes, at the present pace: from 80 % of it
 * checks are repeated half as often. Never before an hour was counted.
 */
export function shouldSpareRetries(usage: UsageByDay, plan: Plan, now: number): boolean {
  const most = plan === "free" ? limits.free.checkerGbSeconds : null;
  const today = toldToday(usage, now);
  return most !== null && today !== null && objectSecondsToday(today, now) >= nearLimitShare * most;
}

/** Returns the limits that today's ticks and requests are near at the present rate. None before an hour was counted. */
export function nearUsageLimits(
  usage: UsageByDay,
  { plan, calls, now }: { plan: Plan; calls: number; now: number },
): NearUsageLimit[] {
  const today = toldToday(usage, now);
  if (!today) return [];
  const requests = projectedDayCount(today.requests, now);
  const cost: Record<keyof DayLimits, number> = {
    rowsRead: today.readPerDay + requests,
    rowsWritten: today.writtenPerDay,
    requests: ticksPerDay + requests,
    checkerCalls: calls,
    checkerGbSeconds: objectSecondsToday(today, now),
  };
  return dayLimitNames.flatMap((name) => {
    const most = limits[plan][name];
    return most !== null && cost[name] >= nearLimitShare * most ? [{ name, expected: cost[name], most }] : [];
  });
}

/** Returns the tightest limit with its share, 0 … 1 and above; null when nothing is limited. */
export function tightestDayLimit(cost: DayCost, plan: Plan): { name: keyof DayLimits; share: number } | null {
  const shares = Object.entries(dayLimitsOfPlan(plan)).flatMap(([name, limit]) =>
    limit === null ? [] : [{ name: name as keyof DayLimits, share: cost[name as keyof DayLimits] / limit }],
  );
  return shares.sort((one, other) => other.share - one.share)[0] ?? null;
}

/** Returns the views and API calls that still fit into a day: each is a request and reads a row; null = not limited. */
export function remainingPageViews(cost: DayCost, plan: Plan): number | null {
  const { requests, rowsRead } = dayLimitsOfPlan(plan);
  if (requests === null || rowsRead === null) return null;
  return Math.max(0, Math.min(requests - cost.requests, rowsRead - cost.rowsRead));
}

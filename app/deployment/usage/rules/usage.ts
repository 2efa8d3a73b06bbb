import { callsOfMinute } from "~/monitors/rules/shards-together";
import { dayAtThisPace } from "~/plan/open-tabs";
import type { Plan } from "~/plan/plan-budget";
import { prices } from "~/plan/prices";
import { type Rows, stampsPerDay, ticksPerDay, unitRows } from "~/plan/unit-rows";
import { dayOf } from "~/time/day";

/** What a plan includes a day (`prices`); null = not limited. */
export interface DayLimits {
  rowsRead: number | null;
  rowsWritten: number | null;
  /** Of the worker; calls between its own parts are not counted here. */
  requests: number | null;
  /** Calls of Durable Objects: a full shard and minute is one, of small ones several share it. */
  checkerCalls: number | null;
}

export const limitNames = [
  "rowsRead",
  "rowsWritten",
  "requests",
  "checkerCalls",
] as const satisfies (keyof DayLimits)[];

const limitsBy = (limitOf: (name: keyof DayLimits) => number | null): DayLimits =>
  Object.fromEntries(limitNames.map((name) => [name, limitOf(name)])) as unknown as DayLimits;

const limits: Record<Plan, DayLimits> = {
  free: limitsBy((name) => prices[name].freeDay),
  // A month's included amounts by thirty; beyond them it costs money and goes on.
  paid: limitsBy((name) => Math.floor(prices[name].included / 30)),
  own: limitsBy(() => null),
};

export const limitsOf = (plan: Plan): DayLimits => limits[plan];

/** What is set up in the whole deployment. */
export interface SetUp {
  pages: number;
  /** Running monitors, the shards they share and their checks an hour. */
  monitors: number;
  shards: number;
  checksPerHour: number;
  /** Pings that heartbeats are due to get. */
  pingsPerDay: number;
  /** Confirmed subscribers by mail. */
  subscribers: number;
  /** Checks run in Durable Objects. */
  spread: boolean;
}

/** One day by what is set up: without views, alerts and incidents, which nobody can foresee. */
export interface DayCost {
  rowsRead: number;
  rowsWritten: number;
  requests: number;
  checkerCalls: number;
  /** Checks of monitors: what leaves. */
  checks: number;
  /** One update of an incident that touches everything mails so many. */
  mailsPerUpdate: number;
}

/** Rows, requests and mails of one quiet day. */
export function predictDay({
  pages,
  monitors,
  shards,
  checksPerHour,
  pingsPerDay,
  subscribers,
  spread,
}: SetUp): DayCost {
  const { tick, stamp, walk, pageDay, ping, monitorDay } = unitRows;
  // Where there are several, small ones share an invocation: the more expensive way is foreseen.
  const shard = shards > 1 ? unitRows.sharedShard : unitRows.shard;
  const sum = (kind: keyof Rows) =>
    ticksPerDay * (tick[kind] + shards * shard[kind]) +
    stampsPerDay * (stamp[kind] + pages * walk[kind]) +
    pages * pageDay[kind] +
    pingsPerDay * ping[kind] +
    monitors * monitorDay[kind];
  return {
    rowsRead: Math.round(sum("read")),
    rowsWritten: Math.round(sum("written")),
    requests: ticksPerDay + Math.round(pingsPerDay),
    checkerCalls: spread ? ticksPerDay * callsOfMinute({ shards, monitors }) : 0,
    checks: checksPerHour * 24,
    mailsPerUpdate: subscribers,
  };
}

/** UTC day → rows read, rows written and ticks that were counted, requests that the worker had. */
export type TickUsage = Record<string, number[]>;

/** Days that are kept besides the present one. */
export const usageDays = 8;

export interface MeasuredDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  read: number;
  written: number;
  ticks: number;
  requests: number;
  /** Of a whole day at this rate; the day's own sums while nothing was counted. */
  readPerDay: number;
  writtenPerDay: number;
}

const perDay = (rowsSeen: number, ticks: number): number =>
  ticks === 0 ? rowsSeen : Math.round((rowsSeen / ticks) * ticksPerDay);

/** What the ticks really cost, the newest day first. What is not counts is left out. */
export function measuredDays(usage: TickUsage): MeasuredDay[] {
  return Object.entries(usage)
    .filter(
      ([day, counts]) =>
        /^\d{4}-\d\d-\d\d$/.test(day) && [3, 4, 5].includes(counts.length) && counts.every(Number.isFinite),
    )
    .sort(([one], [other]) => other.localeCompare(one))
    .slice(0, usageDays)
    .map(([day, [read = 0, written = 0, ticks = 0, requests = 0]]) => ({
      day,
      read,
      written,
      ticks,
      requests,
      readPerDay: perDay(read, ticks),
      writtenPerDay: perDay(written, ticks),
    }));
}

/** A day is told by its ticks once an hour of them was counted. */
const isTold = ({ ticks }: MeasuredDay): boolean => ticks >= 60;

/** Requests that the day comes to, by its own pace and by the whole day before. */
function requestsExpected(measured: readonly MeasuredDay[], now: number): number {
  const today = dayOf("Etc/UTC", now);
  return Math.max(
    0,
    ...measured.slice(0, 2).map(({ day, requests }) => (day === today ? dayAtThisPace(requests, now) : requests)),
  );
}

/** The larger of what was foreseen and what was counted: what is shown beside a limit. A view reads a row at the most. */
export function expectedDay(foreseen: DayCost, measured: readonly MeasuredDay[], now: number): DayCost {
  const last = measured.find(isTold);
  const requests = requestsExpected(measured, now);
  return {
    ...foreseen,
    requests: Math.max(foreseen.requests, ticksPerDay + requests),
    rowsRead: Math.max(foreseen.rowsRead, last?.readPerDay ?? 0) + requests,
    rowsWritten: Math.max(foreseen.rowsWritten, last?.writtenPerDay ?? 0),
  };
}

/** From this share of a day's limit on the operator is told: before it is reached. */
const nearFrom = 0.8;

export interface NearLimit {
  name: keyof DayLimits;
  expected: number;
  most: number;
}

/** What today comes to by its own ticks and requests, and is near a limit. None before an hour was counted. */
export function nearLimits(
  usage: TickUsage,
  { plan, calls, now }: { plan: Plan; calls: number; now: number },
): NearLimit[] {
  const today = measuredDays(usage).find(({ day }) => day === dayOf("Etc/UTC", now));
  if (!today || !isTold(today)) return [];
  const requests = dayAtThisPace(today.requests, now);
  const cost: Record<keyof DayLimits, number> = {
    rowsRead: today.readPerDay + requests,
    rowsWritten: today.writtenPerDay,
    requests: ticksPerDay + requests,
    checkerCalls: calls,
  };
  return limitNames.flatMap((name) => {
    const most = limits[plan][name];
    return most !== null && cost[name] >= nearFrom * most ? [{ name, expected: cost[name], most }] : [];
  });
}

/** 0 … 1 and above of the tightest limit; null where nothing is limited. */
export function tightest(cost: DayCost, plan: Plan): { name: keyof DayLimits; share: number } | null {
  const shares = Object.entries(limitsOf(plan)).flatMap(([name, limit]) =>
    limit === null ? [] : [{ name: name as keyof DayLimits, share: cost[name as keyof DayLimits] / limit }],
  );
  return shares.sort((one, other) => other.share - one.share)[0] ?? null;
}

/** Views and calls of programs that still fit into a day: each is a request and reads a row; null = not limited. */
export function viewsLeft(cost: DayCost, plan: Plan): number | null {
  const { requests, rowsRead } = limitsOf(plan);
  if (requests === null || rowsRead === null) return null;
  return Math.max(0, Math.min(requests - cost.requests, rowsRead - cost.rowsRead));
}

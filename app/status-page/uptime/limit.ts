import { fail, ok, type Result } from "~/failures/failure";
import { networkPrefix } from "~/net/network-prefix";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { minuteMs } from "~/time/durations";

/** The size of a report. */
export interface UptimeReportSize {
  /** Packed years to read: 1,800 of them, with events on every day, took 0.7 s of CPU. */
  componentYears: number;
  /** Rows to write, day by day. */
  rows: number;
}

const minutes = 10;
const limiter = makeRateLimiter(minutes * minuteMs);
/** Reports above either limit are counted; one network may have so many of them in ten minutes. */
const large: UptimeReportSize = { componentYears: 600, rows: 6000 };
const largeReportsPerNetwork = 30;

/** Allows any report, but counts in memory those that cost as much as thousands of views. Failures: limited. */
export function limitLargeUptimeReports(ctx: Ctx, size: UptimeReportSize, clientAddress: string): Result<null> {
  if (size.componentYears <= large.componentYears && size.rows <= large.rows) return ok(null);
  const { allowed, retryAfter } = limiter.take(networkPrefix(clientAddress), largeReportsPerNetwork, ctx.now());
  return allowed ? ok(null) : fail({ name: "limited", retryAfter });
}

/** Size from which a report takes about 10 ms of CPU, which is all that Workers Free gives an invocation. */
const leastComponentYears = 20;
const objectCalls = makeRateLimiter(minutes * minuteMs);
/** Number of calls of objects that strangers may cause in ten minutes: by one network, and by all in this isolate. */
const [callsPerNetwork, callsPerIsolate] = [30, 50];

/** Returns true when the page's object may make this report: it is large, and strangers have calls left. */
export function mayUsePageDurableObject(ctx: Ctx, componentYears: number, clientAddress: string): boolean {
  if (componentYears < leastComponentYears) return false;
  const now = ctx.now();
  if (!objectCalls.take(networkPrefix(clientAddress), callsPerNetwork, now).allowed) return false;
  return objectCalls.take("all", callsPerIsolate, now).allowed;
}

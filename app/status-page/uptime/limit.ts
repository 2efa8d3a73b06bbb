import { fail, ok, type Result } from "~/failures/failure";
import { networkPrefix } from "~/net/network-prefix";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";

/** The size of a report. */
export interface ReportSize {
  /** Packed years to read: 1,800 of them, with events on every day, took 0.7 s of CPU. */
  componentYears: number;
  /** Rows to write, day by day. */
  rows: number;
}

const minutes = 10;
const limiter = makeLimiter(minutes * 60_000);
/** Reports above either limit are counted; `most` is how many one network may have in ten minutes. */
const large: ReportSize = { componentYears: 600, rows: 6000 };
const most = 30;

/** Allows any report, but counts in memory those that cost as much as thousands of views. Failures: limited. */
export function mayReport(ctx: Ctx, size: ReportSize, clientAddress: string): Result<null> {
  if (size.componentYears <= large.componentYears && size.rows <= large.rows) return ok(null);
  const { allowed, retryAfter } = limiter.take(networkPrefix(clientAddress), most, ctx.now());
  return allowed ? ok(null) : fail({ name: "limited", retryAfter });
}

/** From so many component-years on a report takes some 10 ms of CPU, which is all that Workers Free gives an invocation. */
const leastComponentYears = 20;
const helped = makeLimiter(minutes * 60_000);
/** Calls of objects that strangers may cause: of one network, and of all of this isolate. */
const [mostHelped, mostHelpedTogether] = [30, 200];

/** Whether the page's object may make this report: only a large one, within what strangers may cause. */
export function mayUsePageObject(ctx: Ctx, componentYears: number, clientAddress: string): boolean {
  if (componentYears < leastComponentYears) return false;
  const now = ctx.now();
  if (!helped.take(networkPrefix(clientAddress), mostHelped, now).allowed) return false;
  return helped.take("all", mostHelpedTogether, now).allowed;
}

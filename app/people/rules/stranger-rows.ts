import type { Plan } from "~/plan/plan-budget";
import { dayMs } from "~/time/durations";

/** Budgets of what strangers may cause, each apart from the others. */
export const strangerBuckets = ["sign_in", "subscribe", "security", "device"] as const;
export type StrangerBucket = (typeof strangerBuckets)[number];

/** Daily counts: rows that strangers cause, and text messages to any recipient. */
export type DailyCountName = StrangerBucket | "texts";

/**
 * Rows per day on Free, 2,000 together of the 100,000 that the platform writes; ingest, pings and publishing keep the
 * rest.
 */
const onFree: Record<StrangerBucket, number> = { sign_in: 600, subscribe: 1200, security: 140, device: 60 };

/** Factors per plan: paid deployments write 50 million rows a month, a machine of its own as many as its disk takes. */
const times: Record<Plan, number> = { free: 1, paid: 25, own: 100 };

/** Number of rows that a request costs until its email is sent, including index entries. A test measures them. */
export const strangerRowCostByBucket: Record<StrangerBucket, number> = {
  sign_in: 20,
  subscribe: 14,
  security: 3,
  device: 5,
};

export const utcDayNumber = (now: number): number => Math.floor(now / dayMs);

/** Returns the seconds until the next day's rows are available. */
export const secondsUntilNextDay = (now: number): number => Math.ceil(((utcDayNumber(now) + 1) * dayMs - now) / 1000);

/** Returns the rows that may be written in a day before the next one is left out. */
export const strangerRowLimit = (bucket: StrangerBucket, plan: Plan): number => onFree[bucket] * times[plan];

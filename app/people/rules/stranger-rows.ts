import type { Plan } from "~/plan/plan-budget";

/** What people who have proven nothing may cause, each apart from the others. */
export const strangerBuckets = ["sign_in", "subscribe", "security"] as const;
export type StrangerBucket = (typeof strangerBuckets)[number];

/** What is counted by the day: rows that they cause, and text messages, whoever is told. */
export type DayCount = StrangerBucket | "texts";

/** Rows of a day on Free, 2,000 together of the 100,000 that the platform writes; ingest, pings and publishing keep the rest. */
const onFree: Record<StrangerBucket, number> = { sign_in: 600, subscribe: 1200, security: 200 };

/** Paid deployments write 50 million rows a month, a machine of its own as many as its disk takes. */
const times: Record<Plan, number> = { free: 1, paid: 25, own: 100 };

/** Rows that one of them costs until its mail has left, index entries included; a test measures them. */
export const strangerCosts: Record<StrangerBucket, number> = { sign_in: 20, subscribe: 14, security: 3 };

const day = 86_400_000;

export const dayOf = (now: number): number => Math.floor(now / day);

/** Seconds until the next day's rows may be spent. */
export const untilNextDay = (now: number): number => Math.ceil(((dayOf(now) + 1) * day - now) / 1000);

/** Rows that may be written in a day before the next one is left out. */
export const strangerLimit = (bucket: StrangerBucket, plan: Plan): number => onFree[bucket] * times[plan];

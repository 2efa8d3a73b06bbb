/** Amounts that the platform counts. Durable Objects are counted in GB-seconds of memory; each takes 128 MB. */
export const pricedItems = [
  "requests",
  "cpuMs",
  "rowsRead",
  "rowsWritten",
  "kvReads",
  "kvWrites",
  "checkerCalls",
  "checkerGbSeconds",
  "queueOperations",
  "logLines",
] as const;
export type PricedItem = (typeof pricedItems)[number];

export interface PlatformPrice {
  /** Daily limit on Free; null = not counted by the day. */
  freeDay: number | null;
  /** Monthly amount included in Paid, and USD for each further million. */
  included: number;
  million: number;
  source: string;
}

const docs = "https://developers.cloudflare.com";

/**
 * Prices as given on these pages on 24 November 2026. Storage of D1: 5 GB, then 0.75 USD a GB and month
 * (`d1/platform/pricing`).
 */
export const platformPriceByItem: Record<PricedItem, PlatformPrice> = {
  requests: { freeDay: 100_000, included: 10e6, million: 0.3, source: `${docs}/workers/platform/pricing/` },
  cpuMs: { freeDay: null, included: 30e6, million: 0.02, source: `${docs}/workers/platform/pricing/` },
  rowsRead: { freeDay: 5_000_000, included: 25e9, million: 0.001, source: `${docs}/d1/platform/pricing/` },
  rowsWritten: { freeDay: 100_000, included: 50e6, million: 1, source: `${docs}/d1/platform/pricing/` },
  kvReads: { freeDay: 100_000, included: 10e6, million: 0.5, source: `${docs}/kv/platform/pricing/` },
  kvWrites: { freeDay: 1000, included: 1e6, million: 5, source: `${docs}/kv/platform/pricing/` },
  checkerCalls: { freeDay: 100_000, included: 1e6, million: 0.15, source: `${docs}/durable-objects/platform/pricing/` },
  checkerGbSeconds: {
    freeDay: 13_000,
    included: 400_000,
    million: 12.5,
    source: `${docs}/durable-objects/platform/pricing/`,
  },
  queueOperations: { freeDay: 10_000, included: 1e6, million: 0.4, source: `${docs}/queues/platform/pricing/` },
  logLines: {
    freeDay: 200_000,
    included: 20e6,
    million: 0.6,
    source: `${docs}/workers/observability/logs/workers-logs/`,
  },
};

/** Minimum price of Paid, in USD a month. */
export const paidBaseDollars = 5;

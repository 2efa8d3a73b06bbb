import { days } from "./stories.ts";

/** What went wrong, in minutes before the first start; latency is multiplied. */
export interface Trouble {
  ago: number;
  minutes: number;
  state: "degraded" | "down" | "no_data";
  times?: number;
}

export interface DemoMonitor {
  name: string;
  kind: "http" | "tcp";
  settings: Record<string, unknown>;
  /** What it observes, with the status while it is down. */
  component: string;
  status: string;
  tags: string[];
  /** Minutes. */
  interval: number;
  /** Latency on a quiet day, in ms. */
  usual: number;
  degradedAboveMs: number | null;
  troubles: Trouble[];
}

const web = (url: string) => ({ url, method: "GET", auth: "none", statuses: "200-299", follow: "yes" });

/** Nobody looked at anything: the deployment was moved to another machine. */
export const gap: Trouble = { ago: days(2, 4), minutes: 14, state: "no_data" };

/** Six things that the company looks at; the addresses are names for documentation. Troubles fit the stories. */
export const monitors: DemoMonitor[] = [
  {
    name: "Website",
    kind: "http",
    settings: web("https://www.example.com/"),
    component: "Website",
    status: "major_outage",
    tags: ["web", "customers"],
    interval: 1,
    usual: 184,
    degradedAboveMs: 1200,
    troubles: [
      { ago: days(58, 20, 42), minutes: 29, state: "down" },
      { ago: days(8, 19, 47), minutes: 4, state: "degraded", times: 9 },
      { ago: days(0, 9, 14), minutes: 6, state: "degraded", times: 8 },
    ],
  },
  {
    name: "Checkout",
    kind: "http",
    settings: web("https://example.com/checkout/health"),
    component: "Checkout",
    status: "major_outage",
    tags: ["web", "money"],
    interval: 1,
    usual: 96,
    degradedAboveMs: 1000,
    troubles: [{ ago: days(58, 20, 42), minutes: 31, state: "down" }],
  },
  {
    name: "Event search",
    kind: "http",
    settings: { ...web("https://example.org/search?q=jazz"), contains: "results" },
    component: "Event search",
    status: "partial_outage",
    tags: ["web", "customers"],
    interval: 2,
    usual: 312,
    degradedAboveMs: 1500,
    troubles: [
      { ago: days(64, 1, 12), minutes: 11, state: "degraded", times: 7 },
      { ago: days(5, 13, 40), minutes: 38, state: "degraded", times: 5.5 },
    ],
  },
  {
    name: "Refunds",
    kind: "http",
    settings: web("https://example.com/refunds/health"),
    component: "Refunds",
    status: "major_outage",
    tags: ["money"],
    interval: 1,
    usual: 240,
    degradedAboveMs: 1500,
    troubles: [{ ago: 62, minutes: 62, state: "degraded", times: 12 }],
  },
  {
    name: "Card processor",
    kind: "tcp",
    settings: { host: "example.net", port: 443, tls: "yes" },
    component: "Card payments",
    status: "major_outage",
    tags: ["money", "partner"],
    interval: 5,
    usual: 41,
    degradedAboveMs: null,
    troubles: [{ ago: days(83, 4, 20), minutes: 58, state: "down" }],
  },
  {
    name: "Public API",
    kind: "http",
    settings: { ...web("https://example.com/api/v3/status"), jsonPath: "$.status", jsonValue: "ok" },
    component: "Public API",
    status: "major_outage",
    tags: ["api"],
    interval: 1,
    usual: 58,
    degradedAboveMs: 600,
    troubles: [
      { ago: days(58, 20, 42), minutes: 26, state: "down" },
      { ago: days(4, 7, 27), minutes: 18, state: "down" },
    ],
  },
];

export interface DemoHeartbeat {
  name: string;
  slug: string;
  tags: string[];
  /** Seconds. */
  period: number;
  grace: number;
  /** Minutes before the first start at which it last reported, and how long such a run takes. */
  ago: number;
  takes: number;
  kept: number;
  /** What a run says when it is done. */
  said: (run: number) => string;
}

const hour = 3600;

/** Four things that must report. Nobody feeds them: the payout file is late already, and down twelve minutes later. */
export const heartbeats: DemoHeartbeat[] = [
  {
    name: "Nightly database backup",
    slug: "database-backup",
    tags: ["backup"],
    period: 24 * hour,
    grace: 2 * hour,
    ago: days(0, 9, 31),
    takes: 14,
    kept: 30,
    said: (run) =>
      `orders: ${(41.2 + run * 0.03).toFixed(2)} GB\nuploaded to the second data centre\nchecksum verified\n`,
  },
  {
    name: "Payout file to the bank",
    slug: "payout-file",
    tags: ["money"],
    period: 24 * hour,
    grace: hour,
    ago: days(1, 0, 48),
    takes: 3,
    kept: 24,
    said: (run) => `${1180 + ((run * 37) % 220)} payouts in file ${run}\naccepted by the bank\n`,
  },
  {
    name: "Weekly sales report",
    slug: "sales-report",
    tags: ["reports"],
    period: 7 * 24 * hour,
    grace: 6 * hour,
    ago: days(2, 3, 5),
    takes: 22,
    kept: 12,
    said: (run) => `week ${run}: mailed to ${1400 + run} venues\n`,
  },
  {
    name: "Certificate renewal",
    slug: "certificates",
    tags: ["security"],
    period: 30 * 24 * hour,
    grace: 3 * 24 * hour,
    ago: days(11, 5, 52),
    takes: 1,
    kept: 3,
    said: () => "3 certificates renewed, none failed\n",
  },
];

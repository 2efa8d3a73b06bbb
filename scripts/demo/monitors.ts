import { minutesOfDays } from "./stories.ts";

/** A past problem, with times in minutes before the first start. It multiplies the latency. */
export interface DemoTrouble {
  ago: number;
  minutes: number;
  state: "degraded" | "down" | "no_data";
  times?: number;
}

export interface DemoMonitor {
  name: string;
  kind: "http";
  settings: { url: string } & Record<string, unknown>;
  /** Answer of the demo's own target at this address while all is well. */
  answer: { type: "text/html" | "text/plain" | "application/json"; body: string };
  /** True when it fails for some minutes of each hour (scripts/demo/target.ts). */
  fails?: boolean;
  /** Component that it observes, and its status while the monitor is down. */
  component: string;
  status: string;
  tags: string[];
  /** Interval in minutes. */
  interval: number;
  /** Latency on a quiet day, in ms. */
  usual: number;
  degradedAboveMs: number | null;
  troubles: DemoTrouble[];
}

const web = (place: string) => ({
  url: `https://${place}`,
  method: "GET",
  auth: "none",
  statuses: "200-299",
  follow: "yes",
});

const fine = { type: "text/plain", body: "ok\n" } as const;

/** A gap without checks, when the deployment was moved to another machine. */
export const demoCheckGap: DemoTrouble = { ago: minutesOfDays(2, 4), minutes: 14, state: "no_data" };

/** Six monitors of the company, all at the demo's own target. Their troubles fit the stories. */
export const demoMonitors: DemoMonitor[] = [
  {
    name: "Website",
    kind: "http",
    settings: web("www.larkfield.example/"),
    answer: { type: "text/html", body: "<title>Larkfield</title><h1>Tickets for small venues</h1>\n" },
    component: "Website",
    status: "major_outage",
    tags: ["web", "customers"],
    interval: 1,
    usual: 184,
    degradedAboveMs: 1200,
    troubles: [
      { ago: minutesOfDays(58, 20, 42), minutes: 29, state: "down" },
      { ago: minutesOfDays(8, 19, 47), minutes: 4, state: "degraded", times: 9 },
      { ago: minutesOfDays(0, 9, 14), minutes: 6, state: "degraded", times: 8 },
    ],
  },
  {
    name: "Checkout",
    kind: "http",
    settings: web("checkout.larkfield.example/health"),
    answer: fine,
    component: "Checkout",
    status: "major_outage",
    tags: ["web", "money"],
    interval: 1,
    usual: 96,
    degradedAboveMs: 1000,
    troubles: [{ ago: minutesOfDays(58, 20, 42), minutes: 31, state: "down" }],
  },
  {
    name: "Event search",
    kind: "http",
    settings: { ...web("search.larkfield.example/?q=jazz"), contains: "results" },
    answer: { type: "text/html", body: "<title>jazz</title><p>212 results for “jazz”</p>\n" },
    fails: true,
    component: "Event search",
    status: "partial_outage",
    tags: ["web", "customers"],
    interval: 1,
    usual: 312,
    degradedAboveMs: 1500,
    troubles: [
      { ago: minutesOfDays(64, 1, 12), minutes: 11, state: "degraded", times: 7 },
      { ago: minutesOfDays(5, 13, 40), minutes: 38, state: "degraded", times: 5.5 },
    ],
  },
  {
    name: "Refunds",
    kind: "http",
    settings: web("refunds.larkfield.example/health"),
    answer: fine,
    component: "Refunds",
    status: "major_outage",
    tags: ["money"],
    interval: 1,
    usual: 240,
    degradedAboveMs: 1500,
    troubles: [{ ago: 62, minutes: 57, state: "degraded", times: 12 }],
  },
  {
    name: "Card processor",
    kind: "http",
    settings: web("cards.larkfield.example/health"),
    answer: fine,
    component: "Card payments",
    status: "major_outage",
    tags: ["money", "partner"],
    interval: 5,
    usual: 41,
    degradedAboveMs: null,
    troubles: [{ ago: minutesOfDays(83, 4, 20), minutes: 58, state: "down" }],
  },
  {
    name: "Public API",
    kind: "http",
    settings: { ...web("api.larkfield.example/v3/status"), jsonPath: "$.status", jsonValue: "ok" },
    answer: { type: "application/json", body: '{"status":"ok"}\n' },
    component: "Public API",
    status: "major_outage",
    tags: ["api"],
    interval: 1,
    usual: 58,
    degradedAboveMs: 1000,
    troubles: [
      { ago: minutesOfDays(58, 20, 42), minutes: 26, state: "down" },
      { ago: minutesOfDays(4, 7, 27), minutes: 18, state: "down" },
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
  /** Seconds by which its job always runs late; absent = on time. */
  lateBy?: number;
  /** Minutes before the first start at which it last reported, and the duration of such a run. */
  ago: number;
  takes: number;
  kept: number;
  /** Returns the text that a run reports at its end. */
  said: (run: number) => string;
}

const hourSeconds = 3600;

/**
 * Five jobs that must report, as they do while the demo runs; the payout file is late each day, and down for a while.
 */
export const demoHeartbeats: DemoHeartbeat[] = [
  {
    name: "Order export",
    slug: "order-export",
    tags: ["orders"],
    period: 300,
    grace: 120,
    ago: 5,
    takes: 1,
    kept: 40,
    said: (run) => `${310 + ((run * 53) % 90)} orders exported\n`,
  },
  {
    name: "Nightly database backup",
    slug: "database-backup",
    tags: ["backup"],
    period: 24 * hourSeconds,
    grace: 2 * hourSeconds,
    ago: minutesOfDays(0, 9, 31),
    takes: 14,
    kept: 30,
    said: (run) =>
      `orders: ${(41.2 + run * 0.03).toFixed(2)} GB\nuploaded to the second data centre\nchecksum verified\n`,
  },
  {
    name: "Payout file to the bank",
    slug: "payout-file",
    tags: ["money"],
    period: 24 * hourSeconds,
    grace: hourSeconds,
    lateBy: 1.5 * hourSeconds,
    ago: minutesOfDays(1, 0, 48),
    takes: 3,
    kept: 24,
    said: (run) => `${1180 + ((run * 37) % 220)} payouts in file ${run}\naccepted by the bank\n`,
  },
  {
    name: "Weekly sales report",
    slug: "sales-report",
    tags: ["reports"],
    period: 7 * 24 * hourSeconds,
    grace: 6 * hourSeconds,
    ago: minutesOfDays(2, 3, 5),
    takes: 22,
    kept: 12,
    said: (run) => `week ${run}: mailed to ${1400 + run} venues\n`,
  },
  {
    name: "Certificate renewal",
    slug: "certificates",
    tags: ["security"],
    period: 30 * 24 * hourSeconds,
    grace: 3 * 24 * hourSeconds,
    ago: minutesOfDays(11, 5, 52),
    takes: 1,
    kept: 3,
    said: () => "3 certificates renewed, none failed\n",
  },
];

/** Icons of kinds, drawn in a box of 16 like those of icons.tsx; each shows what a kind is about, not its vendor. */
const drawings = {
  globe: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM1.5 8h13M8 1.5c4 4 4 9 0 13-4-4-4-9 0-13",
  plug: "M5.5 1.5v4m5-4v4M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0ZM8 12.5v2",
  lock: "M3 7h10v7H3ZM5 7V5a3 3 0 0 1 6 0v2M8 10v1.5",
  sign: "M8 1.5v13M3 3h9l2 2-2 2H3ZM13 8.5H5l-2 2 2 2h8Z",
  calendar: "M2 3.5h12v11H2ZM2 7h12M5 1.5v3m6-3v3",
  building: "M3 14.5v-13h7v13m0-9h3v9M1.5 14.5h13M5.5 5h2m-2 3h2m-2 3h2",
  chart: "M1.5 14.5h13M3 11l3.5-4 3 2.5L14 3",
  bug: "M8 5a3.5 3.5 0 0 1 3.5 3.5V11a3.5 3.5 0 0 1-7 0V8.5A3.5 3.5 0 0 1 8 5ZM6 5a2 2 0 0 1 4 0M1.5 9.5h3m7 0h3M2.5 5l2.3 2m6.4 0 2.3-2M2.5 14l2.3-2m6.4 0 2.3 2",
  braces: "M6 2c-3 0-1 5-4 6 3 1 1 6 4 6m4-12c3 0 1 5 4 6-3 1-1 6-4 6",
  envelope: "M1.5 3.5h13v9h-13ZM1.5 4.5 8 9l6.5-4.5",
  cloud: "M4.5 12.5a3 3 0 0 1-.3-6 4 4 0 0 1 7.7.7 2.7 2.7 0 0 1-.4 5.3Z",
  bell: "M3 11.5c1-1 1-2 1-4.5a4 4 0 0 1 8 0c0 2.5 0 3.5 1 4.5ZM6.5 14h3",
  chat: "M1.5 2.5h13v9H8l-3.5 3v-3h-3Z",
  phone: "M4.5 1.5h7v13h-7ZM7 12.3h2",
  branch:
    "M4.5 5v6M4.5 5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Zm0 6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4Zm7-6a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Zm0 0c0 3.5-7 2-7 6",
} as const;

type KindIconName = keyof typeof drawings;

export type KindIconFamily = "monitors" | "sources" | "channels" | "mailers";

/** Icon of kinds without their own, so that a new kind needs none. */
const usual: Record<KindIconFamily, KindIconName> = {
  monitors: "globe",
  sources: "chart",
  channels: "chat",
  mailers: "envelope",
};

const own: Record<string, KindIconName> = {
  "monitors/contract/tcp": "plug",
  "monitors/contract/tls": "lock",
  "monitors/contract/dns": "sign",
  "monitors/contract/domain": "calendar",
  "monitors/contract/vendor": "building",
  "sources/aws-sns": "cloud",
  "sources/azure-monitor": "cloud",
  "sources/gcp-monitoring": "cloud",
  "sources/github": "branch",
  "sources/json": "braces",
  "sources/cloudevents": "braces",
  "sources/standard-webhooks": "braces",
  "sources/mail": "envelope",
  "sources/sentry": "bug",
  "sources/statuspage": "building",
  "sources/opsgenie": "bell",
  "sources/opsgenie-alerts": "bell",
  "sources/pagerduty": "bell",
  "sources/pagerduty-events": "bell",
  "channels/github-issue": "branch",
  "channels/http": "braces",
  "channels/webhook": "braces",
  "channels/incident-io": "bell",
  "channels/opsgenie": "bell",
  "channels/pagerduty": "bell",
  "channels/gotify": "phone",
  "channels/ntfy": "phone",
  "channels/pushover": "phone",
  "channels/sms": "phone",
  "channels/twilio-sms": "phone",
  "channels/web-push": "phone",
  "mailers/cloudflare": "cloud",
};

/**
 * Returns the path of a kind's icon. For loaders of pages that show a single kind, because a browser does not need all
 * of them.
 */
export const kindIconPath = (family: KindIconFamily, kind: string): string =>
  drawings[own[`${family}/${kind}`] ?? usual[family]];

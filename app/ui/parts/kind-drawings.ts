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
  siren: "M4 12V8a4 4 0 0 1 8 0v4M2.5 12h11v2.5h-11ZM8 1.5v1M3 2.8l.8.8M13 2.8l-.8.8",
  layers: "M8 2l6.5 3.2L8 8.4 1.5 5.2ZM1.5 8.4 8 11.6l6.5-3.2M1.5 11.4 8 14.6l6.5-3.2",
  tickCircle: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM5 8.2l2 2 4-4.2",
  tickBox: "M2 2h12v12H2ZM5 8.2l2 2 4-4.2",
  bars: "M2 14.5V9h3v5.5ZM6.5 14.5V5h3v9.5ZM11 14.5v-13h3v13Z",
  gate: "M2.5 14.5V7a5.5 5.5 0 0 1 11 0v7.5M6 14.5V6.5m4 8V6.5M2.5 10.5h11",
  gauge: "M2 12.5a6.5 6.5 0 1 1 12 0ZM8 10l2.8-3.6",
  cube: "M8 1.5l5.7 3.2v6.6L8 14.5l-5.7-3.2V4.7ZM2.3 4.7 8 8l5.7-3.3M8 8v6.5",
  diamond: "M8 1.5 14.5 8 8 14.5 1.5 8ZM8 5l3 3-3 3-3-3Z",
  triangle: "M8 2l6.5 12h-13ZM8 2v12",
  pulse: "M1.5 8.5h3l2-5 3 9 2-4h3",
  flame: "M8 1.5c.8 2.8 4.5 4.3 4.5 8.2a4.5 4.5 0 0 1-9 0c0-2 1-3 2-4.2.3 1.3.8 1.9 1.5 2.2C7.3 5.5 7 3.5 8 1.500Z",
  cake: "M2 14.5h12V8.5H2ZM2 11c2 1.6 4-1 6 0s4 1.6 6 0M8 8.500v-4M8 2v.5",
  bear: "M4 5.300a2 2 0 1 1 2-2.3 6 6 0 0 1 4 0 2 2 0 1 1 2 2.3 5.5 5.5 0 1 1-8 0ZM6 8.500v.500m4-.500v.500M6.8 11.500h2.4",
  robot: "M3 5.5h10v8H3ZM8 5.500v-3M6 8.500v.500m4-.500v.500M6 11.500h4M1.5 8v3m13-3v3",
  zed: "M2 2h12v12H2ZM5.5 5h5l-5 6h5",
  hook: "M9.5 4.500v5.500a3 3 0 0 1-6 0V8.500L6 11M9.5 4.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z",
  bolt: "M9 1.5 3.5 9H8l-1 5.500L12.5 7H8Z",
  pager: "M1.5 4.500h13v7.500h-13ZM4 7h5M11.5 7v2.500M4 9.500h3",
  key: "M5.5 5.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8.5 8.500h6M12 8.500v2.5",
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
  "sources/alertmanager": "siren",
  "sources/aws-sns": "cloud",
  "sources/azure-monitor": "triangle",
  "sources/betterstack": "layers",
  "sources/checkly": "tickCircle",
  "sources/datadog": "bars",
  "sources/gatus": "gate",
  "sources/gcp-monitoring": "diamond",
  "sources/grafana": "gauge",
  "sources/healthchecks": "tickBox",
  "sources/newrelic": "cube",
  "sources/pingdom": "pulse",
  "sources/prometheus": "flame",
  "sources/statuscake": "cake",
  "sources/uptime-kuma": "bear",
  "sources/uptimerobot": "robot",
  "sources/zabbix": "zed",
  "sources/github": "branch",
  "sources/json": "braces",
  "sources/cloudevents": "bolt",
  "sources/standard-webhooks": "hook",
  "sources/mail": "envelope",
  "sources/sentry": "bug",
  "sources/statuspage": "building",
  "sources/opsgenie": "bell",
  "sources/opsgenie-alerts": "plug",
  "sources/pagerduty": "pager",
  "sources/pagerduty-events": "key",
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

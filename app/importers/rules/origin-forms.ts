import { type KnownOrigin, knownOrigins, type OriginName } from "./known-origins";
import type { MovedNoun } from "./moved-nouns";

/** Rights that a key needs: `write` where a read-only key hides addresses, `admin` where it is a person's token. */
export type OriginKeyRight = "read" | "write" | "admin";

/** Things of another product that never come. */
export type StayingThing = "channels" | "people" | "metrics" | "design" | "unconfirmed" | "subscribers";

/** Further fields of a form, where an origin needs them. */
export type OriginExtra = "columns" | "variables" | "page" | "version";

interface OriginGuide {
  /** Names of the files, as the product or its users call them; empty = none are read. */
  fileNames: readonly string[];
  /** The way through the product's menu to its keys; empty = it has none. */
  keyPlace: string;
  keyRight: OriginKeyRight;
  takes: readonly MovedNoun[];
  leaves: readonly StayingThing[];
}

const words = ["page", "group", "component", "incident", "maintenance"] as const;
const checks = ["page", "component", "monitor"] as const;
const team = ["channels", "people"] as const;

const filesOnly = (...fileNames: string[]) => ({ fileNames, keyPlace: "", keyRight: "read" }) as const;
const keyFrom = (keyPlace: string, ...fileNames: string[]) => ({ fileNames, keyPlace, keyRight: "read" }) as const;

const guides: Readonly<Record<OriginName, OriginGuide>> = {
  statuspage: {
    ...keyFrom("Avatar → API info"),
    takes: [...words, "template", "subscriber"],
    leaves: ["metrics", "people", "design", "unconfirmed"],
  },
  "uptime-kuma": {
    ...filesOnly("Uptime_Kuma_Backup.json"),
    takes: [...words, "monitor", "heartbeat", "maintenance_series", "channel"],
    leaves: ["people", "design"],
  },
  csv: {
    ...filesOnly("components.csv", "incidents.csv", "subscribers.csv"),
    takes: ["group", "component", "incident", "subscriber"],
    leaves: ["unconfirmed"],
  },
  upfront: {
    ...keyFrom("Account → API tokens", "acme.jsonl"),
    keyRight: "admin",
    takes: [...words, "monitor", "heartbeat", "maintenance_series", "template", "subscriber", "channel"],
    leaves: ["people", "unconfirmed"],
  },
  uptimerobot: {
    ...keyFrom("Integrations → API", "getMonitors.json", "getAlertContacts.json", "monitors.csv"),
    takes: [...checks, "heartbeat", "incident", "maintenance", "maintenance_series", "channel"],
    leaves: ["people"],
  },
  betterstack: {
    ...keyFrom("API tokens", "index.json"),
    takes: [...words, "monitor", "heartbeat", "maintenance_series", "subscriber"],
    leaves: [...team, "unconfirmed"],
  },
  healthchecks: {
    ...keyFrom("Settings → API Access", "checks.json"),
    keyRight: "write",
    takes: ["component", "heartbeat"],
    leaves: team,
  },
  gatus: {
    ...keyFrom("security.basic, as USERNAME:PASSWORD", "config.yaml"),
    takes: ["page", "group", "component", "monitor", "heartbeat", "incident", "maintenance_series", "channel"],
    leaves: ["design"],
  },
  cachet: {
    ...keyFrom("Profile → API token"),
    takes: [...words, "template", "subscriber"],
    leaves: ["metrics", "people", "design", "unconfirmed"],
  },
  upptime: {
    ...keyFrom("Settings → Developer settings → Personal access tokens", ".upptimerc.yml", "history/*.yml"),
    takes: [...checks, "incident", "maintenance"],
    leaves: ["channels", "design"],
  },
  instatus: {
    ...keyFrom("User settings → Developer settings"),
    takes: [...words, "monitor", "template", "subscriber"],
    leaves: ["metrics", "people", "unconfirmed"],
  },
  "incident-io": {
    ...keyFrom("Settings → API keys"),
    takes: [...words, "template"],
    leaves: ["subscribers", "people"],
  },
  openstatus: {
    ...keyFrom("Settings → API", "openstatus.yaml"),
    takes: [...checks, "incident", "maintenance"],
    leaves: ["channels", "subscribers"],
  },
  kener: {
    ...keyFrom("Manage → API keys", "monitors.yaml", "site.yaml"),
    takes: [...words, "monitor", "heartbeat"],
    leaves: ["channels", "subscribers"],
  },
  cstate: { ...filesOnly("config.yml", "content/issues/*.md"), takes: words, leaves: ["design"] },
  pingdom: { ...keyFrom("Settings → Pingdom API"), takes: ["component", "monitor", "maintenance"], leaves: team },
  statuscake: { ...keyFrom("Account → API keys"), takes: [...checks, "heartbeat"], leaves: team },
};

/** The form in which a person gives an origin what it reads. */
export type OriginFormDefinition = KnownOrigin & OriginGuide & { extra: OriginExtra | null };

function extraOf({ name, choices }: KnownOrigin): OriginExtra | null {
  if (name === "csv") return "columns";
  if (name === "gatus") return "variables";
  return (["page", "version"] as const).find((each) => choices.includes(each)) ?? null;
}

const originForms: readonly OriginFormDefinition[] = knownOrigins.map((origin) => ({
  ...origin,
  ...guides[origin.name],
  extra: extraOf(origin),
}));

const firstForms = 11;

/** Products that most pages come from, in the order in which they are offered. */
export const firstOriginForms = originForms.slice(0, firstForms);
export const otherOriginForms = originForms.slice(firstForms);

/** Returns the form of an origin; null = none has this name. */
export const findOriginForm = (name: string): OriginFormDefinition | null =>
  originForms.find((each) => each.name === name) ?? null;

/** Returns the path of the document that lists each field of an origin. */
export const originGuidePath = ({ name }: OriginFormDefinition): string =>
  firstOriginForms.some((each) => each.name === name) ? `docs/moving-in/${name}.md` : "docs/moving-in.md";

/** Fields of CSV files, whose columns a person may name otherwise. */
export const csvColumnFields = {
  components: ["name", "group", "description", "status", "id"],
  incidents: ["title", "started_at", "resolved_at", "status", "impact", "components", "message", "id"],
  subscribers: ["email", "confirmed", "components", "mode", "consented_at"],
} as const;

export type CsvFileNoun = keyof typeof csvColumnFields;

export const csvFileNouns = Object.keys(csvColumnFields) as CsvFileNoun[];

/** Returns the name of a column's choice, as the reader of CSV knows it. */
export const csvColumnChoice = (noun: CsvFileNoun, field: string): string => `${noun}.${field}`;

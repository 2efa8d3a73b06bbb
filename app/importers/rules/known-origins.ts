/** Treatment of a field: it is needed, it may be left empty, or it is not asked. */
export type OriginFieldNeed = "needed" | "possible" | "none";

/** Facts of an origin before anything is read: plain data, so that lists and forms load no reader. */
export interface KnownOrigin {
  /** Name in addresses and in the table of ids, forever. */
  name: string;
  title: string;
  /** Files that a person can give: endings, and what they are called there; empty = none. */
  files: readonly { ending: string; what: string }[];
  /** True when its API or public page can be read. */
  hasApi: boolean;
  /** Address of the page or of the API. */
  url: OriginFieldNeed;
  /** An address as an example; empty where none is asked. */
  urlExample: string;
  key: OriginFieldNeed;
  /** True when some of its times have no zone. */
  asksTimeZone: boolean;
  /** Further choices that its reader knows: the id of the page, columns, a version. */
  choices: readonly string[];
}

const file = (ending: string, what: string) => ({ ending, what });
const noFiles = { files: [] } as const;
const withoutApi = { hasApi: false, url: "none", urlExample: "", key: "none" } as const;
const apiWithKey = { hasApi: true, url: "none", urlExample: "", key: "needed" } as const;
const pageOrKey = (urlExample: string) => ({ hasApi: true, url: "possible", urlExample, key: "possible" }) as const;
const pageChoice = { asksTimeZone: false, choices: ["page"] } as const;
const noChoices = { asksTimeZone: false, choices: [] } as const;
const zoneOnly = { asksTimeZone: true, choices: [] } as const;

const openstatusFiles = [file(".yaml", "openstatus.yaml")];
const kumaFiles = [file(".json", "The backup of version 1: Settings, Backup, Export")];
const robotFiles = [
  file(".json", "the answer of getMonitors (v2) with logs=1, or of /v3/monitors"),
  file(".csv", "the export of the list of monitors"),
];
const csvFiles = [file(".csv", "Components, incidents or subscribers, with a first line that names the columns")];
const gatusFiles = [
  file(".yaml", "config.yaml, or all files of the folder that GATUS_CONFIG_PATH names"),
  file(".yml", "config.yml"),
];
const upptimeFiles = [
  file(".yml", ".upptimerc.yml, and history/*.yml beside it"),
  file(".json", "history/summary.json"),
];
const kenerFiles = [
  file(".yaml", "config/monitors.yaml and config/site.yaml (1 and 2)"),
  file(".json", "answers of the API"),
];
const cstateFiles = [file(".yml", "config.yml of the site"), file(".md", "content/issues/*.md")];
const healthchecksApi = {
  hasApi: true,
  url: "possible",
  urlExample: "https://healthchecks.io",
  key: "needed",
} as const;
const ownApi = (urlExample: string, key: OriginFieldNeed) =>
  ({ hasApi: true, url: "needed", urlExample, key }) as const;

/** Every origin, in the order in which forms show them: by who would come. */
export const knownOrigins = [
  { name: "statuspage", title: "Statuspage", ...noFiles, ...pageOrKey("https://status.example.com"), ...pageChoice },
  { name: "uptime-kuma", title: "Uptime Kuma", files: kumaFiles, ...withoutApi, asksTimeZone: true, choices: ["page"] },
  {
    name: "csv",
    title: "CSV",
    files: csvFiles,
    ...withoutApi,
    asksTimeZone: true,
    choices: ["noun", "dates", "consent"],
  },
  {
    name: "upfront",
    title: "Upfront",
    files: [file(".jsonl", "a backup of the page or of the deployment")],
    ...ownApi("https://status.example.com", "needed"),
    ...pageChoice,
  },
  {
    name: "uptimerobot",
    title: "UptimeRobot",
    files: robotFiles,
    ...apiWithKey,
    asksTimeZone: true,
    choices: ["page"],
  },
  {
    name: "betterstack",
    title: "Better Stack",
    files: [file(".json", "index.json of the public page")],
    ...pageOrKey("https://status.example.com"),
    ...pageChoice,
  },
  {
    name: "healthchecks",
    title: "Healthchecks",
    files: [file(".json", "the answer of /api/v3/checks/")],
    ...healthchecksApi,
    ...noChoices,
  },
  { name: "gatus", title: "Gatus", files: gatusFiles, ...pageOrKey("https://status.example.com"), ...zoneOnly },
  { name: "cachet", title: "Cachet", ...noFiles, ...ownApi("https://status.example.com", "possible"), ...zoneOnly },
  {
    name: "upptime",
    title: "Upptime",
    files: upptimeFiles,
    ...ownApi("https://github.com/OWNER/REPO", "possible"),
    ...noChoices,
  },
  { name: "instatus", title: "Instatus", ...noFiles, ...pageOrKey("https://acme.instatus.com"), ...pageChoice },
  { name: "incident-io", title: "incident.io", ...noFiles, ...pageOrKey("https://status.example.com"), ...pageChoice },
  { name: "openstatus", title: "openstatus", files: openstatusFiles, ...apiWithKey, ...pageChoice },
  {
    name: "kener",
    title: "Kener",
    files: kenerFiles,
    ...ownApi("https://status.example.com", "needed"),
    asksTimeZone: false,
    choices: ["version"],
  },
  { name: "cstate", title: "cState", files: cstateFiles, ...withoutApi, ...zoneOnly },
  { name: "pingdom", title: "Pingdom", ...noFiles, ...apiWithKey, ...noChoices },
  { name: "statuscake", title: "StatusCake", ...noFiles, ...apiWithKey, ...noChoices },
] as const satisfies readonly KnownOrigin[];

export type OriginName = (typeof knownOrigins)[number]["name"];

/** Returns what is known of an origin; null for a name that this version does not know. */
export const knownOriginOf = (name: string): (KnownOrigin & { name: OriginName }) | null =>
  knownOrigins.find((each) => each.name === name) ?? null;

/** Returns the product's own name, or the origin's name in a version that does not know it. */
export const originTitleOf = (name: string): string => knownOriginOf(name)?.title ?? name;

/** Statuses of a component in the order of docs/protocols.md, "Status and timeline", best first. */
export const statuses = [
  "operational",
  "no_data",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type Status = (typeof statuses)[number];

/** What a person or a rule may set: `no_data` is only ever observed. */
export const settableStatuses = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type SettableStatus = (typeof settableStatuses)[number];

export const layers = ["manual", "observed", "incident", "maintenance", "coverage"] as const;
export type Layer = (typeof layers)[number];

/** The value of each layer; null = the layer says nothing. `observed` always says something. */
export interface Layers {
  manual: Status | null;
  observed: Status;
  incident: Status | null;
  maintenance: Status | null;
  /**
   * Who vouches: null = what observes it, as `observed` says; operational = people, who keep it by hand; no data = nobody,
   * so that it is never well.
   */
  coverage: Coverage;
}

export type Coverage = "operational" | "no_data" | null;

const rank = new Map<Status, number>(statuses.map((status, index) => [status, index]));

export const severityOf = (status: Status): number => rank.get(status) ?? 0;

/** The worst of those given; null when none is. */
export function worst(given: readonly (Status | null | undefined)[]): Status | null {
  let found: Status | null = null;
  for (const status of given) {
    if (status && (found === null || severityOf(status) > severityOf(found))) found = status;
  }
  return found;
}

/**
 * effective = worst(manual, incident, maintenance if active, else observed): maintenance masks only `observed`, and a
 * manual `operational` replaces an observed `no_data`, never an alert. What nobody covers is well only while a person
 * says so (docs/protocols.md, "Status and timeline").
 */
export function effective(layers: Layers): Status {
  const silenced = layers.manual === "operational" && layers.observed === "no_data";
  const observed = silenced ? "operational" : layers.observed;
  const base = layers.maintenance ?? observed;
  const status = worst([layers.manual, layers.incident, base]) ?? "operational";
  const isVouched = layers.coverage !== "no_data" || layers.manual !== null;
  return status === "operational" && !isVouched ? "no_data" : status;
}

/** Nobody vouches for it, and it is not known to be worse than well: people are told that it is not monitored. */
export const isUnmonitoredNow = (layers: Layers): boolean =>
  layers.coverage === "no_data" && effective(layers) === "no_data";

/** The same while nobody looks: nothing is known of what is observed, and what people say stays. */
export const unseen = (layers: Layers): Status =>
  effective(layers.coverage === null ? { ...layers, observed: "no_data" } : layers);

export const impacts = ["none", "minor", "major", "critical"] as const;
export type Impact = (typeof impacts)[number];

export type Indicator = "none" | "minor" | "major" | "critical" | "maintenance";

/** The keys of the banner's words; en.json and the v2 JSON give the text. */
export type BannerState =
  | "operational"
  | "operational_monitored"
  | "major_all"
  | "partial_system"
  | "minor_service"
  | "degraded_system"
  | "degraded_service"
  | "unknown"
  | "maintenance"
  | "raised_minor"
  | "raised_major"
  | "raised_critical";

export interface Banner {
  indicator: Indicator;
  state: BannerState;
}

/** A stored word as a status. An unknown word is `no_data`: never green when we do not know. */
export const toStatus = (word: string): Status =>
  (statuses as readonly string[]).includes(word) ? (word as Status) : "no_data";

/** A stored word as coverage; an unknown one covers nothing. */
export const toCoverage = (word: string | null): Coverage =>
  word === null || word === "operational" ? word : "no_data";

export const toStatusOrNull = (word: string | null): Status | null => (word === null ? null : toStatus(word));

/** A stored word as an impact; an unknown one counts as minor. */
export const toImpact = (word: string): Impact =>
  (impacts as readonly string[]).includes(word) ? (word as Impact) : "minor";

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

/** Statuses that a person or a rule may set; `no_data` follows only from the observed layer or from coverage. */
export const settableStatuses = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type SettableStatus = (typeof settableStatuses)[number];

export const statusLayers = ["manual", "observed", "incident", "maintenance", "coverage"] as const;
export type StatusLayer = (typeof statusLayers)[number];

/** The value of each layer; null = the layer has none. `observed` always has a value. */
export interface StatusByLayer {
  manual: Status | null;
  observed: Status;
  incident: Status | null;
  maintenance: Status | null;
  /**
   * The origin of a component's status. Null = sources observe it (`observed`); operational = people set it manually;
   * no data = neither, so that it is never shown as operational.
   */
  coverage: CoverageStatus;
}

export type CoverageStatus = "operational" | "no_data" | null;

const rank = new Map<Status, number>(statuses.map((status, index) => [status, index]));

export const statusRank = (status: Status): number => rank.get(status) ?? 0;

/** Returns the worst of those given; null when none is. */
export function worstStatus(given: readonly (Status | null | undefined)[]): Status | null {
  let found: Status | null = null;
  for (const status of given) {
    if (status && (found === null || statusRank(status) > statusRank(found))) found = status;
  }
  return found;
}

/**
 * Returns effective = worst(manual, incident, maintenance if active, else observed): maintenance masks only `observed`,
 * and a manual `operational` replaces an observed `no_data`, never an alert. An uncovered component is operational only
 * while a person says so (docs/protocols.md, "Status and timeline").
 */
export function effectiveStatus(layers: StatusByLayer): Status {
  const silenced = layers.manual === "operational" && layers.observed === "no_data";
  const observed = silenced ? "operational" : layers.observed;
  const base = layers.maintenance ?? observed;
  const status = worstStatus([layers.manual, layers.incident, base]) ?? "operational";
  const isVouched = layers.coverage !== "no_data" || layers.manual !== null;
  return status === "operational" && !isVouched ? "no_data" : status;
}

/**
 * Returns true if neither sources nor people report the component's status and no worse status is known. It is then
 * shown as not monitored.
 */
export const isUnmonitoredNow = (layers: StatusByLayer): boolean =>
  layers.coverage === "no_data" && effectiveStatus(layers) === "no_data";

/** Returns the status while nothing is checked: observed statuses become no data, and those set by people stay. */
export const statusWhileUnchecked = (layers: StatusByLayer): Status =>
  effectiveStatus(layers.coverage === null ? { ...layers, observed: "no_data" } : layers);

export const impacts = ["none", "minor", "major", "critical"] as const;
export type Impact = (typeof impacts)[number];

export type StatuspageIndicator = "none" | "minor" | "major" | "critical" | "maintenance";

/** Keys of the banner's words; en.json and the v2 JSON give the text. */
export type StatuspageBannerState =
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

export interface StatuspageBanner {
  indicator: StatuspageIndicator;
  state: StatuspageBannerState;
}

/** Reads a stored word as a status. An unknown word is `no_data`, so that an unknown status is never green. */
export const toStatus = (word: string): Status =>
  (statuses as readonly string[]).includes(word) ? (word as Status) : "no_data";

/** Parses a stored word as coverage. An unknown word means that nothing covers the component. */
export const toCoverageStatus = (word: string | null): CoverageStatus =>
  word === null || word === "operational" ? word : "no_data";

export const toStatusOrNull = (word: string | null): Status | null => (word === null ? null : toStatus(word));

/** Parses a stored word as an impact. An unknown word is treated as minor. */
export const toImpact = (word: string): Impact =>
  (impacts as readonly string[]).includes(word) ? (word as Impact) : "minor";

import type { Impact, Status, StatuspageBanner, StatuspageBannerState, StatuspageIndicator } from "~/status/status";

/** The part of an open published incident that can raise the banner. */
export interface BannerIncident {
  impact: Impact;
  impactOverride: Impact | null;
  componentCount: number;
}

type BannerRule = [holds: (leaves: readonly Status[]) => boolean, banner: StatuspageBanner];

const any = (status: Status) => (leaves: readonly Status[]) => leaves.includes(status);
const all = (status: Status) => (leaves: readonly Status[]) => leaves.every((leaf) => leaf === status);

/**
 * The first rule that holds decides. A page without components is operational, because `every` holds for an empty list.
 */
const ladder: readonly BannerRule[] = [
  [all("operational"), { indicator: "none", state: "operational" }],
  [all("major_outage"), { indicator: "critical", state: "major_all" }],
  [all("partial_outage"), { indicator: "major", state: "partial_system" }],
  [any("major_outage"), { indicator: "major", state: "partial_system" }],
  [any("partial_outage"), { indicator: "minor", state: "minor_service" }],
  [
    (leaves) => leaves.length > 1 && all("degraded_performance")(leaves),
    { indicator: "minor", state: "degraded_system" },
  ],
  [any("degraded_performance"), { indicator: "minor", state: "degraded_service" }],
  [any("no_data"), { indicator: "minor", state: "unknown" }],
  [any("under_maintenance"), { indicator: "maintenance", state: "maintenance" }],
];

/** Used when no rule matches, which should not happen. */
const unknown: StatuspageBanner = { indicator: "minor", state: "unknown" };

const height: Record<StatuspageIndicator, number> = { none: 0, maintenance: 1, minor: 2, major: 3, critical: 4 };

const raisedTo: Record<Exclude<Impact, "none">, StatuspageBanner> = {
  minor: { indicator: "minor", state: "raised_minor" },
  major: { indicator: "major", state: "raised_major" },
  critical: { indicator: "critical", state: "raised_critical" },
};

/** Raises the banner for an incident with an override, or without components. Otherwise its components decide. */
function raised(base: StatuspageBanner, { impact, impactOverride, componentCount }: BannerIncident): StatuspageBanner {
  const shown = impactOverride ?? (componentCount === 0 ? impact : "none");
  if (shown === "none" || height[shown] <= height[base.indicator]) return base;
  return raisedTo[shown];
}

/** Returns the page's banner, over the effective statuses of the components that this audience sees. */
export function bannerOfStatuses(
  leafStatuses: readonly Status[],
  openIncidents: readonly BannerIncident[],
): StatuspageBanner {
  const base = ladder.find(([holds]) => holds(leafStatuses))?.[1] ?? unknown;
  return openIncidents.reduce(raised, base);
}

/** Statuspage's English sentences, for the v2 `description`; pages take theirs from the locale. */
export const statuspageBannerTextByState: Record<StatuspageBannerState, string> = {
  operational: "All Systems Operational",
  operational_monitored: "All Monitored Systems Operational",
  major_all: "Major Service Outage",
  partial_system: "Partial System Outage",
  minor_service: "Minor Service Outage",
  degraded_system: "Degraded System Service",
  degraded_service: "Partially Degraded Service",
  unknown: "Status Partly Unknown",
  maintenance: "Service Under Maintenance",
  raised_minor: "Minor Service Outage",
  raised_major: "Partial System Outage",
  raised_critical: "Major Service Outage",
};

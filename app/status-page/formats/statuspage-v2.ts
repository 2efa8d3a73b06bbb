import { statuspageBannerTextByState } from "../rules/banner";
import { publishedIdOf } from "../rules/foreign-ids";
import type { RecentDocument } from "../rules/recent-document";
import type { ServedPage } from "../rules/seen-page";
import { nextOccurrences } from "../rules/series-runs";
import type { PublishedEvent, Snapshot } from "../rules/snapshot-document";
import { toStatuspageV2Components } from "./statuspage-v2-components";
import { toStatuspageV2Incident, toStatuspageV2Maintenance } from "./statuspage-v2-incidents";

/**
 * Files of Statuspage's public JSON, version 2 (fixtures/statuspage-v2/SHAPE.md): the document in the words of that
 * format.
 */
export const statuspageV2Files = [
  "summary",
  "status",
  "components",
  "incidents/unresolved",
  "scheduled-maintenances/upcoming",
  "scheduled-maintenances/active",
] as const;
export type StatuspageV2File = (typeof statuspageV2Files)[number];

/** Lists that go back further than the page does, so they need the part `recent` as well. */
export const statuspageV2Lists = ["incidents", "scheduled-maintenances"] as const;
export type StatuspageV2List = (typeof statuspageV2Lists)[number];

const iso = (at: number) => new Date(at).toISOString();

const pageOf = ({ page, builtAt, saidAt = builtAt, foreignIds }: Snapshot) => ({
  id: publishedIdOf({ foreignIds }, page.id),
  name: page.name,
  url: page.url,
  time_zone: page.timeZone,
  updated_at: iso(saidAt),
});

const statusOf = ({ banner }: Snapshot) => ({
  indicator: banner.indicator,
  description: statuspageBannerTextByState[banner.state],
});

const maintenancesOf = (snapshot: Snapshot, statuses: readonly string[]) =>
  nextOccurrences(snapshot.maintenances)
    .filter((each) => statuses.includes(each.status))
    .map((each) => toStatuspageV2Maintenance(snapshot, each));

const incidentsOf = (snapshot: Snapshot) => snapshot.incidents.map((each) => toStatuspageV2Incident(snapshot, each));

/** Returns our own member, only when the page has corrections: their components, times and reasons. */
function correctionsOf({ corrections, foreignIds }: Snapshot): Record<string, unknown> {
  if (!corrections) return {};
  const shown = corrections.map(({ id, componentIds, startsAt, endsAt, reason, at }) => ({
    id,
    component_ids: componentIds.map((each) => publishedIdOf({ foreignIds }, each)),
    starts_at: iso(startsAt),
    ends_at: iso(endsAt),
    reason,
    created_at: iso(at),
  }));
  return { corrections: shown };
}

const members: Record<StatuspageV2File, (snapshot: Snapshot) => Record<string, unknown>> = {
  summary: (snapshot) => ({
    components: toStatuspageV2Components(snapshot),
    incidents: incidentsOf(snapshot),
    scheduled_maintenances: maintenancesOf(snapshot, ["scheduled", "in_progress", "verifying"]),
    status: statusOf(snapshot),
    ...correctionsOf(snapshot),
  }),
  status: (snapshot) => ({ status: statusOf(snapshot) }),
  components: (snapshot) => ({ components: toStatuspageV2Components(snapshot), ...correctionsOf(snapshot) }),
  "incidents/unresolved": (snapshot) => ({ incidents: incidentsOf(snapshot) }),
  "scheduled-maintenances/upcoming": (snapshot) => ({
    scheduled_maintenances: maintenancesOf(snapshot, ["scheduled"]),
  }),
  "scheduled-maintenances/active": (snapshot) => ({
    scheduled_maintenances: maintenancesOf(snapshot, ["in_progress", "verifying"]),
  }),
};

/** Returns the time since when the page is not up to date; stopped checks also get their own member. */
function outdatedOf({ outdated }: ServedPage): Record<string, unknown> {
  if (outdated === null) return {};
  const since = iso(outdated.since);
  const stopped = outdated.cause === "checks_stopped" ? { checks_stopped_at: since } : {};
  return { not_up_to_date_since: since, ...stopped };
}

/** Adds our own members to the format's: since when the page is not up to date, and the age of a copy. */
const framed = (page: ServedPage, content: Record<string, unknown>) => ({
  page: pageOf(page.snapshot),
  ...content,
  ...outdatedOf(page),
  ...(page.staleSince === null ? {} : { stale_since: iso(page.staleSince) }),
});

/** Returns one file of the format. */
export const statuspageV2FileJson = (page: ServedPage, file: StatuspageV2File): Record<string, unknown> =>
  framed(page, members[file](page.snapshot));

/** Returns one incident or maintenance, which the format calls an incident as well. */
export const statuspageV2EventJson = (page: ServedPage, event: PublishedEvent): Record<string, unknown> =>
  framed(page, {
    incident:
      event.kind === "incident"
        ? toStatuspageV2Incident(page.snapshot, event.incident)
        : toStatuspageV2Maintenance(page.snapshot, event.maintenance),
  });

/**
 * Leaves out cancelled maintenance. The format has no word for it, so its clients would take it for scheduled or
 * completed.
 */
const isKept = ({ status }: { status: string }) => status !== "cancelled";

/** Returns the 50 newest, resolved and completed ones included, with the current state of their components. */
export function statuspageV2ListJson(
  page: ServedPage,
  recent: RecentDocument,
  list: StatuspageV2List,
): Record<string, unknown> {
  const { snapshot } = page;
  return list === "incidents"
    ? framed(page, { incidents: recent.incidents.map((each) => toStatuspageV2Incident(snapshot, each)) })
    : framed(page, {
        scheduled_maintenances: recent.maintenances
          .filter(isKept)
          .map((each) => toStatuspageV2Maintenance(snapshot, each)),
      });
}

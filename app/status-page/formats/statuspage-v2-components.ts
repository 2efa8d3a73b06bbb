import { type Status, worstStatus } from "~/status/status";
import { publishedIdOf } from "../rules/foreign-ids";
import { componentsWithKnownStatus, visibleStatus } from "../rules/monitored-state";
import type { Snapshot, SnapshotComponent, SnapshotGroup } from "../rules/snapshot-document";

/** A component in Statuspage's format, which has five statuses, and ids and times as text. */
export interface StatuspageV2Component {
  id: string;
  name: string;
  status: Exclude<Status, "no_data">;
  created_at: string;
  updated_at: string;
  position: number;
  description: string | null;
  showcase: boolean;
  start_date: string | null;
  group_id: string | null;
  page_id: string;
  group: boolean;
  only_show_if_degraded: boolean;
  components?: string[];
  /** Our own member: since when `status` is only the last known one, or not known at all. */
  no_data_since?: string;
}

const iso = (at: number) => new Date(at).toISOString();
const orNull = (text: string) => (text === "" ? null : text);

/**
 * Returns the status. The format has no word for "no data": the last known status is used, and never green when there
 * is none.
 */
function v2Status(component: SnapshotComponent): StatuspageV2Component["status"] {
  const seen = visibleStatus(component) ?? "no_data";
  const known = seen === "no_data" ? (component.lastKnown?.status ?? "no_data") : seen;
  return known === "no_data" ? "degraded_performance" : known;
}

const noDataInstant = ({ status, lastKnown, since, updatedAt }: SnapshotComponent): number | null =>
  status === "no_data" ? (lastKnown?.noDataSince ?? since ?? updatedAt) : null;

const noDataSince = (at: number | null): Pick<StatuspageV2Component, "no_data_since"> =>
  at === null ? {} : { no_data_since: iso(at) };

/** Returns the position among the component's siblings, from 1. */
function placeOf(snapshot: Snapshot, component: SnapshotComponent): number {
  const siblings = snapshot.components.filter((each) => each.groupId === component.groupId);
  return siblings.findIndex((each) => each.id === component.id) + 1;
}

export const toStatuspageV2Component = (snapshot: Snapshot, component: SnapshotComponent): StatuspageV2Component => ({
  id: publishedIdOf(snapshot, component.id),
  name: component.name,
  status: v2Status(component),
  created_at: iso(component.createdAt),
  updated_at: iso(Math.max(component.updatedAt, component.since ?? 0)),
  position: placeOf(snapshot, component),
  description: orNull(component.description),
  showcase: component.showUptime,
  start_date: orNull(component.startDate),
  group_id: component.groupId === null ? null : publishedIdOf(snapshot, component.groupId),
  page_id: publishedIdOf(snapshot, snapshot.page.id),
  group: false,
  only_show_if_degraded: component.shownWhen === "affected",
  ...noDataSince(noDataInstant(component)),
});

/**
 * Returns a group with the worst status of its members with known data; a group without monitored members is not green
 * either.
 */
function v2Group(snapshot: Snapshot, group: SnapshotGroup, index: number): StatuspageV2Component {
  const own = snapshot.components.filter((each) => each.groupId === group.id);
  const members = (group.unmonitored ? own : componentsWithKnownStatus(own)).map(v2Status);
  return {
    id: publishedIdOf(snapshot, group.id),
    name: group.name,
    status: (worstStatus(members) ?? "operational") as StatuspageV2Component["status"],
    created_at: iso(group.createdAt),
    updated_at: iso(group.updatedAt),
    position: index + 1,
    description: orNull(group.description),
    showcase: false,
    start_date: null,
    group_id: null,
    page_id: publishedIdOf(snapshot, snapshot.page.id),
    group: true,
    only_show_if_degraded: false,
    components: group.componentIds.map((id) => publishedIdOf(snapshot, id)),
    ...noDataSince(group.unmonitored ? Math.max(...own.map((each) => noDataInstant(each) ?? 0)) : null),
  };
}

/** Returns components and groups in one list, as the format has them: each group before its members. */
export function toStatuspageV2Components(snapshot: Snapshot): StatuspageV2Component[] {
  const leaves = snapshot.components.map((each) => toStatuspageV2Component(snapshot, each));
  const alone = leaves.filter((each) => each.group_id === null);
  const grouped = snapshot.groups.flatMap((group, index) => [
    v2Group(snapshot, group, alone.length + index),
    ...leaves.filter((each) => each.group_id === publishedIdOf(snapshot, group.id)),
  ]);
  return [...alone, ...grouped];
}

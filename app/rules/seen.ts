import { banner } from "./banner";
import type { PublishedView, Snapshot, SnapshotComponent } from "./snapshot-document";
import { type Status, worst } from "./status";

/** A tick's stamp is written every 10 minutes; older than this, nobody is checking (protocols §3). */
export const stoppedAfter = 15 * 60_000;

/** What a reader is shown at one instant: never green when we do not know. */
export interface SeenPage {
  snapshot: Snapshot;
  observedAt: number;
  /** When the automatic checks stopped; null while they run. */
  stoppedAt: number | null;
  /** When the copy was read, while the database is away; null when it is not one. */
  staleSince: number | null;
  /** It is not for everybody: nothing of it may be kept anywhere. */
  isPrivate?: boolean;
}

const letterOf: Partial<Record<Status, string>> = { no_data: "n" };

/** Today is no data as long as nothing worse was known of it. */
const unseenToday = (days: string, status: Status) =>
  days.endsWith("o") ? `${days.slice(0, -1)}${letterOf[status] ?? "o"}` : days;

function unseen(component: SnapshotComponent, stoppedAt: number): SnapshotComponent {
  if (!component.observed || component.unobservedStatus === component.status) return component;
  const status = component.unobservedStatus;
  const lastKnown = component.lastKnown ?? { status: component.status, noDataSince: stoppedAt };
  const days = unseenToday(component.days, status);
  return { ...component, status, since: stoppedAt, days, lastKnown: status === "no_data" ? lastKnown : null };
}

function withoutChecks(snapshot: Snapshot, stoppedAt: number): Snapshot {
  const components = snapshot.components.map((each) => unseen(each, stoppedAt));
  const byId = new Map(components.map((each) => [each.id, each.status]));
  const groups = snapshot.groups.map((group) => ({
    ...group,
    status: worst(group.componentIds.map((id) => byId.get(id))) ?? group.status,
  }));
  const open = snapshot.incidents.map((each) => ({ ...each, componentCount: each.components.length }));
  return { ...snapshot, components, groups, banner: banner([...byId.values()], open) };
}

/** The view as it reads at `now` (ms): when the tick has stopped, what it observed is no data and the banner says so. */
export function seenAt(view: PublishedView, now: number): SeenPage {
  const { snapshot, observedAt } = view;
  if (now <= observedAt + stoppedAfter) return { ...view, stoppedAt: null };
  return { ...view, snapshot: withoutChecks(snapshot, observedAt), stoppedAt: observedAt };
}

import { type Status, worstStatus } from "~/status/status";
import { minuteMs } from "~/time/durations";
import { clampToNow, isStampAhead, isStampedWithin } from "~/time/instants";
import { componentsWithKnownStatus, visibleBanner } from "./monitored-state";
import type { PublishedPageView, Snapshot, SnapshotComponent } from "./snapshot-document";

/** A tick's stamp is written every 10 minutes; when it is older than this (ms), checks have stopped. */
export const checksStoppedAfterMs = 15 * minuteMs;

/** The time since which a page is not up to date, and the cause: checks have stopped, or due work has not been done. */
export interface OutdatedState {
  since: number;
  cause: "checks_stopped" | "behind";
}

/** The page as a reader sees it at one instant. A state that is not known is never shown as operational. */
export interface ServedPage {
  snapshot: Snapshot;
  observedAt: number;
  /** Null while checks run and no work is overdue. */
  outdated: OutdatedState | null;
  /** The time at which the copy was read, while the database is away; null when this is not a copy. */
  staleSince: number | null;
  /** True when the page is not public, so that no cache may keep any of it. */
  isPrivate?: boolean;
}

const letterOf: Partial<Record<Status, string>> = { no_data: "n" };

/** Sets today to no data unless a worse status was known. */
const unseenToday = (days: string, status: Status) =>
  days.endsWith("o") ? `${days.slice(0, -1)}${letterOf[status] ?? "o"}` : days;

function unseen(component: SnapshotComponent, since: number): SnapshotComponent {
  if (!component.observed || component.unobservedStatus === component.status) return component;
  const status = component.unobservedStatus;
  const lastKnown = component.lastKnown ?? { status: component.status, noDataSince: since };
  const days = unseenToday(component.days, status);
  return { ...component, status, since, days, lastKnown: status === "no_data" ? lastKnown : null };
}

/**
 * Removes all statuses that were observed automatically. While work for the page is overdue, manual statuses may be
 * incomplete too.
 */
function unvouched(snapshot: Snapshot, { since, cause }: OutdatedState): Snapshot {
  const components = snapshot.components.map((each) => unseen(each, since));
  const byId = new Map(componentsWithKnownStatus(components).map((each) => [each.id, each.status]));
  const groups = snapshot.groups.map((group) => ({
    ...group,
    status: worstStatus(group.componentIds.map((id) => byId.get(id))) ?? group.status,
  }));
  const open = snapshot.incidents.map((each) => ({ ...each, componentCount: each.components.length }));
  const told = visibleBanner(components, open);
  const isUnsure = cause === "behind" && told.indicator === "none";
  return { ...snapshot, components, groups, banner: isUnsure ? visibleBanner([], []) : told };
}

/**
 * Returns the later of the page's creation and the stamp. A creation time in the future was written by a wrong clock.
 */
export const pageFreshAsOf = (madeAt: number, stampedAt: number, now: number): number =>
  isStampAhead(madeAt, now) ? stampedAt : Math.max(madeAt, stampedAt);

/**
 * Returns the time since which checks have stopped. If the stamp is in the future it is wrong, and the time of the
 * build is used.
 */
function stoppedSince({ observedAt, snapshot }: PublishedPageView, now: number): number | null {
  if (isStampedWithin(observedAt, now, checksStoppedAfterMs)) return null;
  return clampToNow(observedAt <= now ? observedAt : snapshot.builtAt, now);
}

/** Returns the earlier cause when both apply. */
function outdatedAt(view: PublishedPageView, now: number): OutdatedState | null {
  const stopped = stoppedSince(view, now);
  const behind = view.behindSince === null ? null : clampToNow(view.behindSince, now);
  if (behind !== null && (stopped === null || behind < stopped)) return { since: behind, cause: "behind" };
  return stopped === null ? null : { since: stopped, cause: "checks_stopped" };
}

/** Returns the view at `now` (ms): components that nothing observes have no data, and the banner explains why. */
export function visiblePageAtTime(view: PublishedPageView, now: number): ServedPage {
  const { behindSince: _, ...shown } = view;
  const outdated = outdatedAt(view, now);
  return { ...shown, snapshot: outdated ? unvouched(view.snapshot, outdated) : view.snapshot, outdated };
}

/** Returns a mark for cache keys, which is equal when two views are equally up to date. */
export const freshnessCacheKey = ({ outdated }: Pick<ServedPage, "outdated">): string =>
  outdated === null ? "0" : `${outdated.cause === "behind" ? "b" : "c"}${outdated.since.toString(36)}`;

import { type Status, worst } from "~/status/status";
import { isAhead, isStampedWithin, toldAt } from "~/time/instants";
import type { PublishedView, Snapshot, SnapshotComponent } from "./snapshot-document";
import { bannerSeen, monitoredOf } from "./unmonitored";

/** A tick's stamp is written every 10 minutes; older than this, nobody is checking. */
export const stoppedAfter = 15 * 60_000;

/** Since when a page is not up to date, and why: nobody checks, or what is due for it has not been done. */
export interface Outdated {
  since: number;
  cause: "checks_stopped" | "behind";
}

/** What a reader is shown at one instant: never green when we do not know. */
export interface SeenPage {
  snapshot: Snapshot;
  observedAt: number;
  /** Null while checks run and nothing that is due waits. */
  outdated: Outdated | null;
  /** When the copy was read, while the database is away; null when it is not one. */
  staleSince: number | null;
  /** It is not for everybody: nothing of it may be kept anywhere. */
  isPrivate?: boolean;
}

const letterOf: Partial<Record<Status, string>> = { no_data: "n" };

/** Today is no data as long as nothing worse was known of it. */
const unseenToday = (days: string, status: Status) =>
  days.endsWith("o") ? `${days.slice(0, -1)}${letterOf[status] ?? "o"}` : days;

function unseen(component: SnapshotComponent, since: number): SnapshotComponent {
  if (!component.observed || component.unobservedStatus === component.status) return component;
  const status = component.unobservedStatus;
  const lastKnown = component.lastKnown ?? { status: component.status, noDataSince: since };
  const days = unseenToday(component.days, status);
  return { ...component, status, since, days, lastKnown: status === "no_data" ? lastKnown : null };
}

/** What was seen automatically is not known; where work for the page waits, not even what people set is known to be all. */
function unvouched(snapshot: Snapshot, { since, cause }: Outdated): Snapshot {
  const components = snapshot.components.map((each) => unseen(each, since));
  const byId = new Map(monitoredOf(components).map((each) => [each.id, each.status]));
  const groups = snapshot.groups.map((group) => ({
    ...group,
    status: worst(group.componentIds.map((id) => byId.get(id))) ?? group.status,
  }));
  const open = snapshot.incidents.map((each) => ({ ...each, componentCount: each.components.length }));
  const told = bannerSeen(components, open);
  const isUnsure = cause === "behind" && told.indicator === "none";
  return { ...snapshot, components, groups, banner: isUnsure ? bannerSeen([], []) : told };
}

/** A page that is younger than the last stamp is as fresh as it was made, unless by a clock that was wrong. */
export const observedAt = (madeAt: number, stampedAt: number, now: number): number =>
  isAhead(madeAt, now) ? stampedAt : Math.max(madeAt, stampedAt);

/** Of a stamp that lies ahead nothing is known but that it is wrong: then since the document was built. */
function stoppedSince({ observedAt, snapshot }: PublishedView, now: number): number | null {
  if (isStampedWithin(observedAt, now, stoppedAfter)) return null;
  return toldAt(observedAt <= now ? observedAt : snapshot.builtAt, now);
}

/** Where both hold, what began earlier. */
function outdatedAt(view: PublishedView, now: number): Outdated | null {
  const stopped = stoppedSince(view, now);
  const behind = view.behindSince === null ? null : toldAt(view.behindSince, now);
  if (behind !== null && (stopped === null || behind < stopped)) return { since: behind, cause: "behind" };
  return stopped === null ? null : { since: stopped, cause: "checks_stopped" };
}

/** The view as it reads at `now` (ms): what nobody vouches for is no data, and the banner says so. */
export function seenAt(view: PublishedView, now: number): SeenPage {
  const { behindSince: _, ...shown } = view;
  const outdated = outdatedAt(view, now);
  return { ...shown, snapshot: outdated ? unvouched(view.snapshot, outdated) : view.snapshot, outdated };
}

/** For names of renderings: equal where they say the same of how up to date the page is. */
export const outdatedMark = ({ outdated }: Pick<SeenPage, "outdated">): string =>
  outdated === null ? "0" : `${outdated.cause === "behind" ? "b" : "c"}${outdated.since.toString(36)}`;

import { createHash } from "node:crypto";
import type { Snapshot, SnapshotComponent, SnapshotGroup } from "./snapshot-document";

/** What a page says, by a digest, and since when it says that (ms). */
export interface SaidSince {
  digest: string;
  at: number;
}

const componentSays = (component: SnapshotComponent) => {
  const { id, name, description, groupId, position, status, unmonitored, shownWhen, showUptime, startDate } = component;
  return [id, name, description, groupId, position, status, unmonitored, shownWhen, showUptime, startDate];
};

const groupSays = ({ uptime: _, ...group }: SnapshotGroup) => group;

/** What is made of typed words: of another version it may read otherwise, and `updatedAt` beside it says when somebody changed them. */
const rendered = new Set(["html", "text", "footerHtml"]);
const withoutRendered = (key: string, value: unknown) => (rendered.has(key) ? undefined : value);

/** Without what moves as time passes (figures, days, what leaves the list of the last days), or with a version's rendering. */
function sayingOf({ page, banner, unmonitored, groups, components, ...document }: Snapshot): string {
  const { incidents, maintenances, corrections, vendors } = document;
  const { updatedAt: _, ...shown } = page;
  const states = [banner, unmonitored, groups.map(groupSays), components.map(componentSays), corrections, vendors];
  return JSON.stringify(states) + JSON.stringify([shown, incidents, maintenances], withoutRendered);
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

type Told = { updatedAt: number; updates: readonly { shownAt: number; updatedAt: number }[] };

const lastTold = ({ updatedAt, updates }: Told) =>
  Math.max(updatedAt, ...updates.map((each) => Math.max(each.shownAt, each.updatedAt)));

/** The newest thing that a document has the time of. */
function newestIn({ page, groups, components, incidents, maintenances, recent, corrections = [] }: Snapshot): number {
  return Math.max(
    page.updatedAt,
    ...groups.map(({ updatedAt }) => updatedAt),
    ...components.map((each) => Math.max(each.updatedAt, each.since ?? 0, each.lastKnown?.noDataSince ?? 0)),
    ...[...incidents, ...maintenances, ...recent.incidents, ...recent.maintenances].map(lastTold),
    ...corrections.map(({ at }) => at),
  );
}

/**
 * Since when a page says what it says. A build that says the same as the one before keeps its time, whenever and why ever
 * it was made (a midnight, a restore); where nobody knows what the one before said, the newest thing said is that time.
 */
export function saidSince(snapshot: Snapshot, before: SaidSince, now: number): SaidSince {
  const digest = digestOf(sayingOf(snapshot));
  const newest = Math.min(now, newestIn(snapshot));
  if (before.digest === "") return { digest, at: newest };
  return { digest, at: before.digest === digest ? Math.max(newest, Math.min(now, before.at)) : now };
}

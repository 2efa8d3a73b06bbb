import { createHash } from "node:crypto";
import type { Snapshot, SnapshotComponent, SnapshotGroup } from "./snapshot-document";

/** A digest of a page's content, and since when it has been the same (ms). */
export interface SnapshotContentDigest {
  digest: string;
  at: number;
}

const componentSays = (component: SnapshotComponent) => {
  const { id, name, description, groupId, position, status, unmonitored, shownWhen, showUptime, startDate } = component;
  return [id, name, description, groupId, position, status, unmonitored, shownWhen, showUptime, startDate];
};

const groupSays = ({ uptime: _, ...group }: SnapshotGroup) => group;

/**
 * Members rendered from Markdown. Another version may render them differently; `updatedAt` shows when the text itself
 * changed.
 */
const rendered = new Set(["html", "text", "footerHtml"]);
const withoutRendered = (key: string, value: unknown) => (rendered.has(key) ? undefined : value);

/**
 * Returns the content without anything that changes with time alone (figures, days, items that leave the list of the
 * last days) or with a version's rendering.
 */
function sayingOf({ page, banner, unmonitored, groups, components, ...document }: Snapshot): string {
  const { incidents, maintenances, corrections, vendors } = document;
  const { updatedAt: _, ...shown } = page;
  const states = [banner, unmonitored, groups.map(groupSays), components.map(componentSays), corrections, vendors];
  return JSON.stringify(states) + JSON.stringify([shown, incidents, maintenances], withoutRendered);
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

type UpdateTimes = { updatedAt: number; updates: readonly { shownAt: number; updatedAt: number }[] };

const lastTold = ({ updatedAt, updates }: UpdateTimes) =>
  Math.max(updatedAt, ...updates.map((each) => Math.max(each.shownAt, each.updatedAt)));

/** Returns the newest time in a document. */
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
 * Returns since when a page's content has been the same. A build with unchanged content keeps its time, whatever caused
 * it (a midnight, a restore); when the former content is not known, it is the newest time in the document.
 */
export function snapshotContentDigestOf(
  snapshot: Snapshot,
  before: SnapshotContentDigest,
  now: number,
): SnapshotContentDigest {
  const digest = digestOf(sayingOf(snapshot));
  const newest = Math.min(now, newestIn(snapshot));
  if (before.digest === "") return { digest, at: newest };
  return { digest, at: before.digest === digest ? Math.max(newest, Math.min(now, before.at)) : now };
}

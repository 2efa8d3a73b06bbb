import { mustBeLists, type ReadDocument, readDocument } from "./read-document";
import type { SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";

/** The part `recent` of a page's snapshot: what feeds and the JSON lists of v2 print. Plain data; instants in ms. */
export interface RecentDocument {
  format: 1;
  page: RecentPage;
  /** Of the public recent part: it has a counter of its own. */
  revision: number;
  builtAt: number;
  /** Those that are shown, for feeds of their own. */
  components: { id: string; name: string }[];
  /** The 50 published ones that began last, newest first. */
  incidents: RecentIncident[];
  /**
   * The 50 that begin or began last, of a series only the next planned one; and the 50 that were called off last, within
   * 30 days. Newest start first.
   */
  maintenances: RecentMaintenance[];
  /** What was withdrawn in the last 30 days, newest first: not a word of it is here. */
  tombstones: Tombstone[];
}

export interface RecentPage {
  id: string;
  slug: string;
  name: string;
  about: string;
  /** Absolute public address without a trailing slash. */
  url: string;
  language: string;
  noindex: boolean;
  updatedAt: number;
}

export interface RecentIncident extends SnapshotIncident {
  publishedAt: number;
}

export interface RecentMaintenance extends SnapshotMaintenance {
  /** Called off with an earlier one of its series: feeds have one word for all of them. */
  behind?: true;
}

export interface Tombstone {
  id: string;
  /** Maintenance: called off, in documents of earlier versions and beyond the 50. */
  kind: "incident" | "maintenance";
  publishedAt: number;
  /** When it was withdrawn or cancelled. */
  withdrawnAt: number;
  /** When it was or would have been, for calendars; absent in documents of earlier versions. */
  startsAt?: number;
  endsAt?: number;
  /** As of maintenance. */
  behind?: true;
  componentIds: string[];
}

/** What a reader gets of it; see `PublishedView`. */
export interface RecentView {
  recent: RecentDocument;
  /** See `PublishedView`. */
  behindSince: number | null;
  /** Set when it comes from the last good copy: when that was known to be the newest. */
  staleSince: number | null;
  /** It is not for everybody: nothing of it may be kept anywhere. */
  isPrivate?: boolean;
}

/** The document of a row, which a later version may have written. */
export const readRecent = (text: string): ReadDocument<RecentDocument> =>
  readDocument(text, (read) => {
    const recent = read as RecentDocument;
    mustBeLists(recent.components, recent.incidents, recent.maintenances, recent.tombstones);
    return recent;
  });

import type { ForeignIdMap } from "./foreign-ids";
import { assertArrays, type ParsedDocument, parseDocument } from "./read-document";
import type { SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";

/**
 * The part `recent` of a page's snapshot: the content of feeds and the JSON lists of v2. Plain data; instants in ms.
 */
export interface RecentDocument {
  format: 1;
  page: RecentDocumentPage;
  /** Revision of the public recent part, which is counted separately. */
  revision: number;
  builtAt: number;
  /** Components that are shown, for their own feeds. */
  components: { id: string; name: string }[];
  /** The 50 published incidents that started last, newest first. */
  incidents: RecentIncident[];
  /**
   * The 50 that start or started last, of a series only the next scheduled one; and the 50 that were cancelled last,
   * within 30 days. Newest start first.
   */
  maintenances: RecentMaintenance[];
  /** Items withdrawn in the last 30 days, newest first, without their texts. */
  tombstones: Tombstone[];
  /** See `Snapshot`. */
  foreignIds?: ForeignIdMap;
}

export interface RecentDocumentPage {
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
  /** Part after the host in the id of its entry in Statuspage’s Atom feed; absent when that was not read. */
  feedTag?: string;
}

export interface RecentMaintenance extends SnapshotMaintenance {
  /** See `RecentIncident`. */
  feedTag?: string;
  /** True when it was cancelled together with an earlier one of its series: feeds have one entry for all of them. */
  behind?: true;
}

export interface Tombstone {
  id: string;
  /** Maintenance: a cancelled one, in documents of earlier versions and beyond the 50. */
  kind: "incident" | "maintenance";
  publishedAt: number;
  /** When it was withdrawn or cancelled. */
  withdrawnAt: number;
  /** When it was or would have been, for calendars; absent in documents of earlier versions. */
  startsAt?: number;
  endsAt?: number;
  /** See `RecentMaintenance`. */
  behind?: true;
  componentIds: string[];
}

/** The document as a reader gets it; see `PublishedPageView`. */
export interface RecentView {
  recent: RecentDocument;
  /** See `PublishedPageView`. */
  behindSince: number | null;
  /** Set when it comes from the last good copy: when that was known to be the newest. */
  staleSince: number | null;
  /** True when it is not public: no cache may keep any of it. */
  isPrivate?: boolean;
}

/** Reads the document of a row, which a later version may have written. */
export const parseRecentDocument = (text: string): ParsedDocument<RecentDocument> =>
  parseDocument(text, (read) => {
    const recent = read as RecentDocument;
    assertArrays(recent.components, recent.incidents, recent.maintenances, recent.tombstones);
    return recent;
  });

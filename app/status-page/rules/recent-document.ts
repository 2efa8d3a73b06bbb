import type { ForeignIdMap } from "./foreign-ids";
import { assertArrays, type ParsedDocument, parseDocument } from "./read-document";
import type { SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";

/**
 * The part `recent` of a page's snapshot: the content of feeds and of the JSON lists of v2, as plain data. Instants in
 * ms.
 */
export interface RecentDocument {
  format: 1;
  page: RecentDocumentPage;
  /** Revision of the public recent part, which is counted separately. */
  revision: number;
  builtAt: number;
  /** Components that are shown, which have feeds of their own. */
  components: { id: string; name: string }[];
  /** The 50 published incidents that started last, newest first. */
  incidents: RecentIncident[];
  /**
   * The 50 maintenance windows that start or started last (of a series only the next one), and the 50 that were
   * cancelled last, within 30 days. Newest start first.
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
  /** True when it was cancelled together with an earlier one of its series; feeds have one entry for all of them. */
  behind?: true;
}

export interface Tombstone {
  id: string;
  /** `maintenance` = a cancelled window, in documents of earlier versions or beyond the 50. */
  kind: "incident" | "maintenance";
  publishedAt: number;
  /** When it was withdrawn or cancelled. */
  withdrawnAt: number;
  /** Time of its actual or planned start, for calendars; absent in documents of earlier versions. */
  startsAt?: number;
  endsAt?: number;
  /** See `RecentMaintenance`. */
  behind?: true;
  componentIds: string[];
}

/** The document as readers get it; see `PublishedPageView`. */
export interface RecentDocumentView {
  recent: RecentDocument;
  /** See `PublishedPageView`. */
  behindSince: number | null;
  /** Set when the document is read from its last good copy: the time when that was known to be the newest. */
  staleSince: number | null;
  /** True when the page is not public, so that no cache may keep any of it. */
  isPrivate?: boolean;
}

/** Parses the document of a row, which a later version may have written. */
export const parseRecentDocument = (text: string): ParsedDocument<RecentDocument> =>
  parseDocument(text, (read) => {
    const recent = read as RecentDocument;
    assertArrays(recent.components, recent.incidents, recent.maintenances, recent.tombstones);
    return recent;
  });

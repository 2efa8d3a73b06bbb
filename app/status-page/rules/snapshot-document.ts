import type { ComponentSettings } from "~/components/rules/fields";
import type { StatusLetter } from "~/status/state-letter";
import type { Impact, Status, StatuspageBanner } from "~/status/status";
import type { AutomaticTitle } from "~/text/said-title";
import type { MaintenanceRepeat } from "~/time/repeat";
import type { ForeignIdMap } from "./foreign-ids";
import type { GroupFact, UpdateFact } from "./snapshot-facts";

/** The document from which every public format is printed. It is plain data; times are UTC instants in ms. */
export interface Snapshot {
  format: 1;
  page: SnapshotPage;
  /** Revision of the public home part, which increases with every publish. */
  revision: number;
  builtAt: number;
  /** The time of the last change of its content; absent in documents of earlier versions. */
  saidAt?: number;
  banner: StatuspageBanner;
  /** Set when no component is observed, or there is no component; absent otherwise. */
  unmonitored?: true;
  /**
   * One letter for each day shown: `k` all data is known, `p` part of it, `n` none, `-` before the first component.
   * Absent when all is known.
   */
  knownDays?: string;
  groups: SnapshotGroup[];
  /**
   * Components in the order shown; the members of a group follow its `componentIds`. Archived components are left out.
   */
  components: SnapshotComponent[];
  /** The calendar days (page zone) that each component's `days` string covers, oldest first, today last. */
  days: { first: string; last: string; count: number };
  /** Open published incidents, newest first. */
  incidents: SnapshotIncident[];
  /** Scheduled, in progress and verifying maintenance by start. */
  maintenances: SnapshotMaintenance[];
  /** Corrected periods, which do not count towards the uptime; newest first, at most 20; absent when there are none. */
  corrections?: SnapshotCorrection[];
  /** Vendors whose status pages report an incident now, by name; absent when none does. */
  vendors?: SnapshotVendorIncident[];
  /** Components that only alerts observe; absent when there are none. */
  heard?: LastReportByComponent;
  /** Absent when nothing was imported from Statuspage. */
  foreignIds?: ForeignIdMap;
  /** Times of today's outages that have ended, by component; absent when there are none. */
  endedOutages?: Record<string, EndedOutage[]>;
  /** Incidents, and completed or cancelled maintenance, of the last 15 days, open ones included, newest first. */
  recent: { incidents: SnapshotIncident[]; maintenances: SnapshotMaintenance[] };
}

/** An incident on another company's status page that affects components which follow it. */
export interface SnapshotVendorIncident {
  name: string;
  /** The vendor's status page. */
  url: string;
  componentIds: string[];
}

export interface SnapshotPage {
  id: string;
  slug: string;
  name: string;
  about: string;
  /** Absolute public address without a trailing slash. */
  url: string;
  timeZone: string;
  language: string;
  accent: string;
  noindex: boolean;
  updatedAt: number;
  partialWeight: number;
  /** Absent in documents of earlier versions. */
  links?: { label: string; url: string }[];
  /** The page's footer as safe HTML; absent when there is none. */
  footerHtml?: string;
  /** Hashes of the page's images, which are the last segments of their addresses; absent without an image. */
  logo?: string;
  /** The logo for dark mode, if it differs. */
  logoDark?: string;
  favicon?: string;
  /** Set when the logo contains the page's name; absent otherwise. */
  logoNamed?: true;
}

export interface SnapshotGroup extends GroupFact {
  componentIds: string[];
  /** Worst effective status of its monitored members. */
  status: Status;
  /** Set when none of its members is monitored. */
  unmonitored?: true;
  /** Mean over the members with data, in hundredths of a percent, rounded down; null = no data. */
  uptime: number | null;
}

/**
 * Date → ms of [major, partial, degraded, maintenance, no data]. The row stores it packed as "3,900000;17,0,60000": for
 * each day its index in `dates`, then its parts up to the last that is not 0. `day-stories` reads both.
 */
export type UptimePartsByDay = Record<string, number[]> | PackedUptimeParts;

interface PackedUptimeParts {
  packed: string;
  dates: readonly string[];
}

export interface SnapshotComponent extends ComponentSettings {
  id: string;
  position: number;
  status: Status;
  /**
   * Set when nothing observes the component, so that it has no data; absent otherwise, or when it is known to be worse.
   */
  unmonitored?: true;
  /** The time of its last change of status; null when that was before today. */
  since: number | null;
  /**
   * The last status known before the data stopped, and when it stopped; `no_data` when nothing observes the component.
   * Null while data arrives.
   */
  lastKnown: { status: Status; noDataSince: number } | null;
  /** True when the component is observed automatically: then it has no data once the tick has stopped. */
  observed: boolean;
  /** Its effective status without what the observed layer reports as good; this remains when the tick has stopped. */
  unobservedStatus: Status;
  /**
   * One letter for each day, oldest first: o operational, d degraded, p partial, m major, x maintenance, n no data, -
   * before its start.
   */
  days: string;
  /** Days that are not fully operational. */
  stories: UptimePartsByDay;
  /** Over the days shown, in hundredths of a percent, rounded down; null = no data. */
  uptime: number | null;
  createdAt: number;
  updatedAt: number;
}

/** An outage that has ended; instants in ms. */
export type EndedOutage = [letter: StatusLetter, from: number, to: number];

/** The time of the last report from each component's observers, in ms; null = not recorded. */
export type LastReportByComponent = Record<string, number | null>;

/** A period whose status was corrected, with the reason but not the author. Instants in ms. */
export interface SnapshotCorrection {
  id: string;
  componentIds: string[];
  startsAt: number;
  endsAt: number;
  reason: string;
  /** Time of the correction. */
  at: number;
}

/** The update as it was read. With `cut`, its body did not fit into the document either and is empty here. */
export type SnapshotUpdate = UpdateFact;

export interface SnapshotIncident {
  id: string;
  /** Its id at Statuspage; absent when it was not imported from there. */
  foreignId?: string;
  title: string;
  /** The key of a generated title; absent when a person wrote it. */
  titleSaid?: AutomaticTitle;
  status: "investigating" | "identified" | "monitoring" | "resolved";
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  monitoringAt: number | null;
  resolvedAt: number | null;
  /** When the next update is promised; absent when none is. */
  nextUpdateAt?: number;
  createdAt: number;
  updatedAt: number;
  components: { id: string; name: string; status: Status }[];
  /** Newest first; includes a published postmortem (incidents/rules/postmortem). */
  updates: SnapshotUpdate[];
}

export interface SnapshotMaintenance {
  id: string;
  /** See `SnapshotIncident`. */
  foreignId?: string;
  title: string;
  html: string;
  text: string;
  /** Set when its own body was cut, as in an update. */
  cut?: true;
  status: "scheduled" | "in_progress" | "verifying" | "completed" | "cancelled";
  startsAt: number;
  endsAt: number;
  verifyingAt: number | null;
  completedAt: number | null;
  /** The series that created it, and how the series repeats; absent for a single maintenance window. */
  series?: { id: string; repeat: MaintenanceRepeat };
  createdAt: number;
  updatedAt: number;
  components: { id: string; name: string; status: Status }[];
  updates: SnapshotUpdate[];
}

/** An incident or maintenance, as visitors see it. */
export type PublishedEvent =
  | { kind: "incident"; incident: SnapshotIncident }
  | { kind: "maintenance"; maintenance: SnapshotMaintenance };

/** The document as readers get it, with how current it is (docs/protocols.md, "Publish"). */
export interface PublishedPageView {
  snapshot: Snapshot;
  /** Time of the last tick; views older than 15 minutes show that checks have stopped. */
  observedAt: number;
  /** When the oldest unfinished work for the page was due; null = all of it is done. */
  behindSince: number | null;
  /** Set when the document is read from its last good copy: the time when that was read from the database. */
  staleSince: number | null;
  /** True when the page is not public, so that no cache may keep any of it. */
  isPrivate?: boolean;
}

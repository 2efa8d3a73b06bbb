import type { ComponentGroupCollapseRule, ComponentSettings, StatusKeeper } from "~/components/rules/fields";
import type { PublishedPostmortem } from "~/incidents/rules/postmortem";
import type { CoverageStatus, Impact, Status, StatusLayer } from "~/status/status";
import type { GeneratedTextKey } from "~/status/usual-words";
import type { AutomaticTitle } from "~/text/said-title";
import type { RestatementColumns } from "../restating/rules/restatement-time";
import type { DayFold } from "../timeline/rules/day-fold";
import type { Standstills } from "../timeline/rules/standstill";
import type { SnapshotContentDigest } from "./content-since";
import type { ForeignIdMap } from "./foreign-ids";
import type { LastReportByComponent, SnapshotCorrection, SnapshotVendorIncident } from "./snapshot-document";

/** All facts of a page's snapshot, as plain data that is read in one batch (docs/protocols.md, "Publish"). */
export interface SnapshotFacts {
  page: PageFact;
  /** The revision to be built. */
  wanted: number;
  /** The content digest of the previous build; absent when there was none. */
  said?: SnapshotContentDigest;
  groups: GroupFact[];
  components: ComponentFact[];
  /** The fold of all rows recorded at or after `page.openDayAt`. */
  fold: DayFold;
  closedDays: ClosedDaysFact[];
  incidents: IncidentFact[];
  maintenances: MaintenanceFact[];
  /** The newest corrections that were not undone, of any date. */
  corrections: SnapshotCorrection[];
  /** Absent when vendors were not read. */
  vendors?: SnapshotVendorIncident[];
  /** Periods without checks that reach into the open day; absent = none was found. */
  standstills?: Standstills;
  /** Components that only external sources observe; absent when they were not read. */
  heard?: LastReportByComponent;
  /** Absent when nothing was imported from Statuspage. */
  foreignIds?: ForeignIdMap;
}

/** The facts as they are read. */
export interface SnapshotDatabaseFacts extends Omit<SnapshotFacts, "fold"> {
  /** The fold of the open day that the last build kept; null when it kept none, or when it cannot be read. */
  kept: DayFold | null;
  /** Rows of the open day that are not in the kept fold. */
  newest: StatusChangeFact[];
  /** True when no fold was kept, so that `newest` has all rows. */
  isWhole: boolean;
}

export interface PageFact {
  id: string;
  slug: string;
  name: string;
  about: string;
  host: string | null;
  timeZone: string;
  language: string;
  accent: string;
  visibility: string;
  historyDays: number;
  partialWeight: number;
  noindex: boolean;
  openDayAt: number;
  updatedAt: number;
  links?: { label: string; url: string }[];
  footerHtml?: string;
  logoNamed?: boolean;
  images?: { kind: string; hash: string }[];
}

export interface GroupFact {
  id: string;
  name: string;
  description: string;
  position: number;
  collapsed: ComponentGroupCollapseRule;
  createdAt: number;
  updatedAt: number;
}

export interface ComponentFact extends ComponentSettings, RestatementColumns {
  id: string;
  position: number;
  manualStatus: Status | null;
  manualUntil: number | null;
  observedStatus: Status;
  observedSince: number;
  observedBefore: Status;
  keptBy: StatusKeeper | null;
  coverage: CoverageStatus;
  coverageSince: number;
  createdAt: number;
  updatedAt: number;
}

/** A component's status in one layer from an instant on, and the status before. */
export interface LayerChange {
  componentId: string;
  layer: StatusLayer;
  from: Status | null;
  to: Status | null;
  /** The time from which the status was true. */
  at: number;
}

/** The change as a row of the page's timeline. */
export interface StatusChangeFact extends LayerChange {
  recordedAt: number;
  sequence: number;
}

export interface ClosedDaysFact {
  componentId: string;
  year: number;
  days: Record<string, number[]>;
}

export interface UpdateFact {
  id: string;
  status: string;
  html: string;
  text: string;
  /** Set when its body was too long to be read with the others and is empty here. */
  cut?: true;
  /** Set when a person corrected it after it was shown. */
  edited?: true;
  /** The key of a generated text; absent when a person wrote it. */
  said?: GeneratedTextKey;
  shownAt: number;
  createdAt: number;
  updatedAt: number;
  notify: boolean;
  changes: { componentId: string; name: string; from: string; to: string }[];
}

export interface AffectedComponentFact {
  componentId: string;
  status: Status;
}

export interface IncidentFact {
  id: string;
  /** Its id at Statuspage; absent when it was not imported from there. */
  foreignId?: string;
  /** Part after the host in the id of its entry in Statuspage’s Atom feed; absent when that was not read. */
  feedTag?: string;
  title: string;
  /** The key of a generated title; absent when a person wrote it. */
  titleSaid?: AutomaticTitle;
  status: string;
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  monitoringAt: number | null;
  resolvedAt: number | null;
  closed: boolean;
  /** When the next update is promised; absent when none is. */
  nextUpdateAt?: number;
  /** Absent unless it is published. */
  postmortem?: PublishedPostmortem;
  createdAt: number;
  updatedAt: number;
  components: AffectedComponentFact[];
  updates: UpdateFact[];
}

export interface MaintenanceFact {
  id: string;
  /** See `IncidentFact`. */
  foreignId?: string;
  feedTag?: string;
  title: string;
  html: string;
  text: string;
  status: string;
  startsAt: number;
  endsAt: number;
  verifyingAt: number | null;
  completedAt: number | null;
  dueAt: number | null;
  /** The series that created it; absent for a single maintenance window. */
  series?: { id: string; rule: string };
  createdAt: number;
  updatedAt: number;
  components: AffectedComponentFact[];
  updates: UpdateFact[];
}

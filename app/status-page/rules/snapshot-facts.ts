import type { Collapsed, ComponentSettings, KeptBy } from "~/components/rules/fields";
import type { PostmortemFact } from "~/incidents/rules/postmortem";
import type { Coverage, Impact, Layer, Status } from "~/status/status";
import type { UsualSaid } from "~/status/usual-words";
import type { SaidTitle } from "~/text/said-title";
import type { RestatedPast } from "../restating/rules/restated-at";
import type { DayFold } from "../timeline/rules/day-fold";
import type { Standstills } from "../timeline/rules/standstill";
import type { SaidSince } from "./said-since";
import type { Heard, SnapshotCorrection, SnapshotVendor } from "./snapshot-document";

/** Everything that a page's snapshot is made from, as plain data; read in one batch (docs/protocols.md, "Publish"). */
export interface SnapshotFacts {
  page: PageFact;
  /** The revision to be built. */
  wanted: number;
  /** What the build before said; absent where there was none. */
  said?: SaidSince;
  groups: GroupFact[];
  components: ComponentFact[];
  /** What all rows recorded at or after `page.openDayAt` come to. */
  fold: DayFold;
  closedDays: ClosedDaysFact[];
  incidents: IncidentFact[];
  maintenances: MaintenanceFact[];
  /** The newest ones that stand, of whatever time. */
  corrections: SnapshotCorrection[];
  /** Absent where nothing was asked of them. */
  vendors?: SnapshotVendor[];
  /** Those that reach into the open day; absent = none was found. */
  standstills?: Standstills;
  /** Components that nothing but outside sources observe; absent where nothing was asked of them. */
  heard?: Heard;
}

/** The same as it is read. */
export interface SnapshotRead extends Omit<SnapshotFacts, "fold"> {
  /** What the last build kept of the open day; null where it kept nothing of it, or nothing that can be read. */
  kept: DayFold | null;
  /** Rows of the open day that were not kept. */
  newest: ChangeFact[];
  /** Nothing was kept, so that these are all of them. */
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
  collapsed: Collapsed;
  createdAt: number;
  updatedAt: number;
}

export interface ComponentFact extends ComponentSettings, RestatedPast {
  id: string;
  position: number;
  manualStatus: Status | null;
  manualUntil: number | null;
  observedStatus: Status;
  observedSince: number;
  observedBefore: Status;
  keptBy: KeptBy | null;
  coverage: Coverage;
  coverageSince: number;
  createdAt: number;
  updatedAt: number;
}

/** What a layer of a component says from an instant on, and what it said before. */
export interface LayerChange {
  componentId: string;
  layer: Layer;
  from: Status | null;
  to: Status | null;
  /** When it was true. */
  at: number;
}

/** The same as a row of the page's timeline. */
export interface ChangeFact extends LayerChange {
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
  /** Its body was too long to be read with the others and is empty here. */
  cut?: true;
  /** Somebody corrected it after it was shown. */
  edited?: true;
  /** The key of what it says, where no person wrote it. */
  said?: UsualSaid;
  shownAt: number;
  createdAt: number;
  updatedAt: number;
  notify: boolean;
  changes: { componentId: string; name: string; from: string; to: string }[];
}

export interface TouchedFact {
  componentId: string;
  status: Status;
}

export interface IncidentFact {
  id: string;
  title: string;
  /** What it says, where no person wrote it. */
  titleSaid?: SaidTitle;
  status: string;
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  monitoringAt: number | null;
  resolvedAt: number | null;
  closed: boolean;
  /** Until when the next update is promised; absent where it is not. */
  nextUpdateAt?: number;
  /** Only one that visitors see. */
  postmortem?: PostmortemFact;
  createdAt: number;
  updatedAt: number;
  components: TouchedFact[];
  updates: UpdateFact[];
}

export interface MaintenanceFact {
  id: string;
  title: string;
  html: string;
  text: string;
  status: string;
  startsAt: number;
  endsAt: number;
  verifyingAt: number | null;
  completedAt: number | null;
  dueAt: number | null;
  /** Of the series that made it; absent where it happens once. */
  series?: { id: string; rule: string };
  createdAt: number;
  updatedAt: number;
  components: TouchedFact[];
  updates: UpdateFact[];
}

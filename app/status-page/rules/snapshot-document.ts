import type { ComponentSettings } from "~/components/rules/fields";
import type { Banner, Impact, Status } from "~/status/status";
import type { SaidTitle } from "~/text/said-title";
import type { Repeat } from "~/time/repeat";
import type { GroupFact, UpdateFact } from "./snapshot-facts";

/** The document that every public format prints. Plain data; times are UTC instants in ms. */
export interface Snapshot {
  format: 1;
  page: SnapshotPage;
  /** Of the public home part: grows with every publish. */
  revision: number;
  builtAt: number;
  /** Since when it says what it says; absent in documents of earlier versions. */
  saidAt?: number;
  banner: Banner;
  /** Nobody vouches for any component, or there is none; absent otherwise. */
  unmonitored?: true;
  /** Of each day shown: k all of it is known, p part, n nothing, - before the first component. Absent where all is known. */
  knownDays?: string;
  groups: SnapshotGroup[];
  /** In the order shown; those of a group follow its `componentIds`. Archived ones are not here. */
  components: SnapshotComponent[];
  /** The calendar days (page zone) that each component's `days` string covers, oldest first, today last. */
  days: { first: string; last: string; count: number };
  /** Open published incidents, newest first. */
  incidents: SnapshotIncident[];
  /** Scheduled, in progress and verifying maintenance by start. */
  maintenances: SnapshotMaintenance[];
  /** What was wrongly reported and does not count, the newest first, at most 20; absent where there is nothing. */
  corrections?: SnapshotCorrection[];
  /** Vendors whose status pages report trouble now, by name; absent where none does. */
  vendors?: SnapshotVendor[];
  /** Components that alerts alone vouch for; absent where there are none. */
  heard?: Heard;
  /** Incidents and maintenance that is done or was called off, of the last 15 days, open ones included, newest first. */
  recent: { incidents: SnapshotIncident[]; maintenances: SnapshotMaintenance[] };
}

/** What another company's status page reports, of components that are followed by it. */
export interface SnapshotVendor {
  name: string;
  /** Where it says so. */
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
  /** What stands at its foot, safe as it is; absent where nothing does. */
  footerHtml?: string;
  /** Hashes of its images: the last segment of their addresses; absent where there is none. */
  logo?: string;
  /** On dark ground, where that is another one. */
  logoDark?: string;
  favicon?: string;
  /** The logo says the page's name itself; absent where it does not. */
  logoNamed?: true;
}

export interface SnapshotGroup extends GroupFact {
  componentIds: string[];
  /** Worst effective status of its members that are monitored. */
  status: Status;
  /** None of them is. */
  unmonitored?: true;
  /** Hundredths of a percent, rounded down; null = no data. Mean of the members that know something. */
  uptime: number | null;
}

/**
 * Date → ms of [major, partial, degraded, maintenance, no data]; or as the row has it, "3,900000;17,0,60000": of each day
 * where it stands among `dates`, then its parts up to the last that is not 0. `day-stories` reads both.
 */
export type DayStories = Record<string, number[]> | PackedStories;

interface PackedStories {
  packed: string;
  dates: readonly string[];
}

export interface SnapshotComponent extends ComponentSettings {
  id: string;
  position: number;
  status: Status;
  /** Nobody vouches for it, so that it has no data; absent where somebody does, or where it is known to be worse. */
  unmonitored?: true;
  /** When it took this status; null when that was before today. */
  since: number | null;
  /** The last status known before the data stopped, and when it stopped; no data where nobody vouches for it. Null while data comes. */
  lastKnown: { status: Status; noDataSince: number } | null;
  /** True when something automatic vouches for it: these turn to no data when the tick stops. */
  observed: boolean;
  /** Its effective status without the observed layer's good word: what remains when the tick has stopped. */
  unobservedStatus: Status;
  /** One letter a day, oldest first: o operational, d degraded, p partial, m major, x maintenance, n no data, - before its start. */
  days: string;
  /** Days that are not wholly operational. */
  stories: DayStories;
  /** Over the days shown, in hundredths of a percent, rounded down; null = no data. */
  uptime: number | null;
  createdAt: number;
  updatedAt: number;
}

/** By component: when what observes it was heard last, in ms; null = nobody noted it. */
export type Heard = Record<string, number | null>;

/** A stretch whose status was corrected, and why; never who did it. Instants in ms. */
export interface SnapshotCorrection {
  id: string;
  componentIds: string[];
  startsAt: number;
  endsAt: number;
  reason: string;
  /** When it was corrected. */
  at: number;
}

/** As it was read; `cut`: its body did not fit into the document either and is empty here. */
export type SnapshotUpdate = UpdateFact;

export interface SnapshotIncident {
  id: string;
  title: string;
  /** What it says, where no person wrote it. */
  titleSaid?: SaidTitle;
  status: "investigating" | "identified" | "monitoring" | "resolved";
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  monitoringAt: number | null;
  resolvedAt: number | null;
  /** Until when the next update is promised; absent where it is not. */
  nextUpdateAt?: number;
  createdAt: number;
  updatedAt: number;
  components: { id: string; name: string; status: Status }[];
  /** Newest first; a published postmortem stands among them (incidents/rules/postmortem). */
  updates: SnapshotUpdate[];
}

export interface SnapshotMaintenance {
  id: string;
  title: string;
  html: string;
  text: string;
  /** As of an update: its own body, not theirs. */
  cut?: true;
  status: "scheduled" | "in_progress" | "verifying" | "completed" | "cancelled";
  startsAt: number;
  endsAt: number;
  verifyingAt: number | null;
  completedAt: number | null;
  /** The series that made it and how that repeats; absent where it happens once. */
  series?: { id: string; repeat: Repeat };
  createdAt: number;
  updatedAt: number;
  components: { id: string; name: string; status: Status }[];
  updates: SnapshotUpdate[];
}

/** What a reader gets: the document, and how fresh it is (docs/protocols.md, "Publish"). */
export interface PublishedView {
  snapshot: Snapshot;
  /** The last tick's stamp; views older than 15 minutes say that checks stopped. */
  observedAt: number;
  /** Since when work for the page has been due and is not done; null = all is done. */
  behindSince: number | null;
  /** Set when it comes from the last good copy: the instant it was read from the database. */
  staleSince: number | null;
  /** It is not for everybody: nothing of it may be kept anywhere. */
  isPrivate?: boolean;
}

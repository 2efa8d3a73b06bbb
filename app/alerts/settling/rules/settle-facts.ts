import type { EditedPart } from "~/incidents/rules/edited-parts";
import type { IncidentOrigin, IncidentStatus, Resolver, Visibility } from "~/incidents/rules/incident";
import type { AlertSeverity } from "~/status/severity";
import type { Impact, Status } from "~/status/status";
import type { CoverageChange, CoveredComponent } from "~/status-page/timeline/rules/coverage";
import type { ObservedChange, ObservedComponent } from "~/status-page/timeline/rules/observed";
import type { SaidTitle } from "~/text/said-title";
import type { AlertGroup } from "../../rules/alert-group";
import type { Turning } from "../../rules/flapping";
import type { RuleFact } from "../../rules/rule-match";
import type { Following } from "./following";

export interface FiringAlert extends Turning {
  id: string;
  key: string;
  sourceId: string;
  severity: string | null;
  title: string;
  labels: Record<string, string>;
  /** Start of its present episode. */
  startedAt: number;
  incidentId: string | null;
  dismissedAt: number | null;
  /** The alert because of which it fires, as the last settling found. */
  causeId: string | null;
  version: number;
}

/** Where alerts come from: a tool outside that calls a source's address, or a monitor or heartbeat of ours. */
export type AlertOrigin = "source" | "monitor" | "heartbeat";

/** What sends alerts; the table `source` holds all three. */
export interface SettleSource {
  id: string;
  family: AlertOrigin;
  mutedUntil: number | null;
  /** Of a tool outside: silent when it delivered nothing for that long; no heartbeat of ours. */
  heartbeatSeconds: number | null;
  /** Of a monitor or heartbeat: since when nothing is known of it. */
  silentSince: number | null;
  /** The source, monitor or heartbeat on whose failure its own is blamed. */
  dependsOn: string | null;
  /** The last delivery, or when the source was made. */
  lastHeardAt: number;
  /** Of a tool outside that promises no period: for so many hours after a delivery it vouches for its components. */
  silenceHours: number | null;
  /** Not called silent before then: its deadline fell into a time in which nobody listened. 0 = none did. */
  expectedUntil: number;
  /** The same without an end, as an admin says that all is well while it is quiet. */
  quietMeansWell: boolean;
  /** It has said something of its components at least once, or is known to be silent. */
  hasSpoken: boolean;
  /** Since when it says so without a break; null = since before that was noted. */
  vouchesSince: number | null;
}

/** An incident as far as it gives components a status. */
export interface GivingIncident {
  id: string;
  startedAt: number;
  components: { componentId: string; status: Status }[];
}

export interface SettleIncident extends GivingIncident {
  version: number;
  visibility: Visibility;
  status: IncidentStatus;
  origin: IncidentOrigin;
  /** The group that opened it; "" where another has taken its place. */
  groupKey: string;
  title: string;
  titleSaid: SaidTitle | null;
  alertTitle: string;
  impact: Impact;
  impactOverride: Impact | null;
  publishedAt: number | null;
  /** A person has spoken in it. */
  edited: boolean;
  editedParts: readonly EditedPart[];
  following: Following | null;
  staleBefore: number;
  closed: boolean;
  resolvedAt: number | null;
  resolvedBy: Resolver | null;
  recoveredAt: number | null;
  updatedAt: number;
}

export interface SettleComponent extends ObservedComponent, CoveredComponent {
  /** The component because of which it fails when that one does. */
  dependsOn: string | null;
  version: number;
}

export interface SettleFacts {
  now: number;
  /**
   * Whether a source may be called silent because its deadline has passed: only the tick knows that we listened until then.
   * What is silent already stays so.
   */
  judgesSilence: boolean;
  alerts: FiringAlert[];
  rules: RuleFact[];
  sources: SettleSource[];
  groups: AlertGroup[];
  components: SettleComponent[];
  /** The open ones of the page, and those that a group still refers to. */
  incidents: SettleIncident[];
  /** Components in active maintenance. */
  maintained: ReadonlySet<string>;
  /** Until when messages and new incidents are silenced, of the page and by component. */
  mutedUntil: number | null;
  mutedComponents: ReadonlyMap<string, number>;
  /** Latest end of an episode that is not settled yet. */
  recoveredAt: number | null;
  /** When somebody last changed what observes a component, as far as that is not settled yet. */
  observersChangedAt: ReadonlyMap<string, number>;
  /** Sources that have more firing alerts than were read: what is not among them may still fire. */
  cutSources: ReadonlySet<string>;
}

/** `alert` names it to the team; visitors read what `rule` lets them (alerts/settling/engine/public-words). */
export interface OpenedIncident {
  id: string;
  alert: FiringAlert | null;
  rule: RuleFact;
  visibility: "draft" | "published";
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  /** A heartbeat counts as a monitor. */
  origin: "source" | "monitor";
  sourceId: string;
  groupId: string;
  components: { componentId: string; status: Status }[];
  following: Following;
}

/** What becomes of an incident that was there: written as one statement, so all have the same fields. */
export interface ChangedIncident
  extends Pick<
    SettleIncident,
    | "id"
    | "visibility"
    | "status"
    | "closed"
    | "resolvedAt"
    | "resolvedBy"
    | "recoveredAt"
    | "startedAt"
    | "groupKey"
    | "title"
    | "titleSaid"
    | "alertTitle"
    | "impact"
    | "impactOverride"
    | "staleBefore"
  > {
  /** `moved`: its alerts say something else of it; of marks nobody who writes an update has to know. */
  change: "reopened" | "resolved" | "dismissed" | "moved" | "recovered" | "firing";
}

/** How an incident moves one of its components, and since when. */
export interface ComponentStep {
  componentId: string;
  from: Status;
  to: Status;
  at: number;
}

/** An incident whose alerts say something else of its components than it does. */
export interface MovedIncident {
  id: string;
  steps: ComponentStep[];
  /** As it names them from now on. */
  components: { componentId: string; status: Status }[];
  /** The alerts by which it is called from now on; null = it keeps its title. */
  retitled: { alert: FiringAlert; rule: RuleFact; several: boolean } | null;
  /** Visitors are told that it is worse. */
  saysSo: boolean;
}

/** What the team is told of an incident that is open already: what is new since the last message. */
export interface IncidentNews {
  incidentId: string;
  /** When the message before was decided; 0 = there was none. */
  after: number;
  /** Not named before, or worse than was told. */
  components: string[];
  /** Alerts that were not named before. */
  names: number;
  severity: AlertSeverity | null;
}

/** An alert that was held firing and is calm: it recovered when its sender said so. */
export interface CalmedAlert {
  alertId: string;
  sourceId: string;
  startedAt: number;
  endedAt: number;
}

export interface SettleDecision {
  observed: ObservedChange[];
  coverage: CoverageChange[];
  groups: AlertGroup[];
  removedGroups: string[];
  opened: OpenedIncident[];
  changed: ChangedIncident[];
  /** Of whom nobody is notified: muted, or because of another one's failure. Alerts, and sources with all of theirs. */
  silencedAlerts: ReadonlySet<string>;
  silencedSources: ReadonlySet<string>;
  /** Components of whose moves nobody is notified. */
  silencedComponents: ReadonlySet<string>;
  calmed: CalmedAlert[];
  /** Open incidents that follow their alerts. */
  moved: MovedIncident[];
  followed: { id: string; following: Following }[];
  news: IncidentNews[];
  /** Alerts that now belong to an incident, or to that of their cause no more. */
  joined: { alertId: string; startedAt: number; incidentId: string | null }[];
  /** Alerts that now fire because of another one; null = for themselves again. */
  blamed: { alertId: string; causeId: string | null }[];
  /** Open published incidents before and after, for the incident layer. */
  before: GivingIncident[];
  after: GivingIncident[];
  /** Of `observersChangedAt` what the next settling still needs. */
  observersChangedAt: ReadonlyMap<string, number>;
  /** When this page must be settled again without anything new; null = not by the clock. */
  dueAt: number | null;
}

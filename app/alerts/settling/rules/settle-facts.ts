import type { EditedIncidentPart } from "~/incidents/rules/edited-parts";
import type { IncidentOrigin, IncidentResolver, IncidentStatus, IncidentVisibility } from "~/incidents/rules/incident";
import type { Proposer } from "~/proposals/rules/proposal";
import type { AlertSeverity } from "~/status/severity";
import type { Impact, Status } from "~/status/status";
import type { CoverageLayerChange, CoveredComponent } from "~/status-page/timeline/rules/coverage";
import type { ObservedComponent, ObservedLayerChange } from "~/status-page/timeline/rules/observed-changes";
import type { AutomaticTitle } from "~/text/said-title";
import type { AlertGroup } from "../../rules/alert-group";
import type { FlapHistory } from "../../rules/flap-history";
import type { RuleRecord } from "../../rules/rule-match";
import type { IncidentSettlingState } from "./incident-follow-state";

export interface FiringAlert extends FlapHistory {
  id: string;
  key: string;
  sourceId: string;
  severity: string | null;
  title: string;
  labels: Record<string, string>;
  /** Start of its current firing. */
  startedAt: number;
  incidentId: string | null;
  dismissedAt: number | null;
  /** The alert that caused this one, as the last settling decided. */
  causeId: string | null;
  version: number;
}

/** Origin of alerts: an external tool that calls a source's address, or a monitor or heartbeat of ours. */
export type AlertOrigin = "source" | "monitor" | "heartbeat";

/** A sender of alerts; the table `source` holds all three kinds. */
export interface SettleAlertSender {
  id: string;
  family: AlertOrigin;
  mutedUntil: number | null;
  /** Seconds without a delivery after which an external tool is silent; heartbeats of ours do not use it. */
  heartbeatSeconds: number | null;
  /** Time since which a monitor or heartbeat is silent; null while its state is known. */
  silentSince: number | null;
  /** The source, monitor or heartbeat whose failure explains that of this sender. */
  dependsOn: string | null;
  /** Time of the last delivery, or of the source's creation. */
  lastHeardAt: number;
  /** Hours for which a delivery of an external tool without a promised period keeps its components observed. */
  silenceHours: number | null;
  /**
   * Earliest time at which the sender may be called silent, because we were not listening at its deadline; 0 for none.
   */
  expectedUntil: number;
  /** True when it always observes its components: an admin has confirmed that a quiet source means that all is well. */
  quietMeansWell: boolean;
  /** True when it has reported on its components at least once, or is known to be silent. */
  hasSpoken: boolean;
  /** Time since which it has reported without a gap; null when that was before this was recorded. */
  vouchesSince: number | null;
}

/** The part of an incident that gives components a status. */
export interface StatusGivingIncident {
  id: string;
  startedAt: number;
  components: { componentId: string; status: Status }[];
}

export interface SettleIncident extends StatusGivingIncident {
  version: number;
  visibility: IncidentVisibility;
  status: IncidentStatus;
  origin: IncidentOrigin;
  /** The group that opened it; "" when another incident has replaced it. */
  groupKey: string;
  title: string;
  titleSaid: AutomaticTitle | null;
  alertTitle: string;
  impact: Impact;
  impactOverride: Impact | null;
  publishedAt: number | null;
  /** True when a person has edited it. */
  edited: boolean;
  editedParts: readonly EditedIncidentPart[];
  /** Set for a draft that a token proposed and no person has adopted. */
  proposedBy?: Proposer | null;
  following: IncidentSettlingState | null;
  staleBefore: number;
  closed: boolean;
  resolvedAt: number | null;
  resolvedBy: IncidentResolver | null;
  recoveredAt: number | null;
  updatedAt: number;
}

export interface SettleComponent extends ObservedComponent, CoveredComponent {
  /** The component whose failure makes this component fail too. */
  dependsOn: string | null;
  version: number;
}

export interface SettleFacts {
  now: number;
  /**
   * True when a source may be called silent because its deadline has passed. Only the tick knows that we listened until
   * then. A source that is already silent stays silent.
   */
  judgesSilence: boolean;
  alerts: FiringAlert[];
  rules: RuleRecord[];
  sources: SettleAlertSender[];
  groups: AlertGroup[];
  components: SettleComponent[];
  /** The page's open incidents, and those that a group still refers to. */
  incidents: SettleIncident[];
  /** Components in active maintenance. */
  maintained: ReadonlySet<string>;
  /** End of the mute of messages and new incidents, for the page and by component. */
  mutedUntil: number | null;
  mutedComponents: ReadonlyMap<string, number>;
  /** Latest end of a firing that is not settled yet. */
  recoveredAt: number | null;
  /** Last change of each component's observers, as far as it is not settled yet. */
  observersChangedAt: ReadonlyMap<string, number>;
  /** Sources with more firing alerts than were read, so that an alert which was not read may still fire. */
  cutSources: ReadonlySet<string>;
}

/**
 * An incident to open. The team sees the name of `alert`; visitors see what `rule` permits
 * (alerts/settling/engine/public-words).
 */
export interface IncidentToOpen {
  id: string;
  alert: FiringAlert | null;
  rule: RuleRecord;
  visibility: "draft" | "published";
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  /** The kind of origin; a heartbeat counts as a monitor. */
  origin: "source" | "monitor";
  sourceId: string;
  groupId: string;
  components: { componentId: string; status: Status }[];
  following: IncidentSettlingState;
}

/** The change of an existing incident. All changes are written in one statement, so they have the same fields. */
export interface SettledIncidentChange
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
  /**
   * `moved`: its alerts give it other components or statuses. "recovered" and "firing" are marks that people do not
   * see.
   */
  change: "reopened" | "resolved" | "dismissed" | "moved" | "recovered" | "firing";
}

/** A change of one of an incident's components, with its time. */
export interface IncidentComponentStep {
  componentId: string;
  from: Status;
  to: Status;
  at: number;
}

/** An incident whose alerts give its components other statuses than it has. */
export interface IncidentStatusChanges {
  id: string;
  steps: IncidentComponentStep[];
  /** Its components after the change. */
  components: { componentId: string; status: Status }[];
  /** The alerts from which its new title is written; null when it keeps its title. */
  retitled: { alert: FiringAlert; rule: RuleRecord; several: boolean } | null;
  /** True when visitors are notified that the incident is worse. */
  saysSo: boolean;
}

/** News for the team about an open incident: the changes since the last message. */
export interface IncidentTeamNews {
  incidentId: string;
  /** Time when the previous message was decided; 0 when there was none. */
  after: number;
  /** Components that are new, or worse than was reported. */
  components: string[];
  /** Number of alerts that no message has named before. */
  names: number;
  severity: AlertSeverity | null;
}

/** A flapping alert that was held firing and has calmed down: it recovered at the time that its sender reported. */
export interface CalmedFlappingAlert {
  alertId: string;
  sourceId: string;
  startedAt: number;
  endedAt: number;
}

export interface SettleDecision {
  observed: ObservedLayerChange[];
  coverage: CoverageLayerChange[];
  groups: AlertGroup[];
  removedGroups: string[];
  opened: IncidentToOpen[];
  changed: SettledIncidentChange[];
  /**
   * Alerts that notify nobody because they are muted or caused by another failure, and sources all of whose alerts are
   * so.
   */
  silencedAlerts: ReadonlySet<string>;
  silencedSources: ReadonlySet<string>;
  /** Components whose changes notify nobody. */
  silencedComponents: ReadonlySet<string>;
  calmed: CalmedFlappingAlert[];
  /** Open incidents whose statuses follow their alerts. */
  moved: IncidentStatusChanges[];
  followed: { id: string; following: IncidentSettlingState }[];
  news: IncidentTeamNews[];
  /** Alerts that now belong to an incident, or have left the incident of their cause. */
  joined: { alertId: string; startedAt: number; incidentId: string | null }[];
  /**
   * Alerts that fire because of another alert; a null `causeId` means that they fire for a reason of their own again.
   */
  blamed: { alertId: string; causeId: string | null }[];
  /** Open published incidents before and after, for the incident layer. */
  before: StatusGivingIncident[];
  after: StatusGivingIncident[];
  /** The entries of `observersChangedAt` that the next settling still needs. */
  observersChangedAt: ReadonlyMap<string, number>;
  /** Time when this page must be settled again even if nothing new arrives; null when no time is needed. */
  dueAt: number | null;
}

import type { AlertGroup } from "./alert-group";
import type { ObservedChange, ObservedComponent } from "./observed";
import type { RuleFact } from "./rule-match";
import type { Impact, Status } from "./status";

export interface FiringAlert {
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
}

export interface SettleSource {
  id: string;
  mutedUntil: number | null;
  heartbeatSeconds: number | null;
  /** The last delivery, or when the source was made. */
  lastHeardAt: number;
}

export interface SettleIncident {
  id: string;
  title: string;
  version: number;
  visibility: string;
  status: string;
  edited: boolean;
  closed: boolean;
  resolvedAt: number | null;
  resolvedBy: string | null;
  recoveredAt: number | null;
  updatedAt: number;
  components: { componentId: string; status: Status }[];
}

export interface SettleComponent extends ObservedComponent {
  version: number;
}

export interface SettleFacts {
  now: number;
  alerts: FiringAlert[];
  rules: RuleFact[];
  sources: SettleSource[];
  groups: AlertGroup[];
  components: SettleComponent[];
  /** The open ones of the page, and those that a group still refers to. */
  incidents: SettleIncident[];
  /** Components in active maintenance. */
  maintained: ReadonlySet<string>;
  /** Latest end of an episode that is not settled yet. */
  recoveredAt: number | null;
  /** Sources that have more firing alerts than were read: what is not among them may still fire. */
  cutSources: ReadonlySet<string>;
}

export interface OpenedIncident {
  id: string;
  title: string;
  visibility: "draft" | "published";
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  sourceId: string;
  groupId: string;
  components: { componentId: string; status: Status }[];
}

/** What becomes of an incident that was there: written as one statement, so all have the same fields. */
export interface ChangedIncident {
  id: string;
  change: "reopened" | "resolved" | "dismissed" | "recovered" | "firing";
  visibility: string;
  status: string;
  closed: boolean;
  resolvedAt: number | null;
  resolvedBy: string | null;
  recoveredAt: number | null;
}

export interface SettleDecision {
  observed: ObservedChange[];
  groups: AlertGroup[];
  removedGroups: string[];
  opened: OpenedIncident[];
  changed: ChangedIncident[];
  /** Alerts that now belong to an incident. */
  joined: { alertId: string; startedAt: number; incidentId: string }[];
  /** Open published incidents' components before and after, for the incident layer. */
  before: SettleIncident["components"][];
  after: SettleIncident["components"][];
  /** When this page must be settled again without anything new; null = not by the clock. */
  dueAt: number | null;
}

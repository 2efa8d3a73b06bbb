import { readBatch } from "~/db/read";
import type { IncidentRow } from "~/incidents/queries/incident";
import { worstImpact } from "~/incidents/rules/impact";
import type { Ctx } from "~/platform/ctx";
import type { AlertSeverity } from "~/status/severity";
import type { NoticeRow } from "../../queries/notice";
import {
  type AffectedComponentLayers,
  type FiringSummary,
  incidentNewsQuery,
  maintenanceNewsQuery,
} from "../../queries/published-news";
import { severityForChannelFilter } from "../../rules/incident-severity";
import type { PublishedNoticeKind } from "../../rules/notice";
import { type ComponentImpact, type ImpactLabel, incidentImpactsOf } from "../../rules/present-impact";
import {
  type LastUpdateContent,
  type PublishedIncident,
  type PublishedMaintenance,
  publishedIncidentTeamContent,
  publishedMaintenanceTeamContent,
} from "../../rules/published-content";
import type { TeamContent } from "../../rules/team-content";
import type { TeamWords } from "../../rules/team-words";
import { visibleComponentStatusOf } from "./news";

/** The data of a notice, to be written in any language; null when nothing is left to send. */
export interface MessageContent {
  told(words: TeamWords): TeamContent | null;
  /** True while its subject continues; absent when it has no subject that other messages are about, too. */
  open?: boolean;
  /**
   * True when the subject is over now, whatever the message states. Absent when it continues or the message itself ends
   * it.
   */
  isOver?: boolean;
  /** True when the subject may start again, as a new one, after its end. */
  recurs?: boolean;
  /** The components it is about; absent = no component in particular. */
  componentIds?: readonly string[];
  /** Severity for channels with a minimum severity. Null = send in any case; absent = the message's own severity. */
  severity?: AlertSeverity | null;
}

/** Reads a notice's data with at most two statements, once for all recipients. */
export type ReadMessageContent = (ctx: Ctx, notice: NoticeRow) => Promise<MessageContent>;

export const emptyMessageContent: MessageContent = { told: () => null };

const saidIn = (text: string | null) => (text === null ? null : (JSON.parse(text) as LastUpdateContent));
const touchedIn = (text: string) => JSON.parse(text) as AffectedComponentLayers[];
const idsOf = (components: readonly AffectedComponentLayers[]) => components.map(({ id }) => id);

/**
 * Returns the worst and the present impact of an incident. `given`: the statuses that its updates gave its components.
 */
export function impactForMessage(
  row: Pick<IncidentRow, "impact" | "impactOverride" | "closed">,
  { components, given }: { components: readonly ComponentImpact[]; given: readonly string[] },
): ImpactLabel {
  const { impact, impactOverride, closed: isOver } = row;
  const changes = given.map((status) => ({ from: status, to: status }));
  const worst = worstImpact({ impact, impactOverride, components: [], updates: [{ changes }] });
  return incidentImpactsOf({ impact: worst, impactOverride, components, isOver });
}

/** Returns the status that the incident gives each component, beside the status that visitors see. */
export const componentImpacts = (touched: readonly AffectedComponentLayers[]): ComponentImpact[] =>
  touched.map((each) => ({ given: each.given, shown: visibleComponentStatusOf(each).status }));

type IncidentEvent = PublishedIncident["event"];
type IncidentNewsRow = Pick<
  Awaited<ReturnType<typeof incidentNewsQuery>>[number]["row"],
  "id" | "title" | "titleSaid" | "impact" | "impactOverride" | "closed" | "postmortemText"
>;

interface IncidentMessageFacts {
  last: LastUpdateContent | null;
  touched: readonly AffectedComponentLayers[];
  /** Severities of its firing alerts; null = an alert without a severity. */
  severities: readonly (string | null)[];
  /** Statuses that its updates gave its components. */
  given: readonly string[];
}

/** Returns the message to channels about an incident that visitors see. */
export function incidentMessageContent(
  event: IncidentEvent,
  row: IncidentNewsRow,
  now: IncidentMessageFacts,
): MessageContent {
  const { id, title, titleSaid, postmortemText } = row;
  const { last, touched, severities, given } = now;
  const written = event === "postmortem_published";
  const said = written ? { status: "postmortem", text: postmortemText, said: null } : last;
  const components = touched.map(visibleComponentStatusOf);
  const told = {
    event,
    id,
    title,
    titleSaid,
    impact: impactForMessage(row, { components: componentImpacts(touched), given }),
    severities,
    said,
    components,
  };
  const open = event === "incident_published" || (event === "incident_updated" && said?.status !== "resolved");
  return {
    told: (words) => publishedIncidentTeamContent(words, told),
    open,
    isOver: Boolean(row.closed),
    componentIds: idsOf(touched),
    severity: severityForChannelFilter(told.impact.worst, severities),
  };
}

const ofIncident =
  (event: IncidentEvent): ReadMessageContent =>
  async (ctx, { pageId, subjectId, createdAt }) => {
    const [[found]] = await readBatch(ctx, incidentNewsQuery(ctx, pageId, subjectId, createdAt));
    if (!found) return emptyMessageContent;
    // The postmortem was withdrawn meanwhile.
    if (event === "postmortem_published" && found.row.postmortem !== "published") return emptyMessageContent;
    const { severities } = JSON.parse(found.firing) as FiringSummary;
    const given = JSON.parse(found.given) as string[];
    const now = { last: saidIn(found.said), touched: touchedIn(found.components), severities, given };
    return incidentMessageContent(event, found.row, now);
  };

/** Text of a rescheduling for which no person wrote an update. */
export const rescheduleUpdateText: LastUpdateContent = { status: "scheduled", text: "", said: "work_moved" };

const ends: readonly PublishedNoticeKind[] = ["maintenance_finished", "maintenance_called_off"];

type MaintenanceEvent = PublishedMaintenance["event"];
type MaintenanceNewsRow = Pick<
  Awaited<ReturnType<typeof maintenanceNewsQuery>>[number]["row"],
  "id" | "title" | "startsAt" | "endsAt" | "bodyText"
>;

/** Returns the message to channels about a maintenance; before its start with the maintenance's own text. */
export function maintenanceMessageContent(
  event: MaintenanceEvent,
  row: MaintenanceNewsRow,
  last: LastUpdateContent | null,
  touched: readonly AffectedComponentLayers[],
): MessageContent {
  const { id, title, startsAt, endsAt, bodyText } = row;
  const planned = event === "maintenance_planned" || event === "maintenance_soon";
  const said = planned ? { status: "scheduled", text: bodyText, said: null } : last;
  const told = { event, id, title, startsAt, endsAt, said, components: touched.map(visibleComponentStatusOf) };
  const open = !ends.includes(event);
  return { told: (words) => publishedMaintenanceTeamContent(words, told), open, componentIds: idsOf(touched) };
}

const ofMaintenance =
  (event: MaintenanceEvent): ReadMessageContent =>
  async (ctx, { pageId, subjectId, createdAt, scope }) => {
    const [[found]] = await readBatch(ctx, maintenanceNewsQuery(ctx, pageId, subjectId, createdAt));
    if (!found) return emptyMessageContent;
    if (event === "maintenance_soon" && found.row.status !== "scheduled") return emptyMessageContent;
    const silent = event === "maintenance_moved" && scope.silent === true;
    return maintenanceMessageContent(
      event,
      found.row,
      silent ? rescheduleUpdateText : saidIn(found.said),
      touchedIn(found.components),
    );
  };

/** Tellers of events that people publish, or machines on their behalf. */
export const publishedMessageReaderByKind: Record<PublishedNoticeKind, ReadMessageContent> = {
  incident_published: ofIncident("incident_published"),
  incident_updated: ofIncident("incident_updated"),
  incident_resolved: ofIncident("incident_resolved"),
  postmortem_published: ofIncident("postmortem_published"),
  maintenance_planned: ofMaintenance("maintenance_planned"),
  maintenance_moved: ofMaintenance("maintenance_moved"),
  maintenance_soon: ofMaintenance("maintenance_soon"),
  maintenance_started: ofMaintenance("maintenance_started"),
  maintenance_updated: ofMaintenance("maintenance_updated"),
  maintenance_finished: ofMaintenance("maintenance_finished"),
  maintenance_called_off: ofMaintenance("maintenance_called_off"),
};

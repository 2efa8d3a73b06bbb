import { teamMessagePauseMs } from "~/alerts/settling/rules/incident-news";
import { incidentLastUpdateTimeQuery } from "~/clock/queries/stale";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { incidentForTeamMessageQuery, otherWorseningNoticesQuery } from "../../queries/incident-told";
import type { NoticeRow } from "../../queries/notice";
import type { AffectedComponentLayers, FiringSummary } from "../../queries/published-news";
import {
  draftTeamContent,
  incidentTeamContent,
  staleIncidentTeamContent,
  type TeamIncident,
  unwatchedIncidentTeamContent,
  withdrawnTeamContent,
  worsenedIncidentTeamContent,
} from "../../rules/incident-content";
import { severityForChannelFilter } from "../../rules/incident-severity";
import type { TeamContent } from "../../rules/team-content";
import type { TeamWords } from "../../rules/team-words";
import { mergeWorsenings, type WorseningScope, worseningScopeOf } from "../../rules/worsening-scope";
import { draftComponentStatusOf, visibleComponentStatusOf } from "./news";
import {
  componentImpacts,
  emptyMessageContent,
  impactForMessage,
  type MessageContent,
  type ReadMessageContent,
} from "./published-message";

type TeamIncidentRow = Awaited<ReturnType<typeof incidentForTeamMessageQuery>>[number];

/** A draft's components have the statuses that the draft gives them, because visitors do not see it yet. */
const componentOf = (touched: AffectedComponentLayers, visibility: string) =>
  visibility === "draft" ? draftComponentStatusOf(touched) : visibleComponentStatusOf(touched);

const impactsOn = (touched: readonly AffectedComponentLayers[], visibility: string) =>
  visibility === "draft" ? touched.map(({ given }) => ({ given, shown: null })) : componentImpacts(touched);

function incidentIn({ row, components, firing, given }: TeamIncidentRow): TeamIncident & { heard: number } {
  const { count, heard, severities } = JSON.parse(firing) as FiringSummary;
  const { id, title, titleSaid, alertTitle, editedParts, status, visibility } = row;
  const touched = JSON.parse(components) as AffectedComponentLayers[];
  return {
    id,
    title,
    titleSaid,
    alertTitle,
    editedParts,
    status,
    visibility,
    impact: impactForMessage(row, { components: impactsOn(touched, visibility), given: JSON.parse(given) as string[] }),
    components: touched.map((each) => componentOf(each, visibility)),
    affected: touched.filter(({ given }) => given !== "operational").map((each) => each.id),
    firing: count,
    heard,
    severities,
  };
}

/** Returns a message about an open incident, in one thread with all other messages about it. */
const telling = (
  incident: TeamIncident,
  told: (words: TeamWords) => TeamContent | null,
  open = true,
): MessageContent => ({
  told,
  open,
  componentIds: incident.components.map(({ id }) => id),
  severity: severityForChannelFilter(incident.impact.worst, incident.severities),
});

export const teamIncidentMessageReader =
  (visibility: "draft" | "published"): ReadMessageContent =>
  async (ctx, { pageId, subjectId }) => {
    const [[found]] = await readBatch(ctx, incidentForTeamMessageQuery(ctx, pageId, subjectId));
    if (found?.row.visibility !== visibility) return emptyMessageContent;
    const incident = incidentIn(found);
    const told = visibility === "draft" ? draftTeamContent : incidentTeamContent;
    return telling(incident, (words) => told(words, incident), !found.row.closed);
  };

/** Returns a message that closes the thread in every channel that has it, whatever the incident's severity. */
export const withdrawnIncidentMessageReader =
  (visibility: "dismissed" | "withdrawn"): ReadMessageContent =>
  async (ctx, { pageId, subjectId, scope }) => {
    const [[found]] = await readBatch(ctx, incidentForTeamMessageQuery(ctx, pageId, subjectId));
    if (found?.row.visibility !== visibility) return emptyMessageContent;
    const incident = incidentIn(found);
    const how = visibility === "withdrawn" ? "withdrawn" : scope.recovered === true ? "recovered" : "dismissed";
    return { ...telling(incident, (words) => withdrawnTeamContent(words, incident, how), false), severity: null };
  };

/** Returns nothing when someone has posted an update since, or has closed the incident. */
export const readStaleIncidentMessage: ReadMessageContent = async (ctx, { pageId, subjectId, scope, sequence }) => {
  const [[found], [word]] = await readBatch(
    ctx,
    incidentForTeamMessageQuery(ctx, pageId, subjectId),
    incidentLastUpdateTimeQuery(ctx, pageId, subjectId),
  );
  const since = Number(scope.since ?? 0);
  if (!found || !word || found.row.closed || word.at !== since) return emptyMessageContent;
  const incident = incidentIn(found);
  return telling(incident, (words) => staleIncidentTeamContent(words, incident, { since, length: sequence - since }));
};

/**
 * Returns true for a notice that leaves later than `teamMessagePauseMs` after its creation; others report only their own news.
 */
const isLate = (ctx: Ctx, { createdAt }: NoticeRow): boolean => ctx.now() - createdAt > teamMessagePauseMs;

async function scopeOf(ctx: Ctx, notice: NoticeRow): Promise<WorseningScope | null> {
  if (!isLate(ctx, notice)) return worseningScopeOf(notice);
  const [others] = await readBatch(ctx, otherWorseningNoticesQuery(ctx, notice));
  return mergeWorsenings(notice, others);
}

/** Reports what is new of an incident since its last message, as far as it is still true. */
export const readWorsenedIncidentMessage: ReadMessageContent = async (ctx, notice) => {
  const { pageId, subjectId, createdAt: until } = notice;
  const scope = await scopeOf(ctx, notice);
  if (!scope) return emptyMessageContent;
  const [[found]] = await readBatch(
    ctx,
    incidentForTeamMessageQuery(ctx, pageId, subjectId, { since: scope.after, until }),
  );
  if (!found || found.row.closed) return emptyMessageContent;
  const incident = incidentIn(found);
  const about = telling(incident, (words) =>
    worsenedIncidentTeamContent(words, incident, { ...scope, heard: incident.heard }),
  );
  return { ...about, componentIds: [...new Set([...(about.componentIds ?? []), ...scope.componentIds])] };
};

/** Reports an incident that no monitor can end any more. */
export const readUnwatchedIncidentMessage: ReadMessageContent = async (ctx, { pageId, subjectId }) => {
  const [[found]] = await readBatch(ctx, incidentForTeamMessageQuery(ctx, pageId, subjectId));
  if (!found || found.row.closed) return emptyMessageContent;
  const incident = incidentIn(found);
  return telling(incident, (words) => unwatchedIncidentTeamContent(words, incident));
};

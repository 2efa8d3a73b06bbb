import { teamPauseMs } from "~/alerts/settling/rules/incident-news";
import { lastUpdateAt } from "~/clock/queries/stale";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { incidentForTeam, otherWorsenings } from "../../queries/incident-told";
import type { NoticeRow } from "../../queries/notice";
import type { AffectedStanding, FiringSummary } from "../../queries/published-news";
import {
  draftContent,
  incidentContent,
  staleIncidentContent,
  type TeamIncident,
  takenBackContent,
  unwatchedContent,
  worsenedContent,
} from "../../rules/incident-content";
import { severityToChoose } from "../../rules/incident-severity";
import type { TeamContent } from "../../rules/team-content";
import type { TeamWords } from "../../rules/team-words";
import { foldWorsening, type WorseningScope, worseningScopeOf } from "../../rules/worsening-scope";
import { draftStatusOf, standingOf } from "./news";
import {
  componentImpacts,
  emptyMessage,
  impactForMessage,
  type MessageContent,
  type TellChannel,
} from "./published-message";

type TeamIncidentRow = Awaited<ReturnType<typeof incidentForTeam>>[number];

/** A draft's components have the statuses that the draft gives them, because visitors do not see it yet. */
const componentOf = (touched: AffectedStanding, visibility: string) =>
  visibility === "draft" ? draftStatusOf(touched) : standingOf(touched);

const impactsOn = (touched: readonly AffectedStanding[], visibility: string) =>
  visibility === "draft" ? touched.map(({ given }) => ({ given, shown: null })) : componentImpacts(touched);

function incidentIn({ row, components, firing, given }: TeamIncidentRow): TeamIncident & { heard: number } {
  const { count, heard, severities } = JSON.parse(firing) as FiringSummary;
  const { id, title, titleSaid, alertTitle, editedParts, status, visibility } = row;
  const touched = JSON.parse(components) as AffectedStanding[];
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
  severity: severityToChoose(incident.impact.worst, incident.severities),
});

export const ofIncident =
  (visibility: "draft" | "published"): TellChannel =>
  async (ctx, { pageId, subjectId }) => {
    const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId));
    if (found?.row.visibility !== visibility) return emptyMessage;
    const incident = incidentIn(found);
    const told = visibility === "draft" ? draftContent : incidentContent;
    return telling(incident, (words) => told(words, incident), !found.row.closed);
  };

/** Returns a message that closes the thread in every channel that has it, whatever the incident's severity. */
export const tellTakenBack =
  (visibility: "dismissed" | "withdrawn"): TellChannel =>
  async (ctx, { pageId, subjectId, scope }) => {
    const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId));
    if (found?.row.visibility !== visibility) return emptyMessage;
    const incident = incidentIn(found);
    const how = visibility === "withdrawn" ? "withdrawn" : scope.recovered === true ? "recovered" : "dismissed";
    return { ...telling(incident, (words) => takenBackContent(words, incident, how), false), severity: null };
  };

/** Returns nothing when someone has posted an update since, or has closed the incident. */
export const ofStale: TellChannel = async (ctx, { pageId, subjectId, scope, sequence }) => {
  const [[found], [word]] = await read(
    ctx,
    incidentForTeam(ctx, pageId, subjectId),
    lastUpdateAt(ctx, pageId, subjectId),
  );
  const since = Number(scope.since ?? 0);
  if (!found || !word || found.row.closed || word.at !== since) return emptyMessage;
  const incident = incidentIn(found);
  return telling(incident, (words) => staleIncidentContent(words, incident, { since, length: sequence - since }));
};

/**
 * Returns true for a notice that leaves later than `teamPauseMs` after its creation; others report only their own news.
 */
const isLate = (ctx: Ctx, { createdAt }: NoticeRow): boolean => ctx.now() - createdAt > teamPauseMs;

async function scopeOf(ctx: Ctx, notice: NoticeRow): Promise<WorseningScope | null> {
  if (!isLate(ctx, notice)) return worseningScopeOf(notice);
  const [others] = await read(ctx, otherWorsenings(ctx, notice));
  return foldWorsening(notice, others);
}

/** Reports what is new of an incident since its last message, as far as it is still true. */
export const tellWorsenedIncident: TellChannel = async (ctx, notice) => {
  const { pageId, subjectId, createdAt: until } = notice;
  const scope = await scopeOf(ctx, notice);
  if (!scope) return emptyMessage;
  const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId, { since: scope.after, until }));
  if (!found || found.row.closed) return emptyMessage;
  const incident = incidentIn(found);
  const about = telling(incident, (words) => worsenedContent(words, incident, { ...scope, heard: incident.heard }));
  return { ...about, componentIds: [...new Set([...(about.componentIds ?? []), ...scope.componentIds])] };
};

/** Reports an incident that no monitor can end any more. */
export const tellUnwatchedIncident: TellChannel = async (ctx, { pageId, subjectId }) => {
  const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId));
  if (!found || found.row.closed) return emptyMessage;
  const incident = incidentIn(found);
  return telling(incident, (words) => unwatchedContent(words, incident));
};

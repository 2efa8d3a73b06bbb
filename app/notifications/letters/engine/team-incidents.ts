import { teamPause } from "~/alerts/settling/rules/incident-news";
import { lastWord } from "~/clock/queries/stale";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { incidentForTeam, otherWorsenings } from "../../queries/incident-told";
import type { NoticeRow } from "../../queries/notice";
import type { FiringIn, Touched } from "../../queries/published-news";
import { severityToChoose } from "../../rules/incident-severity";
import {
  type ToldIncident,
  toldOfDraft,
  toldOfIncident,
  toldOfStale,
  toldOfTakenBack,
  toldOfUnwatched,
  toldOfWorsened,
} from "../../rules/incident-told";
import type { TeamTold } from "../../rules/team-told";
import type { TeamWords } from "../../rules/team-words";
import { foldedWorsening, type WorseningScope, worseningIn } from "../../rules/worsening";
import { draftedOf, standingOf } from "./news";
import { nothing, shownOn, type Tell, type Telling, toldImpact } from "./published-message";

type Found = Awaited<ReturnType<typeof incidentForTeam>>[number];

/** A draft's components have the statuses that the draft gives them, because visitors do not see it yet. */
const componentOf = (touched: Touched, visibility: string) =>
  visibility === "draft" ? draftedOf(touched) : standingOf(touched);

const impactsOn = (touched: readonly Touched[], visibility: string) =>
  visibility === "draft" ? touched.map(({ given }) => ({ given, shown: null })) : shownOn(touched);

function incidentIn({ row, components, firing, given }: Found): ToldIncident & { heard: number } {
  const { count, heard, severities } = JSON.parse(firing) as FiringIn;
  const { id, title, titleSaid, alertTitle, editedParts, status, visibility } = row;
  const touched = JSON.parse(components) as Touched[];
  return {
    id,
    title,
    titleSaid,
    alertTitle,
    editedParts,
    status,
    visibility,
    impact: toldImpact(row, { components: impactsOn(touched, visibility), given: JSON.parse(given) as string[] }),
    components: touched.map((each) => componentOf(each, visibility)),
    affected: touched.filter(({ given }) => given !== "operational").map((each) => each.id),
    firing: count,
    heard,
    severities,
  };
}

/** Returns a message about an open incident, in one thread with all other messages about it. */
const telling = (incident: ToldIncident, told: (words: TeamWords) => TeamTold | null, open = true): Telling => ({
  told,
  open,
  componentIds: incident.components.map(({ id }) => id),
  severity: severityToChoose(incident.impact.worst, incident.severities),
});

export const ofIncident =
  (visibility: "draft" | "published"): Tell =>
  async (ctx, { pageId, subjectId }) => {
    const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId));
    if (found?.row.visibility !== visibility) return nothing;
    const incident = incidentIn(found);
    const told = visibility === "draft" ? toldOfDraft : toldOfIncident;
    return telling(incident, (words) => told(words, incident), !found.row.closed);
  };

/** Returns a message that closes the thread in every channel that has it, whatever the incident's severity. */
export const ofTakenBack =
  (visibility: "dismissed" | "withdrawn"): Tell =>
  async (ctx, { pageId, subjectId, scope }) => {
    const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId));
    if (found?.row.visibility !== visibility) return nothing;
    const incident = incidentIn(found);
    const how = visibility === "withdrawn" ? "withdrawn" : scope.recovered === true ? "recovered" : "dismissed";
    return { ...telling(incident, (words) => toldOfTakenBack(words, incident, how), false), severity: null };
  };

/** Returns nothing when someone has posted an update since, or has closed the incident. */
export const ofStale: Tell = async (ctx, { pageId, subjectId, scope, sequence }) => {
  const [[found], [word]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId), lastWord(ctx, pageId, subjectId));
  const since = Number(scope.since ?? 0);
  if (!found || !word || found.row.closed || word.at !== since) return nothing;
  const incident = incidentIn(found);
  return telling(incident, (words) => toldOfStale(words, incident, { since, length: sequence - since }));
};

/**
 * Returns true for a notice that leaves later than `teamPause` after its creation; others report only their own news.
 */
const isLate = (ctx: Ctx, { createdAt }: NoticeRow): boolean => ctx.now() - createdAt > teamPause;

async function scopeOf(ctx: Ctx, notice: NoticeRow): Promise<WorseningScope | null> {
  if (!isLate(ctx, notice)) return worseningIn(notice);
  const [others] = await read(ctx, otherWorsenings(ctx, notice));
  return foldedWorsening(notice, others);
}

/** Reports what is new of an incident since its last message, as far as it is still true. */
export const ofWorsened: Tell = async (ctx, notice) => {
  const { pageId, subjectId, createdAt: until } = notice;
  const scope = await scopeOf(ctx, notice);
  if (!scope) return nothing;
  const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId, { since: scope.after, until }));
  if (!found || found.row.closed) return nothing;
  const incident = incidentIn(found);
  const about = telling(incident, (words) => toldOfWorsened(words, incident, { ...scope, heard: incident.heard }));
  return { ...about, componentIds: [...new Set([...(about.componentIds ?? []), ...scope.componentIds])] };
};

/** Reports an incident that no monitor can end any more. */
export const ofUnwatched: Tell = async (ctx, { pageId, subjectId }) => {
  const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId));
  if (!found || found.row.closed) return nothing;
  const incident = incidentIn(found);
  return telling(incident, (words) => toldOfUnwatched(words, incident));
};

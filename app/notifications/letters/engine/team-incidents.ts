import { lastWord } from "~/clock/queries/stale";
import { read } from "~/db/read";
import { incidentForTeam } from "../../queries/incident-told";
import type { NoticeRow } from "../../queries/notice";
import type { FiringIn, Touched } from "../../queries/published-news";
import { severityToChoose } from "../../rules/incident-severity";
import {
  type ToldIncident,
  toldOfDraft,
  toldOfIncident,
  toldOfStale,
  toldOfUnwatched,
  toldOfWorsened,
  type Worsening,
} from "../../rules/incident-told";
import type { TeamTold } from "../../rules/team-told";
import type { TeamWords } from "../../rules/team-words";
import { draftedOf, standingOf } from "./news";
import { nothing, type Tell, type Telling, toldImpact } from "./published-message";

type Found = Awaited<ReturnType<typeof incidentForTeam>>[number];

/** Of a draft what it says of them: visitors see nothing of that yet. */
const componentOf = (touched: Touched, visibility: string) =>
  visibility === "draft" ? draftedOf(touched) : standingOf(touched);

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
    impact: toldImpact(row, { touched, given: JSON.parse(given) as string[] }),
    components: touched.map((each) => componentOf(each, visibility)),
    affected: touched.filter(({ given }) => given !== "operational").map((each) => each.id),
    firing: count,
    heard,
    severities,
  };
}

/** Of what is open: one thread with all else that is told of it. */
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

/** Not when somebody has had the word since, or closed it. */
export const ofStale: Tell = async (ctx, { pageId, subjectId, scope, sequence }) => {
  const [[found], [word]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId), lastWord(ctx, pageId, subjectId));
  const since = Number(scope.since ?? 0);
  if (!found || !word || found.row.closed || word.at !== since) return nothing;
  const incident = incidentIn(found);
  return telling(incident, (words) => toldOfStale(words, incident, { since, length: sequence - since }));
};

const worseningIn = ({ scope }: NoticeRow, heard: number): Worsening => ({
  heard,
  names: Number(scope.names ?? 0),
  componentIds: (scope.components ?? []) as string[],
  severity: (scope.severity ?? null) as string | null,
});

/** What is new of it since it was last told, as far as that is still so. */
export const ofWorsened: Tell = async (ctx, notice) => {
  const { pageId, subjectId, scope, createdAt: until } = notice;
  const since = Number(scope.after ?? 0);
  const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId, { since, until }));
  if (!found || found.row.closed) return nothing;
  const incident = incidentIn(found);
  const news = worseningIn(notice, incident.heard);
  const about = telling(incident, (words) => toldOfWorsened(words, incident, news));
  return { ...about, componentIds: [...new Set([...(about.componentIds ?? []), ...news.componentIds])] };
};

/** One that no monitor is left to end. */
export const ofUnwatched: Tell = async (ctx, { pageId, subjectId }) => {
  const [[found]] = await read(ctx, incidentForTeam(ctx, pageId, subjectId));
  if (!found || found.row.closed) return nothing;
  const incident = incidentIn(found);
  return telling(incident, (words) => toldOfUnwatched(words, incident));
};

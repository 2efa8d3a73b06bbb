import { read } from "~/db/read";
import { type IncidentRow, updatesOf } from "~/incidents/queries/incident";
import { worstImpact } from "~/incidents/rules/impact";
import { postmortemWord } from "~/incidents/rules/postmortem";
import { pageById } from "~/pages/queries/page";
import { toImpact } from "~/status/status";
import { incidentContent } from "../../print/incident";
import type { UpdateFact } from "../../print/update-parts";
import { incidentToTell, standings } from "../../queries/letter-facts";
import { impactsOf } from "../../rules/present-impact";
import { type MailedUpdate, newsOf, type SubjectMailFacts, standingOf } from "./news";
import { isOver, subscriberIncidentContent } from "./subscriber-content";
import { subscriberLetterWriter } from "./subscriber-writer";
import { brandOf, type LetterTask, type LetterWriter, type MakeWriter, newest } from "./writer";

/** The columns of an incident that its emails use. */
export type MailedIncident = Pick<
  IncidentRow,
  | "id"
  | "title"
  | "titleSaid"
  | "status"
  | "impact"
  | "impactOverride"
  | "startedAt"
  | "nextUpdateAt"
  | "postmortem"
  | "postmortemHtml"
  | "postmortemText"
  | "postmortemPublishedAt"
  | "updatedAt"
>;

/**
 * Returns the postmortem as the newest update when one of the notices is about it. Null when the postmortem was
 * withdrawn meanwhile and there is no other news.
 */
function postmortemOf(row: MailedIncident, notices: LetterTask["notices"]): UpdateFact[] | null {
  const about = notices.filter((each) => each.kind === "incident_postmortem");
  if (about.length === 0) return [];
  if (row.postmortem !== "published") return about.length === notices.length ? null : [];
  const { id, postmortemHtml: html, postmortemText: text, postmortemPublishedAt } = row;
  return [{ id, status: postmortemWord, html, text, at: postmortemPublishedAt ?? row.updatedAt, changes: [] }];
}

/** Returns the worst impact; emails state it even after the incident is resolved. */
const worstOf = ({ impact, impactOverride }: MailedIncident, updates: readonly MailedUpdate[]) =>
  worstImpact({
    impact: toImpact(impact),
    impactOverride: impactOverride === null ? null : toImpact(impactOverride),
    components: [],
    updates: updates.map(({ changes = [] }) => ({ changes })),
  });

/** The data from which an incident's emails are written. */
export interface IncidentMailFacts extends SubjectMailFacts {
  row: MailedIncident;
}

/** Returns null when there is nothing left to say about the incident. */
export function writeIncident(task: LetterTask, read: IncidentMailFacts): LetterWriter | null {
  const { ctx, notices } = task;
  const { page, row, toldBefore: before, updates } = read;
  const written = postmortemOf(row, notices);
  if (written === null) return null;
  const brand = brandOf(ctx, page);
  const { fresh, earlier } = newsOf(updates, { before, until: newest(task).createdAt });
  const { id, title, titleSaid, startedAt, nextUpdateAt: promised } = row;
  const status = written[0]?.status ?? fresh[0]?.status ?? row.status;
  const impact = impactsOf({
    impact: worstOf(row, updates),
    impactOverride: row.impactOverride,
    components: read.components.map((each) => ({ given: each.given, shown: standingOf(each).status })),
    isOver: isOver(status),
  });
  const facts = {
    brand,
    id,
    url: `${brand.url}/incidents/${id}`,
    title,
    titleSaid,
    status,
    impact: impact.worst,
    impactNow: impact.now,
    startedAt,
    nextUpdateAt: promised !== null && promised > ctx.now() ? promised : null,
    fresh: [...written, ...fresh],
    earlier,
    components: read.components.map(standingOf),
  };
  const content = incidentContent.bind(null, facts);
  return subscriberLetterWriter(task, { brand, read, content, told: subscriberIncidentContent.bind(null, facts) });
}

/** Reads the facts in four statements, once for all recipients; null when the incident is no longer visible. */
export const incidentWriter: MakeWriter = async (task) => {
  const { ctx, notices } = task;
  const { pageId, subjectId } = newest(task);
  const [[page], [found], rows, components] = await read(
    ctx,
    pageById(ctx, pageId),
    incidentToTell(ctx, pageId, subjectId, notices[0]),
    updatesOf(ctx, pageId, subjectId),
    standings(ctx, pageId, subjectId),
  );
  if (!page || !found) return null;
  return writeIncident(task, { page, ...found, updates: rows.map(({ row }) => row), components });
};

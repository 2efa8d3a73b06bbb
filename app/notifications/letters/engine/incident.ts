import { readBatch } from "~/db/read";
import { type IncidentRow, updatesOfIncidentQuery } from "~/incidents/queries/incident";
import { worstImpact } from "~/incidents/rules/impact";
import { postmortemWord } from "~/incidents/rules/postmortem";
import { pageByIdQuery } from "~/pages/queries/page";
import { toImpact } from "~/status/status";
import { incidentEmailContent } from "../../print/incident";
import type { EmailUpdate } from "../../print/update-parts";
import { componentLayersOfSubjectQuery, incidentForEmailQuery } from "../../queries/letter-facts";
import { incidentImpactsOf } from "../../rules/present-impact";
import { type MailedUpdate, type SubjectEmailRows, splitNewAndEarlierUpdates, visibleComponentStatusOf } from "./news";
import { isFinishedEventStatus, subscriberIncidentContent } from "./subscriber-content";
import { subscriberLetterWriter } from "./subscriber-writer";
import { type EmailWriter, type EmailWriterTask, emailBrandOf, type MakeEmailWriter, newestNotice } from "./writer";

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
 * Returns the postmortem as the newest update when one of the notices is about it. Null when the postmortem has been
 * withdrawn and there is no other news.
 */
function postmortemOf(row: MailedIncident, notices: EmailWriterTask["notices"]): EmailUpdate[] | null {
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
export interface IncidentEmailRows extends SubjectEmailRows {
  row: MailedIncident;
}

/** Returns null when nothing is left to send about the incident. */
export function writeIncidentEmail(task: EmailWriterTask, read: IncidentEmailRows): EmailWriter | null {
  const { ctx, notices } = task;
  const { page, row, toldBefore: before, updates } = read;
  const written = postmortemOf(row, notices);
  if (written === null) return null;
  const brand = emailBrandOf(ctx, page);
  const { fresh, earlier } = splitNewAndEarlierUpdates(updates, { before, until: newestNotice(task).createdAt });
  const { id, title, titleSaid, startedAt, nextUpdateAt: promised } = row;
  const status = written[0]?.status ?? fresh[0]?.status ?? row.status;
  const impact = incidentImpactsOf({
    impact: worstOf(row, updates),
    impactOverride: row.impactOverride,
    components: read.components.map((each) => ({ given: each.given, shown: visibleComponentStatusOf(each).status })),
    isOver: isFinishedEventStatus(status),
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
    components: read.components.map(visibleComponentStatusOf),
  };
  const content = incidentEmailContent.bind(null, facts);
  return subscriberLetterWriter(task, { brand, read, content, told: subscriberIncidentContent.bind(null, facts) });
}

/** Reads the facts in four statements, once for all recipients; null when the incident is no longer visible. */
export const incidentEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx, notices } = task;
  const { pageId, subjectId } = newestNotice(task);
  const [[page], [found], rows, components] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    incidentForEmailQuery(ctx, pageId, subjectId, notices[0]),
    updatesOfIncidentQuery(ctx, pageId, subjectId),
    componentLayersOfSubjectQuery(ctx, pageId, subjectId),
  );
  if (!page || !found) return null;
  return writeIncidentEmail(task, { page, ...found, updates: rows.map(({ row }) => row), components });
};

import { readBatch } from "~/db/read";
import type { maintenanceTable } from "~/db/schema";
import { pageByIdQuery } from "~/pages/queries/page";
import { type MaintenanceNewsKind, maintenanceEmailContent } from "../../print/maintenance";
import {
  componentLayersOfSubjectQuery,
  maintenanceForEmailQuery,
  updatesOfMaintenanceQuery,
} from "../../queries/letter-facts";
import {
  componentStatusDuringMaintenance,
  type SubjectEmailRows,
  splitNewAndEarlierUpdates,
  visibleComponentStatusOf,
} from "./news";
import { subscriberMaintenanceContent } from "./subscriber-content";
import { subscriberLetterWriter } from "./subscriber-writer";
import { type EmailWriter, type EmailWriterTask, emailBrandOf, type MakeEmailWriter, newestNotice } from "./writer";

/** The columns of a maintenance that its emails use. */
type MailedMaintenance = Pick<
  typeof maintenanceTable.$inferSelect,
  "id" | "title" | "bodyHtml" | "bodyText" | "startsAt" | "endsAt" | "status"
>;

/**
 * News that a later status makes obsolete, by that status. A subscriber who was never notified of the schedule gets no
 * email that it is cancelled.
 */
const overtaken: Record<string, readonly MaintenanceNewsKind[]> = {
  in_progress: ["reminder"],
  verifying: ["reminder"],
  cancelled: ["scheduled", "reminder", "in_progress", "update", "completed"],
  completed: ["scheduled", "reminder", "in_progress"],
};

/** The data from which a maintenance's emails are written. */
export interface MaintenanceEmailRows extends SubjectEmailRows {
  row: MailedMaintenance;
}

/** Returns null when another email reports the newer status. */
export function writeMaintenanceEmail(task: EmailWriterTask, read: MaintenanceEmailRows): EmailWriter | null {
  const { ctx, masked } = task;
  const { kind, createdAt: until } = newestNotice(task);
  const { page, row, toldBefore: before, updates } = read;
  const news = kind.replace("maintenance_", "") as MaintenanceNewsKind;
  if (!masked && overtaken[row.status]?.includes(news)) return null;
  const brand = emailBrandOf(ctx, page);
  const { id, title, bodyHtml, bodyText, startsAt, endsAt, status } = row;
  const facts = {
    brand,
    id,
    url: `${brand.url}/maintenances/${id}`,
    news,
    title,
    html: bodyHtml,
    text: bodyText,
    startsAt,
    endsAt,
    ...splitNewAndEarlierUpdates(updates, { before, until }),
    status,
    components: read.components.map(
      status === "scheduled" ? componentStatusDuringMaintenance : visibleComponentStatusOf,
    ),
  };
  const content = maintenanceEmailContent.bind(null, facts);
  return subscriberLetterWriter(task, { brand, read, content, told: subscriberMaintenanceContent.bind(null, facts) });
}

/**
 * Reads the facts in four statements, once for all recipients; null when the maintenance was deleted or another email
 * reports its newer status.
 */
export const maintenanceEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx, notices } = task;
  const { pageId, subjectId } = newestNotice(task);
  const [[page], [found], updates, components] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    maintenanceForEmailQuery(ctx, pageId, subjectId, notices[0]),
    updatesOfMaintenanceQuery(ctx, pageId, subjectId),
    componentLayersOfSubjectQuery(ctx, pageId, subjectId),
  );
  return page && found ? writeMaintenanceEmail(task, { page, ...found, updates, components }) : null;
};

import { read } from "~/db/read";
import type { maintenance } from "~/db/schema";
import { pageById } from "~/pages/queries/page";
import { type MaintenanceNews, maintenanceContent } from "../../print/maintenance";
import { maintenanceToTell, maintenanceUpdatesOf, standings } from "../../queries/letter-facts";
import { newsOf, plannedStatusOf, type SubjectMailFacts, standingOf } from "./news";
import { subscriberMaintenanceContent } from "./subscriber-content";
import { subscriberLetterWriter } from "./subscriber-writer";
import { brandOf, type LetterTask, type LetterWriter, type MakeWriter, newest } from "./writer";

/** The columns of a maintenance that its emails use. */
type MailedMaintenance = Pick<
  typeof maintenance.$inferSelect,
  "id" | "title" | "bodyHtml" | "bodyText" | "startsAt" | "endsAt" | "status"
>;

/**
 * News that a later status makes obsolete, by that status. A subscriber who was never notified of the schedule gets no
 * email that it is cancelled.
 */
const overtaken: Record<string, readonly MaintenanceNews[]> = {
  in_progress: ["reminder"],
  verifying: ["reminder"],
  cancelled: ["scheduled", "reminder", "in_progress", "update", "completed"],
  completed: ["scheduled", "reminder", "in_progress"],
};

/** The data from which a maintenance's emails are written. */
export interface MaintenanceMailFacts extends SubjectMailFacts {
  row: MailedMaintenance;
}

/** Returns null when another email reports the newer status. */
export function writeMaintenance(task: LetterTask, read: MaintenanceMailFacts): LetterWriter | null {
  const { ctx, masked } = task;
  const { kind, createdAt: until } = newest(task);
  const { page, row, toldBefore: before, updates } = read;
  const news = kind.replace("maintenance_", "") as MaintenanceNews;
  if (!masked && overtaken[row.status]?.includes(news)) return null;
  const brand = brandOf(ctx, page);
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
    ...newsOf(updates, { before, until }),
    status,
    components: read.components.map(status === "scheduled" ? plannedStatusOf : standingOf),
  };
  const content = maintenanceContent.bind(null, facts);
  return subscriberLetterWriter(task, { brand, read, content, told: subscriberMaintenanceContent.bind(null, facts) });
}

/**
 * Reads the facts in four statements, once for all recipients; null when the maintenance was deleted or another email
 * reports its newer status.
 */
export const maintenanceWriter: MakeWriter = async (task) => {
  const { ctx, notices } = task;
  const { pageId, subjectId } = newest(task);
  const [[page], [found], updates, components] = await read(
    ctx,
    pageById(ctx, pageId),
    maintenanceToTell(ctx, pageId, subjectId, notices[0]),
    maintenanceUpdatesOf(ctx, pageId, subjectId),
    standings(ctx, pageId, subjectId),
  );
  return page && found ? writeMaintenance(task, { page, ...found, updates, components }) : null;
};

import { maintenanceToTell, maintenanceUpdatesOf, standings } from "~/db/queries/letter-facts";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { type MaintenanceNews, maintenanceContent } from "~/letters/maintenance";
import { newsOf, plannedOf, standingOf } from "./news";
import { subscriberWriter } from "./subscriber-writer";
import { toldOfMaintenance } from "./told-elsewhere";
import { brandOf, type MakeWriter, newest } from "./writer";

/** What was announced may be overtaken: who was not told of a plan is not told that it is off by that mail. */
const overtaken: Record<string, readonly MaintenanceNews[]> = {
  in_progress: ["reminder"],
  verifying: ["reminder"],
  cancelled: ["scheduled", "reminder", "in_progress", "update", "completed"],
  completed: ["scheduled", "reminder", "in_progress"],
};

/** Facts in four statements, once for all recipients; null when it is gone or another mail says what became of it. */
export const maintenanceWriter: MakeWriter = async (task) => {
  const { ctx, notices, masked } = task;
  const { pageId, subjectId, kind, createdAt: until } = newest(task);
  const [[page], [found], rows, components] = await read(
    ctx,
    pageById(ctx, pageId),
    maintenanceToTell(ctx, pageId, subjectId, notices[0]),
    maintenanceUpdatesOf(ctx, pageId, subjectId),
    standings(ctx, pageId, subjectId),
  );
  if (!page || !found) return null;
  const news = kind.replace("maintenance_", "") as MaintenanceNews;
  if (!masked && overtaken[found.row.status]?.includes(news)) return null;
  const brand = brandOf(ctx, page);
  const { id, title, bodyHtml, bodyText, startsAt, endsAt } = found.row;
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
    ...newsOf(rows, { before: found.toldBefore, until }),
    status: found.row.status,
    components: components.map(found.row.status === "scheduled" ? plannedOf : standingOf),
  };
  const { language, timeZone } = page;
  const content = maintenanceContent.bind(null, facts);
  return subscriberWriter(task, { brand, language, timeZone, content, told: toldOfMaintenance.bind(null, facts) });
};

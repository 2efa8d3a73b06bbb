import { updatesOf } from "~/db/queries/incident";
import { incidentToTell, standings } from "~/db/queries/letter-facts";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { incidentContent } from "~/letters/incident";
import { toImpact } from "~/rules/status";
import { newsOf, standingOf } from "./news";
import { subscriberWriter } from "./subscriber-writer";
import { brandOf, type MakeWriter, newest } from "./writer";

/** Facts in four statements, once for all recipients; null when the incident is no longer to be seen. */
export const incidentWriter: MakeWriter = async (task) => {
  const { ctx, notices } = task;
  const { pageId, subjectId, createdAt: until } = newest(task);
  const [[page], [found], rows, components] = await read(
    ctx,
    pageById(ctx, pageId),
    incidentToTell(ctx, pageId, subjectId, notices[0].createdAt),
    updatesOf(ctx, pageId, subjectId),
    standings(ctx, pageId, subjectId),
  );
  if (!page || !found) return null;
  const brand = brandOf(ctx, page);
  const updates = rows.map(({ row }) => row);
  const { fresh, earlier } = newsOf(updates, { before: found.toldBefore, until });
  const { id, title, impact, startedAt } = found.row;
  const facts = {
    brand,
    url: `${brand.url}/incidents/${id}`,
    title,
    status: fresh[0]?.status ?? found.row.status,
    impact: toImpact(impact),
    startedAt,
    fresh,
    earlier,
    components: components.map(standingOf),
  };
  const { language, timeZone } = page;
  const content = incidentContent.bind(null, facts);
  return subscriberWriter(task, { brand, language, timeZone, content });
};

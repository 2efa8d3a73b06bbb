import { readBatch } from "~/db/read";
import { pageByIdQuery } from "~/pages/queries/page";
import { incidentLeadEmailContent } from "../../print/incident-lead";
import { leadHandoverQuery, localeOfPersonQuery } from "../../queries/letter-facts";
import { singleEmailWriter } from "./single";
import { emailBrandOf, type MakeEmailWriter, newestNotice } from "./writer";

/**
 * Writes the email to a member to whom the lead of an incident was handed over, with the private note if it still
 * exists; null when they no longer lead it.
 */
export const incidentLeadEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx } = task;
  const { pageId, scope } = newestNotice(task);
  const personId = String(scope.person_id);
  const [[page], [handed], [person]] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    leadHandoverQuery(ctx, pageId, {
      id: String(scope.incident_id),
      by: String(scope.by ?? ""),
      noteId: String(scope.note_id ?? ""),
    }),
    localeOfPersonQuery(ctx, personId),
  );
  if (!page || handed?.leadId !== personId) return null;
  const brand = emailBrandOf(ctx, page);
  const url = `${ctx.config.origin}/manage/${page.slug}/incidents/${handed.id}`;
  return singleEmailWriter(ctx, {
    fromName: brand.name,
    written: page.language,
    language: person?.language ?? page.language,
    timeZone: person?.timeZone ?? page.timeZone,
    content: (reader) => incidentLeadEmailContent({ brand, url, ...handed }, reader),
  });
};

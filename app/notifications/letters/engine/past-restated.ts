import { readBatch } from "~/db/read";
import { pageByIdQuery } from "~/pages/queries/page";
import { restatingEmailContent } from "../../print/past-restated";
import { localeOfPersonQuery } from "../../queries/letter-facts";
import { singleEmailWriter } from "./single";
import { emailBrandOf, type MakeEmailWriter, newestNotice } from "./writer";

/**
 * Writes the email that warns an owner that the page's history is about to be restated; null when the page no longer
 * exists.
 */
export const restatingEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx } = task;
  const { pageId, scope } = newestNotice(task);
  const [[page], [person]] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    localeOfPersonQuery(ctx, String(scope.person_id)),
  );
  if (!page) return null;
  const brand = emailBrandOf(ctx, page);
  const facts = { brand, url: `${ctx.config.origin}/manage/${page.slug}#past`, startsAt: Number(scope.starts) };
  return singleEmailWriter(ctx, {
    fromName: brand.name,
    written: page.language,
    language: person?.language ?? page.language,
    timeZone: person?.timeZone ?? page.timeZone,
    content: (reader) => restatingEmailContent(facts, reader),
  });
};

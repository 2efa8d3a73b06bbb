import { read } from "~/db/read";
import { pageById } from "~/pages/queries/page";
import { pastRestatedContent } from "../../print/past-restated";
import { localeOf } from "../../queries/letter-facts";
import { singleWriter } from "./single";
import { brandOf, type MakeWriter, newest } from "./writer";

/**
 * Writes the email that warns an owner that the page's history is about to be restated; null when the page no longer
 * exists.
 */
export const pastRestatedWriter: MakeWriter = async (task) => {
  const { ctx } = task;
  const { pageId, scope } = newest(task);
  const [[page], [person]] = await read(ctx, pageById(ctx, pageId), localeOf(ctx, String(scope.person_id)));
  if (!page) return null;
  const brand = brandOf(ctx, page);
  const facts = { brand, url: `${ctx.config.origin}/manage/${page.slug}#past`, startsAt: Number(scope.starts) };
  return singleWriter(ctx, {
    fromName: brand.name,
    written: page.language,
    language: person?.language ?? page.language,
    timeZone: person?.timeZone ?? page.timeZone,
    content: (reader) => pastRestatedContent(facts, reader),
  });
};

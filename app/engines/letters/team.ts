import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { teamContent } from "~/letters/team";
import { singleWriter } from "./single";
import { teamMessage } from "./team-message";
import { brandOf, type MakeWriter, newest, rootOf } from "./writer";

/** null when there is nothing to act on any more. */
export const teamWriter: MakeWriter = async (task) => {
  const { ctx } = task;
  const notice = newest(task);
  const message = await teamMessage(ctx, notice);
  const [[page]] = await read(ctx, pageById(ctx, notice.pageId));
  if (!message || !page) return null;
  const brand = brandOf(ctx, page);
  const { language, timeZone } = page;
  const content = teamContent.bind(null, { ...message, brand });
  return singleWriter(ctx, {
    fromName: brand.name,
    language,
    timeZone,
    content: (reader) => content(reader),
    root: (recipient) => rootOf(ctx, notice.subjectId, recipient),
  });
};

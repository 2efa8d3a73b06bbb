import { readWords } from "~/i18n/words";
import { teamContent } from "../../print/team";
import { singleWriter } from "./single";
import { teamTeller } from "./team-message";
import { brandOf, type MakeWriter, newest, rootOf } from "./writer";

/**
 * Returns null when there is nothing left to act on. Each team member gets it in the language and time zone of their
 * account.
 */
export const teamWriter: MakeWriter = async (task) => {
  const { ctx } = task;
  const notice = newest(task);
  const found = await teamTeller(ctx, notice);
  if (!found) return null;
  const { page, teller } = found;
  const { language, timeZone } = page;
  const usual = teller(await readWords(ctx, language), timeZone);
  if (!usual) return null;
  const brand = brandOf(ctx, page);
  return singleWriter(ctx, {
    fromName: brand.name,
    language,
    timeZone,
    content: (reader, _recipient, zone) => teamContent({ ...(teller(reader.words, zone) ?? usual), brand }, reader),
    root: (recipient) => rootOf(ctx, notice.subjectId, recipient),
  });
};

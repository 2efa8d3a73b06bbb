import { readWords } from "~/i18n/words";
import { teamEmailContent } from "../../print/team";
import { singleEmailWriter } from "./single";
import { readTeamMessageComposer } from "./team-message";
import { emailBrandOf, type MakeEmailWriter, newestNotice, threadMessageIdOf } from "./writer";

/**
 * Returns null when there is nothing left to act on. Each team member gets it in the language and time zone of their
 * account.
 */
export const teamEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx } = task;
  const notice = newestNotice(task);
  const found = await readTeamMessageComposer(ctx, notice);
  if (!found) return null;
  const { page, teller } = found;
  const { language, timeZone } = page;
  const usual = teller(await readWords(ctx, language), timeZone);
  if (!usual) return null;
  const brand = emailBrandOf(ctx, page);
  return singleEmailWriter(ctx, {
    fromName: brand.name,
    language,
    timeZone,
    content: (reader, _recipient, zone) =>
      teamEmailContent({ ...(teller(reader.words, zone) ?? usual), brand }, reader),
    root: (recipient) => threadMessageIdOf(ctx, notice.subjectId, recipient),
  });
};

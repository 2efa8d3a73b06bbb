import { readWords } from "~/i18n/words";
import { teamEmailContent } from "../../print/team";
import { makeAcknowledgeToken } from "./acknowledge-link";
import { singleEmailWriter } from "./single";
import { readTeamMessageComposer } from "./team-message";
import { emailBrandOf, type MakeEmailWriter, maskedTokenText, newestNotice, recipientIdOf } from "./writer";

/**
 * Writes the team's message with a button that acknowledges without signing in. Null when nothing is left to
 * acknowledge.
 */
export const unacknowledgedEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx, masked } = task;
  const notice = newestNotice(task);
  const found = await readTeamMessageComposer(ctx, notice);
  const usual = found?.teller(await readWords(ctx, found.page.language), found.page.timeZone);
  if (!found || !usual) return null;
  const { page, teller } = found;
  const { language, timeZone } = page;
  const brand = emailBrandOf(ctx, page);
  const { id: noticeId, pageId, expiresAt } = notice;
  return singleEmailWriter(ctx, {
    fromName: brand.name,
    language,
    timeZone,
    async content(reader, recipient, zone) {
      const { t } = reader.words;
      const token = masked
        ? maskedTokenText
        : await makeAcknowledgeToken(ctx, { pageId, noticeId, personId: recipientIdOf(recipient), expiresAt });
      const url = `${ctx.config.origin}/manage/acknowledge/${token}`;
      const told = teamEmailContent({ ...(teller(reader.words, zone) ?? usual), brand }, reader);
      return {
        ...told,
        blocks: [
          ...told.blocks.filter(({ kind }) => kind !== "button"),
          { kind: "button", text: t("team.acknowledge"), url },
          { kind: "note", text: t("team.acknowledge_until", { time: reader.times.instant(expiresAt) }) },
        ],
        links: [usual.link],
      };
    },
  });
};

import { readWords } from "~/i18n/words";
import { teamContent } from "../../print/team";
import { acknowledgeToken } from "./acknowledge-link";
import { singleWriter } from "./single";
import { teamTeller } from "./team-message";
import { brandOf, idOf, type MakeWriter, mask, newest } from "./writer";

/**
 * Writes the team's message with a button that acknowledges without signing in. Null when nothing is left to
 * acknowledge.
 */
export const unacknowledgedWriter: MakeWriter = async (task) => {
  const { ctx, masked } = task;
  const notice = newest(task);
  const found = await teamTeller(ctx, notice);
  const usual = found?.teller(await readWords(ctx, found.page.language), found.page.timeZone);
  if (!found || !usual) return null;
  const { page, teller } = found;
  const { language, timeZone } = page;
  const brand = brandOf(ctx, page);
  const { id: noticeId, pageId, expiresAt } = notice;
  return singleWriter(ctx, {
    fromName: brand.name,
    language,
    timeZone,
    async content(reader, recipient, zone) {
      const { t } = reader.words;
      const token = masked
        ? mask
        : await acknowledgeToken(ctx, { pageId, noticeId, personId: idOf(recipient), expiresAt });
      const url = `${ctx.config.origin}/manage/acknowledge/${token}`;
      const told = teamContent({ ...(teller(reader.words, zone) ?? usual), brand }, reader);
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

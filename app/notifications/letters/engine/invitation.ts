import { readBatch } from "~/db/read";
import { pageByIdQuery } from "~/pages/queries/page";
import { invitationEmailContent } from "../../print/invitation";
import { pendingInvitationQuery } from "../../queries/letter-facts";
import { openSealedScope, singleEmailWriter } from "./single";
import { emailBrandOf, type MakeEmailWriter, maskedTokenText, newestNotice } from "./writer";

/** Returns null when the invitation was accepted or revoked, or has expired. */
export const invitationEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx, masked } = task;
  const notice = newestNotice(task);
  const token = masked ? maskedTokenText : (await openSealedScope(ctx, notice))?.token;
  if (!token) return null;
  const by = masked ? { id: notice.subjectId } : { tokenHash: await ctx.secrets.hash(token) };
  const [[page], [found]] = await readBatch(
    ctx,
    pageByIdQuery(ctx, notice.pageId),
    pendingInvitationQuery(ctx, notice.pageId, by, ctx.now()),
  );
  if (!page || !found) return null;
  const brand = emailBrandOf(ctx, page);
  const facts = {
    brand,
    url: `${ctx.config.origin}/manage/invitations/${token}`,
    role: found.role,
    invitedBy: found.inviter,
    expiresAt: found.expiresAt,
  };
  const language = found.language ?? page.language;
  const timeZone = found.timeZone ?? page.timeZone;
  const content = invitationEmailContent.bind(null, facts);
  const whose = { fromName: brand.name, written: page.language };
  return singleEmailWriter(ctx, { ...whose, language, timeZone, content: (reader) => content(reader) });
};

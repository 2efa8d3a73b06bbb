import { read } from "~/db/read";
import { pageById } from "~/pages/queries/page";
import { invitationContent } from "../../print/invitation";
import { openInvitation } from "../../queries/letter-facts";
import { openSealedScope, singleWriter } from "./single";
import { brandOf, type MakeWriter, mask, newest } from "./writer";

/** Returns null when the invitation was accepted or revoked, or has expired. */
export const invitationWriter: MakeWriter = async (task) => {
  const { ctx, masked } = task;
  const notice = newest(task);
  const token = masked ? mask : (await openSealedScope(ctx, notice))?.token;
  if (!token) return null;
  const by = masked ? { id: notice.subjectId } : { tokenHash: await ctx.secrets.hash(token) };
  const [[page], [found]] = await read(
    ctx,
    pageById(ctx, notice.pageId),
    openInvitation(ctx, notice.pageId, by, ctx.now()),
  );
  if (!page || !found) return null;
  const brand = brandOf(ctx, page);
  const facts = {
    brand,
    url: `${ctx.config.origin}/manage/invitations/${token}`,
    role: found.role,
    invitedBy: found.inviter,
    expiresAt: found.expiresAt,
  };
  const language = found.language ?? page.language;
  const timeZone = found.timeZone ?? page.timeZone;
  const content = invitationContent.bind(null, facts);
  const whose = { fromName: brand.name, written: page.language };
  return singleWriter(ctx, { ...whose, language, timeZone, content: (reader) => content(reader) });
};

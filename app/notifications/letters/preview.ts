import { permitOperator, permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { goneFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import type { EmailRecipient, RenderedEmail } from "../print/letter";
import { noticeByIdQuery, noticesByIdsQuery } from "../queries/notice";
import type { NoticeAudienceKind } from "../rules/notice";
import { emailWriterForKind } from "./engine/write";

export interface NoticeEmailPreview extends RenderedEmail {
  /** Sample address. */
  to: string;
  /** Language of the email, which is the page's. */
  language: string;
}

const address = "reader@example.com";

interface LocalePlace {
  language: string;
  timeZone: string;
}

function sampleOf(audience: NoticeAudienceKind, pageId: string, place: LocalePlace): EmailRecipient {
  if (audience === "subscribers" || audience === "subscriber") {
    return { kind: "subscriber", id: "sample", pageId, address, generation: 0, ...place };
  }
  return audience === "address"
    ? { kind: "address", address }
    : { kind: "person", id: "sample", address, name: "", ...place };
}

/**
 * Returns a notice's email as a reader with the page's language and zone gets it; dots replace links and codes that
 * grant access. Failures: missing; gone when nothing is left to send. With `pageId` "" for operators only.
 */
export async function previewNoticeEmail(
  ctx: Ctx,
  { pageId, noticeId }: { pageId: string; noticeId: string },
): Promise<Result<NoticeEmailPreview>> {
  const may = pageId === "" ? permitOperator(ctx.actor) : permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[notice], [page]] = await readBatch(ctx, noticeByIdQuery(ctx, pageId, noticeId), pageByIdQuery(ctx, pageId));
  if (!notice) return missingFailure;
  const carried = Array.isArray(notice.scope.with) ? notice.scope.with.map(String) : [];
  const [digested] = carried.length > 0 ? await readBatch(ctx, noticesByIdsQuery(ctx, carried)) : [[]];
  const [first, ...rest] = [...digested, notice];
  const writer = await emailWriterForKind(notice.kind)({ ctx, notices: [first ?? notice, ...rest], masked: true });
  if (!writer) return goneFailure;
  const place = { language: page?.language ?? "en", timeZone: page?.timeZone ?? "Etc/UTC" };
  const letter = await writer.write(sampleOf(notice.audience, pageId, place));
  return ok({ ...letter, to: address, language: place.language });
}

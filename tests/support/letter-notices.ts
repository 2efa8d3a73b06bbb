import { readBatch } from "~/db/read";
import { noticeTable } from "~/db/schema";
import { noticeForPreview } from "~/notifications/letters/engine/preview-subject";
import type { EmailRecipient } from "~/notifications/print/letter";
import { noticesByIdsQuery } from "~/notifications/queries/notice";
import { isMailedNotice } from "~/notifications/rules/notice";
import type { Desk } from "./desk";

/** Returns all notices of the deployment, oldest first. */
export async function bornNotices({ deployment }: Desk) {
  const ctx = deployment.ctx();
  const [ids] = await readBatch(ctx, ctx.db.select({ id: noticeTable.id }).from(noticeTable));
  const [rows] = await readBatch(
    ctx,
    noticesByIdsQuery(
      ctx,
      ids.map(({ id }) => id),
    ),
  );
  return rows.filter(isMailedNotice);
}

export const readerOn = (desk: Desk, over: Partial<Extract<EmailRecipient, { kind: "subscriber" }>> = {}) => ({
  kind: "subscriber" as const,
  id: "sub1",
  pageId: desk.pageId,
  address: "ada@example.com",
  language: "en",
  timeZone: "Asia/Tokyo",
  generation: 2,
  ...over,
});

/** Returns a new notice. */
export function bornOf(desk: Desk, over: Partial<typeof noticeTable.$inferSelect>): typeof noticeTable.$inferSelect {
  const subject = { pageId: desk.pageId, subjectId: "sub1", kind: "incident_update", componentIds: [] } as const;
  const { deployment } = desk;
  return {
    ...noticeForPreview(deployment.ctx(), subject),
    id: "n1",
    kind: "subscriber_confirm",
    sequence: 1,
    audience: "subscriber",
    way: null,
    scope: {},
    expiresAt: deployment.clock.now + 86_400_000,
    ...over,
  };
}

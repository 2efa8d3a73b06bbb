import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { EmailRecipient } from "../print/letter";
import type { NoticeRow } from "../queries/notice";
import { peopleStillToNotifyQuery, subscribersStillToNotifyQuery } from "../queries/recipients";

export interface NoticeAddressee {
  recipient: EmailRecipient;
  /** Emails in a row that had failed before this one. */
  failures: number;
  /** Earliest time at which the endpoint accepts the next call, as it requested, UTC ms. */
  retryAt?: number | null;
}

async function subscribers(ctx: Ctx, notice: NoticeRow, ids: readonly string[]): Promise<[string, NoticeAddressee][]> {
  const { pageId } = notice;
  const [rows] = await readBatch(
    ctx,
    subscribersStillToNotifyQuery(ctx, pageId, ids, notice.audience === "subscriber"),
  );
  return rows.flatMap(({ failures, retryAt, address, ...row }) =>
    address === null
      ? []
      : [[row.id, { recipient: { kind: "subscriber", pageId, address, ...row }, failures, retryAt }]],
  );
}

/** True when only people who still act on the page are notified. */
const isOfTeam = ({ audience, kind }: NoticeRow) => audience === "team" || kind === "alert_unacknowledged";

async function people(ctx: Ctx, notice: NoticeRow, ids: readonly string[]): Promise<[string, NoticeAddressee][]> {
  const [rows] = await readBatch(ctx, peopleStillToNotifyQuery(ctx, ids, isOfTeam(notice) ? notice.pageId : null));
  return rows.flatMap(({ address, ...row }) =>
    address === null ? [] : [[row.id, { recipient: { kind: "person", address, ...row }, failures: 0 }]],
  );
}

/**
 * Returns the one person without an account whom the notice names in its encrypted scope: either invited, or verifying
 * an address. Empty when the secret that encrypted it no longer exists.
 */
async function stranger(ctx: Ctx, { scope }: NoticeRow, ids: readonly string[]): Promise<[string, NoticeAddressee][]> {
  if (typeof scope.sealed !== "string") return [];
  const text = await ctx.secrets.open(scope.sealed);
  if (text === null) ctx.log.warn("notice.unreadable");
  if (text === null) return [];
  const { address } = JSON.parse(text) as { address: string };
  return ids.map((id) => [id, { recipient: { kind: "address", address }, failures: 0 }]);
}

/** Returns the recipients of a batch who are still to be notified, by id. At most one statement. */
export async function readNoticeAddresseeById(
  ctx: Ctx,
  notice: NoticeRow,
  ids: readonly string[],
): Promise<Map<string, NoticeAddressee>> {
  if (ids.length === 0) return new Map();
  if (notice.audience === "address") return new Map(await stranger(ctx, notice, ids));
  const ofPeople = notice.audience === "team" || notice.audience === "person";
  return new Map(await (ofPeople ? people : subscribers)(ctx, notice, ids));
}

import { permitRole } from "~/access/permission";
import { rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import type { ChannelAttempt } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ChannelDeliveryRow, deliveriesOfChannelQuery } from "./queries/channel";

export interface ListedChannelDelivery {
  /** Id of the notice that it carries. */
  id: string;
  /** Kind of the notice; `test`; null when the notice was deleted. */
  kind: string | null;
  /** Title of the incident, maintenance or source that it is about; null when there is none. */
  about: string | null;
  state: string;
  attempts: ChannelAttempt[];
  /** Time of the next attempt; null = over. */
  dueAt: number | null;
  createdAt: number;
  doneAt: number | null;
}

/** Ending of the id of a test, which has a delivery and no notice. */
export const testDeliveryIdSuffix = "-test";

export const isTestDeliveryId = (id: string): boolean => id.endsWith(testDeliveryIdSuffix);

export const channelDeliveryView = (
  row: ChannelDeliveryRow,
  { kind, about }: Pick<ListedChannelDelivery, "kind" | "about">,
): ListedChannelDelivery => ({
  id: row.noticeId,
  kind: isTestDeliveryId(row.noticeId) ? "test" : kind,
  about,
  state: row.state,
  attempts: row.attempts,
  dueAt: row.dueAt,
  createdAt: row.createdAt,
  doneAt: row.doneAt,
});

export interface ListedChannelDeliveries {
  deliveries: ListedChannelDelivery[];
  before: string | null;
}

/** Returns a channel's deliveries, newest first, 50 at a time, each with its last 12 attempts. */
export async function listChannelDeliveries(
  ctx: Ctx,
  { pageId, channelId, before }: { pageId: string; channelId: string; before?: string | undefined },
): Promise<Result<ListedChannelDeliveries>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await readBatch(
    ctx,
    deliveriesOfChannelQuery(ctx, pageId, channelId, before ?? null, rowsPerPage + 1),
  );
  const deliveries = found.slice(0, rowsPerPage).map(({ row, ...told }) => channelDeliveryView(row, told));
  return ok({ deliveries, before: found.length > rowsPerPage ? (deliveries.at(-1)?.id ?? null) : null });
}

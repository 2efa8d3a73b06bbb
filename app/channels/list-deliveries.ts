import { permit } from "~/access/permission";
import { rowsPerPage } from "~/change/cursor";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { deliveryView, type ListedChannelDelivery } from "./delivery-view";
import { channelDeliveriesOf } from "./queries/channel";

export interface ListedChannelDeliveries {
  deliveries: ListedChannelDelivery[];
  before: string | null;
}

/** Returns a channel's deliveries, newest first, 50 at a time, each with its last 12 attempts. */
export async function listChannelDeliveries(
  ctx: Ctx,
  { pageId, channelId, before }: { pageId: string; channelId: string; before?: string | undefined },
): Promise<Result<ListedChannelDeliveries>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, channelDeliveriesOf(ctx, pageId, channelId, before ?? null, rowsPerPage + 1));
  const deliveries = found.slice(0, rowsPerPage).map(({ row, kind }) => deliveryView(row, kind));
  return ok({ deliveries, before: found.length > rowsPerPage ? (deliveries.at(-1)?.id ?? null) : null });
}

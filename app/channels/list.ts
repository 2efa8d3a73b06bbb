import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { channelsOf } from "./queries/channel";
import { type ChannelView, kindTitle, viewOf } from "./view";

export interface ListedChannel extends ChannelView {
  kindTitle: string;
  lastDelivery: { state: string; createdAt: number } | null;
}

/** Returns the page's channels by name, each with the state of its newest delivery. */
export async function listChannels(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ListedChannel[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, channelsOf(ctx, pageId));
  return ok(
    found.map(({ row, lastState, lastAt }) => ({
      ...viewOf(row),
      kindTitle: kindTitle(row.kind),
      lastDelivery: lastAt === null ? null : { state: lastState ?? "", createdAt: lastAt },
    })),
  );
}

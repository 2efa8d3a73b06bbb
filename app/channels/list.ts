import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ChannelView, kindTitle, viewOf } from "./channel-view";
import { channelsOf } from "./queries/channel";

export interface ListedChannel extends ChannelView {
  kindTitle: string;
  lastDelivery: { state: string; createdAt: number } | null;
}

/** Returns the page's channels by name, each with the state of its newest delivery. */
export const listChannels = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ListedChannel[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [channelsOf(ctx, pageId)], ([found]) =>
    ok(
      found.map(({ row, lastState, lastAt }) => ({
        ...viewOf(row),
        kindTitle: kindTitle(row.kind),
        lastDelivery: lastAt === null ? null : { state: lastState ?? "", createdAt: lastAt },
      })),
    ),
  );

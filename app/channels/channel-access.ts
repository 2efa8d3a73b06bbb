import { channel } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { viewOf } from "./channel-view";
import { channelById } from "./queries/channel";

/** Definition of a channel for the commands that change it. */
export const channelAccess = {
  role: "admin",
  subject: "channel",
  table: channel,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => channelById(ctx, pageId, id),
  show: viewOf,
} as const;

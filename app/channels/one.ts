import { channel } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { channelById } from "./queries/channel";
import { viewOf } from "./view";

/** Definition of a channel for the commands that change it. */
export const oneChannel = {
  role: "admin",
  subject: "channel",
  table: channel,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => channelById(ctx, pageId, id),
  show: viewOf,
} as const;

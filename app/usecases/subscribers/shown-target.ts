import type { SubscriberRow } from "~/db/queries/subscriber";
import { channelOf } from "~/notify/channels";
import type { Ctx } from "~/platform/ctx";

/** The last characters tell two addresses of one server apart, and open nothing. */
function shownUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return "";
  const end = `${url.pathname}${url.search}`.slice(-4);
  return end.length < 4 ? url.hostname : `${url.hostname}/…${end}`;
}

/** What people know their own address by, of what was kept of it. */
export function shownTarget(kind: string, target: Record<string, unknown>): string {
  const shown = channelOf(kind)?.endpoint?.shown;
  return shown ? shown(target as Record<string, string>) : shownUrl(String(target.url ?? ""));
}

/** The same of a subscriber who is told elsewhere than by mail; "" = it says no more than its kind, or its secret is gone. */
export async function shownOf(ctx: Ctx, { kind, targetSealed }: SubscriberRow): Promise<string> {
  const text = targetSealed === null ? null : await ctx.secrets.open(targetSealed);
  return text === null ? "" : shownTarget(kind, JSON.parse(text));
}

import { channelOf } from "~/channels/kinds/known-kinds";
import type { Ctx } from "~/platform/ctx";
import type { SubscriberRow } from "./queries/subscriber";

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

type Kept = Pick<SubscriberRow, "kind" | "targetSealed">;

/** What they gave; null where it is an address of a mail, or its secret is gone. */
export async function targetOf(ctx: Ctx, { targetSealed }: Kept): Promise<Record<string, unknown> | null> {
  const text = targetSealed === null ? null : await ctx.secrets.open(targetSealed);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** What of a private network would have to be allowed before they are told; none = nothing. */
export async function notAllowedFor(ctx: Ctx, target: Record<string, unknown> | null): Promise<string[]> {
  const url = target?.url;
  return typeof url === "string" ? ((await ctx.outbound("visitor").notAllowed?.({ url })) ?? []) : [];
}

/** The same of a subscriber who is told elsewhere than by mail; "" = it says no more than its kind, or its secret is gone. */
export async function shownOf(ctx: Ctx, row: Kept): Promise<string> {
  const target = await targetOf(ctx, row);
  return target === null ? "" : shownTarget(row.kind, target);
}

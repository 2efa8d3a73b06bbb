import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import type { Ctx } from "~/platform/ctx";
import type { SubscriberRow } from "./queries/subscriber";

/** Returns the host and the last characters, which distinguish two URLs of one server and grant no access. */
function urlLabel(text: string): string {
  const url = URL.parse(text);
  if (!url) return "";
  const end = `${url.pathname}${url.search}`.slice(-4);
  return end.length < 4 ? url.hostname : `${url.hostname}/…${end}`;
}

/** Returns the text by which people recognise their own address, from what is stored of it. */
export function subscriberTargetLabel(kind: string, target: Record<string, unknown>): string {
  const shown = channelAdapterOf(kind)?.endpoint?.shown;
  return shown ? shown(target as Record<string, string>) : urlLabel(String(target.url ?? ""));
}

type SealedTarget = Pick<SubscriberRow, "kind" | "targetSealed">;

/**
 * Returns the stored target; null for an email address, or when it was encrypted with a secret that no longer exists.
 */
export async function openSubscriberTarget(
  ctx: Ctx,
  { targetSealed }: SealedTarget,
): Promise<Record<string, unknown> | null> {
  const text = targetSealed === null ? null : await ctx.secrets.open(targetSealed);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** Returns the private networks that must be allowed before they can be notified; none = all are allowed. */
export async function findBlockedNetworksOfTarget(ctx: Ctx, target: Record<string, unknown> | null): Promise<string[]> {
  const url = target?.url;
  return typeof url === "string" ? ((await ctx.outbound("visitor").notAllowed?.({ url })) ?? []) : [];
}

/**
 * Returns the same for a subscriber by another way than email; "" when there is nothing beyond the kind, or when the
 * secret no longer exists.
 */
export async function readSubscriberTargetLabel(ctx: Ctx, row: SealedTarget): Promise<string> {
  const target = await openSubscriberTarget(ctx, row);
  return target === null ? "" : subscriberTargetLabel(row.kind, target);
}

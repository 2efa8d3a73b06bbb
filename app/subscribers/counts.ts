import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, keptInIsolate } from "~/platform/isolate";
import { minuteMs } from "~/time/durations";
import { isYoung } from "~/time/instants";
import { subscriberCounts } from "./queries/subscriber";

export interface SubscriberCount {
  kind: string;
  state: string;
  scope: string;
  count: number;
}

const kept = keptInIsolate(new BoundedMap<string, { at: number; counts: SubscriberCount[] }>(1000));
const countCacheMs = minuteMs;

/** Returns the counts by kind, state and scope. Walks the page's subscribers, so the result is cached for a minute. */
export async function countSubscribers(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<SubscriberCount[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const known = kept.get(pageId);
  if (known && isYoung(known.at, ctx.now(), countCacheMs)) return ok(known.counts);
  const [counts] = await read(ctx, subscriberCounts(ctx, pageId));
  kept.set(pageId, { at: ctx.now(), counts });
  return ok(counts);
}

/** Clears the cache after a person's change, so that they see the result. */
export const forgetCounts = (pageId: string): void => {
  kept.delete(pageId);
};

import { permit } from "~/access/permission";
import { readOnPage } from "~/change/read-permitted";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, keptInIsolate } from "~/platform/isolate";
import { minuteMs } from "~/time/durations";
import { isYoung } from "~/time/instants";
import { askedCounts } from "./queries/import-requests";
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

/** Subscribers whom imports asked, as far as the page still has them. */
export interface AskedCounts {
  /** People whose email is scheduled. */
  toAsk: number;
  /** People who were asked and have not answered. */
  waiting: number;
  confirmed: number;
  /** Time at which the last of them is asked, UTC ms; null = none is left to ask. */
  until: number | null;
}

/** Returns these counts, by an index of those whom imports asked. */
export const countImportedRequests = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<AskedCounts>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [askedCounts(ctx, pageId, ctx.now())], ([[found]]) =>
    ok(found ?? { toAsk: 0, waiting: 0, confirmed: 0, until: null }),
  );

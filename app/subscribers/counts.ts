import { permitRole } from "~/access/permission";
import { readOnPage } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, registerIsolateCache } from "~/platform/isolate";
import { minuteMs } from "~/time/durations";
import { isRecentInstant } from "~/time/instants";
import { importedConfirmationCountsQuery } from "./queries/confirmation-requests";
import { subscriberCountsQuery } from "./queries/subscriber";

export interface SubscriberCount {
  kind: string;
  state: string;
  scope: string;
  count: number;
}

const countCache = registerIsolateCache(new BoundedMap<string, { at: number; counts: SubscriberCount[] }>(1000));
const countCacheMs = minuteMs;

/**
 * Returns the counts by kind, state and scope. It reads all subscribers of the page, so the result is cached for a
 * minute.
 */
export async function countSubscribers(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<SubscriberCount[]>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const cached = countCache.get(pageId);
  if (cached && isRecentInstant(cached.at, ctx.now(), countCacheMs)) return ok(cached.counts);
  const [counts] = await readBatch(ctx, subscriberCountsQuery(ctx, pageId));
  countCache.set(pageId, { at: ctx.now(), counts });
  return ok(counts);
}

/** Clears the cache after a person's change, so that they see the result. */
export const forgetSubscriberCounts = (pageId: string): void => {
  countCache.delete(pageId);
};

/** Numbers of subscribers to whom imports send a confirmation request, as far as the page still has them. */
export interface ImportedRequestCounts {
  /** People whose confirmation request is scheduled. */
  scheduled: number;
  /** People who got the request and have not confirmed. */
  waiting: number;
  confirmed: number;
  /** Time at which the last request is sent, UTC ms; null = all have been sent. */
  until: number | null;
}

/** Returns these counts, using an index of imported requests. */
export const countImportedRequests = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<ImportedRequestCounts>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [importedConfirmationCountsQuery(ctx, pageId, ctx.now())], ([[counts]]) =>
    ok(counts ?? { scheduled: 0, waiting: 0, confirmed: 0, until: null }),
  );

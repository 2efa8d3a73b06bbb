import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { notificationReachQuery } from "./queries/subscriber";

export interface NotificationReachParams {
  pageId: string;
  incidentId?: string;
  /** Component ids; absent = those of `of`. */
  componentIds?: readonly string[];
  /** The incident or series whose components count; the query reads them. */
  of?: { incident: string } | { series: string };
}

/** Returns how many people a notice about these components would reach now. Reads all subscribers of the page. */
export const countNotificationReach = (
  ctx: Ctx,
  { pageId, of, componentIds = [], incidentId = of && "incident" in of ? of.incident : "" }: NotificationReachParams,
): Promise<Result<{ people: number }>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [notificationReachQuery(ctx, pageId, of ?? componentIds, incidentId)],
    ([[reach]]) => ok({ people: reach?.people ?? 0 }),
  );

/** Number of people who are notified when no component is named, and when all are. */
export interface NotificationReachRange {
  least: number;
  most: number;
}

/**
 * Returns two statements for the batch of a form whose components are not chosen yet; `notificationReachRangeOf` reads their rows.
 */
export const notificationReachRangeQueries = (ctx: Ctx, pageId: string) =>
  [notificationReachQuery(ctx, pageId, [], ""), notificationReachQuery(ctx, pageId, "all", "")] as const;

type PeopleCounts = readonly { people: number }[];

export const notificationReachRangeOf = ([least]: PeopleCounts, [most]: PeopleCounts): NotificationReachRange => ({
  least: least?.people ?? 0,
  most: most?.people ?? 0,
});

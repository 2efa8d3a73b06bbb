import type { Ctx } from "~/platform/ctx";
import { reachCount } from "./queries/subscriber";

/** People notified when no component is named, and when all of them are. */
export interface ReachRange {
  least: number;
  most: number;
}

/** Two statements for the batch of a form whose components are not chosen yet; `reachRange` reads their rows. */
export const reachRangeQueries = (ctx: Ctx, pageId: string) =>
  [reachCount(ctx, pageId, [], ""), reachCount(ctx, pageId, "all", "")] as const;

type PeopleCounts = readonly { people: number }[];

export const reachRange = ([least]: PeopleCounts, [most]: PeopleCounts): ReachRange => ({
  least: least?.people ?? 0,
  most: most?.people ?? 0,
});

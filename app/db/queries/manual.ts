import { and, eq, isNotNull, lte } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { read } from "../read";
import { component } from "../schema";
import { stateOf, timelineOf } from "./status-change";

/** Components of the page whose manual status is over by now, and where its timeline stands. 2 statements. */
export async function manualEnded(ctx: Ctx, pageId: string, now: number) {
  const over = and(eq(component.pageId, pageId), isNotNull(component.manualUntil), lte(component.manualUntil, now));
  const [due, timeline] = await read(ctx, ctx.db.select().from(component).where(over), timelineOf(ctx, pageId));
  return { due, state: stateOf(timeline) };
}

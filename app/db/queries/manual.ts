import { and, eq, isNotNull, lte } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { read } from "../read";
import { component } from "../schema";

/** Components of the page whose manual status is over by now. */
export async function manualEnded(ctx: Ctx, pageId: string, now: number) {
  const over = and(eq(component.pageId, pageId), isNotNull(component.manualUntil), lte(component.manualUntil, now));
  const [rows] = await read(ctx, ctx.db.select().from(component).where(over));
  return rows;
}

import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Ctx } from "../platform/ctx";
import { retrying } from "./trouble";

/**
 * All reads go through here: one round trip, one consistent state. Rows come back as objects by column name,
 * so a query never selects two columns of the same name.
 */
export function read<T extends readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]]>(
  ctx: Ctx,
  ...queries: T
): Promise<BatchResponse<T>> {
  return retrying(ctx, () => ctx.db.batch(queries));
}

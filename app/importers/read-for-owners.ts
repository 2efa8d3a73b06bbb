import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { isRoleAtLeast } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { fail, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";

type Queries = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/** Reads something of a page’s imports for its owners, also by an owner’s token that may only read. */
export async function readForPageOwners<const Q extends Queries, View>(
  ctx: Ctx,
  pageId: string,
  queries: Q,
  answer: (rows: BatchResponse<Q>) => Result<View> | Promise<Result<View>>,
): Promise<Result<View>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (!isRoleAtLeast(may.value, "owner")) return fail({ name: "forbidden", detail: "role.owner" });
  return answer(await readBatch(ctx, ...queries));
}

import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { isRoleAtLeast, type Role } from "~/access/actor";
import { permitOperator, permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";

type ReadOutcome<View> = Result<View> | Promise<Result<View>>;
type Queries = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/**
 * Checks the role, and then reads from a page in one round trip. `answer` gets the rows of each query and the reader's
 * role, and may return a failure.
 */
export async function readOnPage<const Q extends Queries, View>(
  ctx: Ctx,
  { pageId, role }: { pageId: string; role: Role },
  queries: Q,
  answer: (rows: BatchResponse<Q>, readersRole: Role) => ReadOutcome<NoInfer<View>>,
): Promise<Result<View>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, role);
  return may.ok ? answer(await readBatch(ctx, ...queries), may.value) : may;
}

/** Permits reading with a role, also by a read-only token that has the role. */
export function permitRoleToRead({ actor, member }: Ctx, pageId: string, role: Role): Result<true> {
  const may = permitRole(actor, member, pageId, "viewer");
  if (!may.ok) return may;
  return isRoleAtLeast(may.value, role) ? ok(true) : fail({ name: "forbidden", detail: `role.${role}` });
}

/** Does the same as `readOnPage`, also for a read-only token. */
export async function readForRole<const Q extends Queries, View>(
  ctx: Ctx,
  { pageId, role }: { pageId: string; role: Role },
  queries: Q,
  answer: (rows: BatchResponse<Q>) => ReadOutcome<NoInfer<View>>,
): Promise<Result<View>> {
  const may = permitRoleToRead(ctx, pageId, role);
  return may.ok ? answer(await readBatch(ctx, ...queries)) : may;
}

/** Reads from the deployment in one round trip, for operators only. */
export async function readIfOperator<const Q extends Queries, View>(
  ctx: Ctx,
  queries: Q,
  answer: (rows: BatchResponse<Q>) => ReadOutcome<NoInfer<View>>,
): Promise<Result<View>> {
  const may = permitOperator(ctx.actor);
  return may.ok ? answer(await readBatch(ctx, ...queries)) : may;
}

import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { isRoleAtLeast, type Role } from "~/access/actor";
import { permitOperator, permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";

type ReadOutcome<View> = Result<View> | Promise<Result<View>>;
type Queries = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/**
 * Reads something of a page for whoever has the role there, in one round trip. Nothing is asked of the database before
 * the role is checked. `answer` gets the rows of each query and the reader's own role, and may refuse by itself.
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

/** Permits to read what a role sees, also by a token of that role that may only read. */
export function permitRoleToRead({ actor, member }: Ctx, pageId: string, role: Role): Result<true> {
  const may = permitRole(actor, member, pageId, "viewer");
  if (!may.ok) return may;
  return isRoleAtLeast(may.value, role) ? ok(true) : fail({ name: "forbidden", detail: `role.${role}` });
}

/** Does the same as `readOnPage`, also for a token that may only read. */
export async function readForRole<const Q extends Queries, View>(
  ctx: Ctx,
  { pageId, role }: { pageId: string; role: Role },
  queries: Q,
  answer: (rows: BatchResponse<Q>) => ReadOutcome<NoInfer<View>>,
): Promise<Result<View>> {
  const may = permitRoleToRead(ctx, pageId, role);
  return may.ok ? answer(await readBatch(ctx, ...queries)) : may;
}

/** Does the same for something of the deployment, which its operators alone may read. */
export async function readIfOperator<const Q extends Queries, View>(
  ctx: Ctx,
  queries: Q,
  answer: (rows: BatchResponse<Q>) => ReadOutcome<NoInfer<View>>,
): Promise<Result<View>> {
  const may = permitOperator(ctx.actor);
  return may.ok ? answer(await readBatch(ctx, ...queries)) : may;
}

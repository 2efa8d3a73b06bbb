import { decideWithRetry, type ReusableFacts } from "~/commit/decide-with-retry";
import { fail, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { OverBudgetError } from "~/platform/meter";
import { NameTakenError, WriteContentionError } from "~/platform/trouble";

/**
 * Reads facts, decides and commits. After a lost race it reads and decides again; a form whose version is out of date
 * by then is refused. A name that is taken becomes a conflict.
 */
export async function commitChangeWithRetry<T>(
  ctx: Ctx,
  attempt: (keptFacts: ReusableFacts) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await decideWithRetry(ctx, attempt);
  } catch (error) {
    if (error instanceof OverBudgetError) throw new WriteContentionError("lost races until the budget was spent");
    if (!(error instanceof NameTakenError)) throw error;
    const what = (["slug", "host"] as const).find((each) => error.constraint.includes(each));
    if (what === undefined) return fail({ name: "conflict", code: "id_taken", detail: "commit.used" });
    return fail({ name: "conflict", code: `${what}_taken`, detail: `page.${what}_taken` });
  }
}

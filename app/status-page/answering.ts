import { fail, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { Stalled, within } from "~/platform/database";
import { DatabaseAway } from "~/platform/trouble";
import { type Beside, readNear } from "./near-archive";
import { isAway } from "./part-reader";

/**
 * Live reads for public archive views: only what is published, one batch of ≤ 5 statements, with a deadline of their
 * own. When the database is away: `overloaded`, at once where that showed already. The caller has seen that the page
 * may be seen.
 */
const deadline = 3000;

export async function answering<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  const away = fail({ name: "overloaded", retryAfter: 30 });
  if (isAway()) return away;
  try {
    return await within(work(), deadline);
  } catch (error) {
    if (error instanceof DatabaseAway || error instanceof Stalled) return away;
    throw error;
  }
}

/** The same for an archive, from a copy near the reader where one will do. */
export const answeringNear = <T>(
  ctx: Ctx,
  beside: Beside,
  work: (archive: Ctx) => Promise<Result<T>>,
): Promise<Result<T>> => answering(() => readNear(ctx, beside, work));

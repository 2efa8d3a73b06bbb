import { fail, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { Stalled, within } from "~/platform/database";
import { DatabaseAway } from "~/platform/trouble";
import { type Beside, readNear } from "./near-archive";
import { isAway } from "./part-reader";

/** Longest time for the reads of one view, in ms. */
const deadline = 3000;

/**
 * Runs live reads for public archive views: published rows only, one batch of ≤ 5 statements, with its own deadline.
 * Returns `overloaded` when the database is away, at once when that is already known. The caller has checked that the
 * reader may see the page.
 */
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

/** Does the same for an archive, and reads from a copy near the reader where possible. */
export const answeringNear = <T>(
  ctx: Ctx,
  beside: Beside,
  work: (archive: Ctx) => Promise<Result<T>>,
): Promise<Result<T>> => answering(() => readNear(ctx, beside, work));

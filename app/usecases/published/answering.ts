import { DatabaseAway } from "~/db/trouble";
import { Stalled, within } from "~/platform/database";
import { fail, type Result } from "~/rules/basics/failure";
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

import { fail, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { DatabaseTimeoutError, withDatabaseTimeout } from "~/platform/database";
import { DatabaseAwayError } from "~/platform/trouble";
import { type ArchivePageRevision, readFromReplica } from "./near-archive";
import { hasLastPageReadFailed } from "./part-reader";

/** Longest time for the reads of one view, in ms. */
const readDeadlineMs = 3000;

/**
 * Runs live reads for public archive views: published rows only, one batch of ≤ 5 statements, with its own deadline.
 * Returns `overloaded` when the database is away, at once when that is already known. The caller has checked that the
 * reader may see the page.
 */
export async function readLiveOrOverloaded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  const away = fail({ name: "overloaded", retryAfter: 30 });
  if (hasLastPageReadFailed()) return away;
  try {
    return await withDatabaseTimeout(work(), readDeadlineMs);
  } catch (error) {
    if (error instanceof DatabaseAwayError || error instanceof DatabaseTimeoutError) return away;
    throw error;
  }
}

/** Does the same for an archive, reading from a copy near the reader where possible. */
export const readReplicaOrOverloaded = <T>(
  ctx: Ctx,
  beside: ArchivePageRevision,
  work: (archive: Ctx) => Promise<Result<T>>,
): Promise<Result<T>> => readLiveOrOverloaded(() => readFromReplica(ctx, beside, work));

import type { Ctx } from "./ctx";
import { DatabaseTimeoutError } from "./database";
import { recordStorageRefusal, type StorageTrouble, storageTroubleOf } from "./storage";

/** A guard failed, or a row that must be absent exists: read the facts again and decide again. */
export class LostRaceError extends Error {}

/**
 * Another invocation took or holds the page's timeline. This guard is the last one, so everything else that was read is
 * still valid.
 */
export class LostTimelineError extends LostRaceError {
  /** Set by a caller that committed for one page alone. */
  pageId: string | null = null;
}

/** A unique name is taken: `table.column` as SQLite names it. */
export class NameTakenError extends Error {
  constructor(readonly constraint: string) {
    super(`taken: ${constraint}`);
  }
}

/** Another commit has the same idempotency key, so nothing of this commit was written. */
export class KeyReusedError extends Error {}

/** The database refused, stalled or was away after all attempts: 503 with Retry-After. */
export class DatabaseAwayError extends Error {}

/** The database accepts no writes until the operator makes room, or the day is over. */
export class StorageRefusedError extends DatabaseAwayError {
  constructor(
    readonly why: StorageTrouble,
    message: string,
  ) {
    super(message);
  }
}

/** No invocation had room left for it; the database is available. */
export class InvocationBudgetSpentError extends DatabaseAwayError {}

/** Others were faster until the time or the invocation's room was used up: nothing was written, and 503 says why. */
export class WriteContentionError extends DatabaseAwayError {}

/** Unique indexes that guard the absence of a row (docs/protocols.md, "Commit"), by the columns that SQLite names. */
const absences = [
  "incident.page_id, incident.origin_id, incident.group_key",
  "alert.id",
  "challenge.token_hash",
  "alert_group.page_id",
  "subscriber.address, subscriber.page_id",
  "notice.kind, notice.subject_id, notice.sequence",
];

const messageOf = (error: unknown) =>
  error instanceof Error
    ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`
    : String(error);

export const isDuplicateCommitError = (error: unknown): boolean =>
  messageOf(error).includes("UNIQUE constraint failed: audit_entry.id");

const isOverloaded = (error: unknown) => /overloaded|too many requests/i.test(messageOf(error));

const isPassing = (error: unknown) =>
  error instanceof DatabaseTimeoutError ||
  /database is locked|SQLITE_LOCKED|connection lost|connection closed|disconnected|timed? ?out|to be reset|was reset|db reset|transient|internal error|network/i.test(
    messageOf(error),
  );

/** The error with which `takeTimelineStatement` fails a batch. */
const lostTimeline = "NOT NULL constraint failed: settle.timeline";

/** The error of a commit whose key another commit has (`audit/queries/keyed-commits`). */
const otherOfKey = "NOT NULL constraint failed: audit_entry.action";

/** Converts an error of D1 to one of our errors. Any other error is a defect and is returned unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  const message = messageOf(error);
  if (message.includes(lostTimeline)) return new LostTimelineError(message);
  if (message.includes(otherOfKey)) return new KeyReusedError(message);
  if (message.includes("lost_race")) return new LostRaceError(message);
  const unique = /UNIQUE constraint failed: ([\w., ]+?)(?::|$)/.exec(message)?.[1]?.trim();
  if (!unique) return error;
  return absences.some((absence) => unique.startsWith(absence))
    ? new LostRaceError(unique)
    : new NameTakenError(unique);
}

const delays = [50, 200, 800];

/**
 * Repeats idempotent work when the database was briefly away: ≤ 3 times, once after 1 s when overloaded, not at all
 * when it has no room.
 */
export async function retryWhileDatabaseAway<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const why = storageTroubleOf(messageOf(error));
      if (why) {
        recordStorageRefusal(ctx, why);
        throw new StorageRefusedError(why, messageOf(error));
      }
      const overloaded = isOverloaded(error);
      if (!overloaded && !isPassing(error)) throw error;
      const delay = overloaded ? [1000][attempt] : delays[attempt];
      if (delay === undefined) throw new DatabaseAwayError(messageOf(error));
      await ctx.sleep(delay * (1 + ctx.chance() / 2));
    }
  }
}

import type { Ctx } from "./ctx";
import { Stalled } from "./database";
import { noteRefused, type StorageTrouble, storageTroubleOf } from "./storage";

/** A guard broke, or an absence turned out not to be one: take fresh facts and decide again. */
export class LostRace extends Error {}

/** Somebody else took, or holds, the page's timeline. It is the last of the guards: what was read besides still stands. */
export class LostTimeline extends LostRace {
  /** Known to who committed for one page alone. */
  pageId: string | null = null;
}

/** A name that must be unique is taken: `table.column` as SQLite says it. */
export class Taken extends Error {
  constructor(readonly constraint: string) {
    super(`taken: ${constraint}`);
  }
}

/** Another commit was made with the same key of a program: nothing of this one was written. */
export class KeyReused extends Error {}

/** The database refused, stalled or was away after all tries: 503 with Retry-After. */
export class DatabaseAway extends Error {}

/** The database takes nothing in until somebody makes room, or the day is over. */
export class StorageRefused extends DatabaseAway {
  constructor(
    readonly why: StorageTrouble,
    message: string,
  ) {
    super(message);
  }
}

/** Nobody's invocation had room left for it; the database is there. */
export class NoRoomLeft extends DatabaseAway {}

/** Others were faster until the time or the invocation's room was over: nothing was written, and 503 says why. */
export class Crowded extends DatabaseAway {}

/** Unique indexes that stand for "there is none yet" (docs/protocols.md, "Commit"), by the columns SQLite names. */
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

export const isAlreadyIn = (error: unknown): boolean =>
  messageOf(error).includes("UNIQUE constraint failed: audit_entry.id");

const isOverloaded = (error: unknown) => /overloaded|too many requests/i.test(messageOf(error));

const isPassing = (error: unknown) =>
  error instanceof Stalled ||
  /database is locked|SQLITE_LOCKED|connection lost|connection closed|disconnected|timed? ?out|to be reset|was reset|db reset|transient|internal error|network/i.test(
    messageOf(error),
  );

/** How `takeTimeline` breaks a batch. */
const lostTimeline = "NOT NULL constraint failed: settle.timeline";

/** How a commit breaks whose key another one has (`audit/queries/keyed-commits`). */
const otherOfKey = "NOT NULL constraint failed: audit_entry.action";

/** Turns what D1 threw into one of ours; what is none of them is a defect and stays as it is. */
export function understand(error: unknown): unknown {
  const message = messageOf(error);
  if (message.includes(lostTimeline)) return new LostTimeline(message);
  if (message.includes(otherOfKey)) return new KeyReused(message);
  if (message.includes("lost_race")) return new LostRace(message);
  const unique = /UNIQUE constraint failed: ([\w., ]+?)(?::|$)/.exec(message)?.[1]?.trim();
  if (!unique) return error;
  return absences.some((absence) => unique.startsWith(absence)) ? new LostRace(unique) : new Taken(unique);
}

const delays = [50, 200, 800];

/** Runs idempotent work again when the database was away for a moment: ≤ 3 times, once after 1 s when overloaded, not at all when it has no room. */
export async function retrying<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const why = storageTroubleOf(messageOf(error));
      if (why) {
        noteRefused(ctx, why);
        throw new StorageRefused(why, messageOf(error));
      }
      const overloaded = isOverloaded(error);
      if (!overloaded && !isPassing(error)) throw error;
      const delay = overloaded ? [1000][attempt] : delays[attempt];
      if (delay === undefined) throw new DatabaseAway(messageOf(error));
      await ctx.sleep(delay * (1 + ctx.chance() / 2));
    }
  }
}

import { dayMs, hourMs } from "~/time/durations";

/** Number of inboxes. Requests to one address always go to the same inbox. */
export const numberOfInboxes = 16;

/** Returns the inbox of an address, by the SHA-256 of its token in hex. */
export const inboxNumberOf = (tokenHash: string): number =>
  Number.parseInt(tokenHash.slice(0, 1), 16) % numberOfInboxes;

/** A request sent while the database was away, as an inbox stores it. */
export interface InboxEntry {
  /** Created on arrival; it ensures that the entry is taken in once. */
  id: string;
  kind: "delivery" | "ping";
  /** The owner of the room it takes: its source, or the pinged address (its hash, and the slug after a page's key). */
  owner: string;
  /** Null when only the database knows. */
  pageId: string | null;
  /** Time of arrival, UTC ms; decisions about it use this time. */
  at: number;
  /**
   * The request as its kind writes it: a delivery's is sealed, because it holds its sender's credentials; a ping's
   * holds no secret.
   */
  request: string;
}

/** The owner whose room all pings of an inbox share, besides their own. */
export const allPingsOwner = "pings";

export interface InboxLimits {
  entries: number;
  bytes: number;
}

/** Limits for one source and for one pinged address. The latter is small, because anyone can invent an address. */
export const inboxLimitsByKind: Readonly<Record<InboxEntry["kind"], InboxLimits>> = {
  delivery: { entries: 1000, bytes: 16 * 1024 * 1024 },
  ping: { entries: 100, bytes: 512 * 1024 },
};

/** Room for all pings together. */
export const allPingsInboxLimits: InboxLimits = { entries: 5000, bytes: 16 * 1024 * 1024 };

/** The number of entries that an inbox holds, and their age. */
export interface InboxContents {
  entries: number;
  /** When the oldest of them arrived, UTC ms; null = nothing is held. */
  oldestAt: number | null;
}

/** The result of draining: what was taken in, and what is left. */
export interface InboxDrainReport extends InboxContents {
  taken: number;
  /** Entries that wait only for the database. */
  fresh: number;
  /** When something is due again, UTC ms; null = nothing is held. */
  nextAt: number | null;
  /** True when the database did not answer. */
  isAway: boolean;
}

/**
 * Time within which a sender has been answered, in ms. An entry written later is decided as of its arrival, because
 * others may have been taken in meanwhile.
 */
export const senderDeadlineMs = 2000;

/** Returns the wait before a database that was away so often in a row is asked again, in ms. */
export const databaseAwayDelayMs = (times: number): number => Math.min(30_000, 2500 * 2 ** Math.min(times, 5));

/** Limits after which an entry that always fails is dropped, which is logged: age in ms, and number of attempts. */
export const maxInboxEntryAgeMs = 2 * dayMs;
export const maxInboxEntryTries = 10;

/** Returns the wait of an entry that failed so often, in ms; other entries do not wait for it. */
export const failedInboxEntryDelayMs = (tries: number): number => Math.min(hourMs, 30_000 * 2 ** Math.min(tries, 10));

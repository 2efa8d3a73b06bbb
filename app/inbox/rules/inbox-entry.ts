/** So many inboxes there are; what is sent by one address always lies in the same. */
export const inboxCount = 16;

/** The inbox of an address, by the SHA-256 of its token in hex. */
export const inboxOf = (tokenHash: string): number => Number.parseInt(tokenHash.slice(0, 1), 16) % inboxCount;

/** What was sent while the database was away, as it lies in an inbox. */
export interface InboxEntry {
  /** Made when it came: by it, it is taken in once. */
  id: string;
  kind: "delivery" | "ping";
  /** Whose room it takes: its source's, or that of the address that was pinged (its hash, and the slug behind a page's key). */
  owner: string;
  /** Null where only the database knows. */
  pageId: string | null;
  /** When it came, UTC ms: as of then it is decided. */
  at: number;
  /** As its noun writes it: a delivery's is sealed, as it holds what proves its sender; a ping's holds no secret. */
  request: string;
}

/** Whose room all pings of an inbox take besides. */
export const pingsOwner = "pings";

export interface Room {
  entries: number;
  bytes: number;
}

/** What an inbox keeps for one source, and for one address that is pinged: anybody may make one up. */
export const roomOfKind: Readonly<Record<InboxEntry["kind"], Room>> = {
  delivery: { entries: 1000, bytes: 16 * 1024 * 1024 },
  ping: { entries: 100, bytes: 512 * 1024 },
};

/** And of pings in all. */
export const roomOfPings: Room = { entries: 5000, bytes: 16 * 1024 * 1024 };

/** What an inbox holds. */
export interface Held {
  entries: number;
  /** When the oldest of it came, UTC ms; null = nothing is held. */
  oldestAt: number | null;
}

/** What taking in came to, and what is left. */
export interface Drained extends Held {
  taken: number;
  /** Entries that wait for nothing but the database. */
  fresh: number;
  /** When something is due again, UTC ms; null = nothing is held. */
  nextAt: number | null;
  /** The database did not answer. */
  isAway: boolean;
}

/**
 * By then its sender has been answered, in ms: what is written later than that is decided as of when it came, as others may
 * be in by then.
 */
export const answeredWithin = 2000;

/** How long the inbox waits before it asks a database again that was away so often in a row, in ms. */
export const awayDelay = (times: number): number => Math.min(30_000, 2500 * 2 ** Math.min(times, 5));

/** So long, in ms, and so often what always fails is tried; then it is left, as the log says. */
export const givenUpAfter = 2 * 24 * 3_600_000;
export const givenUpTries = 10;

/** How long one waits that failed so often by itself, in ms: nothing waits behind it. */
export const failedDelay = (tries: number): number => Math.min(3_600_000, 30_000 * 2 ** Math.min(tries, 10));

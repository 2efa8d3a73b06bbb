/** Rows of one of each, as D1's own `meta` counts them: `tests/load/unit-rows.test.ts` counts them again. */
export interface Rows {
  read: number;
  written: number;
}

export const unitRows = {
  /** What a minute's tick looks at when nothing is due. */
  tick: { read: 11, written: 0 },
  /** A shard with its monitors, each minute. */
  shard: { read: 3, written: 1 },
  /** Where several share an invocation, each reads rows of its parameters besides. */
  sharedShard: { read: 6, written: 1 },
  /** A tick that stamps, and what ten minutes of the purge look at. */
  stamp: { read: 23, written: 2.5 },
  /** Of a page: the walk of every tenth minute looks at its row, its documents and their copies, and what waits. */
  walk: { read: 18, written: 0 },
  /** Of a page with five components: its day is closed, and both its documents are built again at midnight. */
  pageDay: { read: 101, written: 8 },
  /** Of a monitor: twenty-four rows of hours and one of the day, each read once. */
  monitorDay: { read: 25, written: 25 },
  ping: { read: 3, written: 1 },
  view: { read: 1, written: 0 },
  /** Opened, one update, resolved, published each time; by hand. */
  incident: { read: 660, written: 62 },
  /** An alert that fires, is said again and recovers, settled and published. */
  alert: { read: 290, written: 30 },
} as const satisfies Record<string, Rows>;

/** Seconds that a Durable Object works in one call, for a target that answers in 0.3 s, with the database's trips. */
export const checkerSeconds = 0.5;

export const ticksPerDay = 1440;
/** Of a tick that stamps: every ten minutes. */
export const stampsPerDay = 144;

/** Rows of one unit, as counted by D1's own `meta`: `tests/load/unit-rows.test.ts` counts them again. */
export interface RowCounts {
  read: number;
  written: number;
}

export const rowsPerWorkUnit = {
  /** A minute's tick when nothing is due. */
  tick: { read: 11, written: 0 },
  /** A shard with its monitors, each minute. */
  shard: { read: 3, written: 1 },
  /** A shard that shares an invocation, and so also reads rows of its parameters. */
  sharedShard: { read: 6, written: 1 },
  /** A tick that stamps, and ten minutes of the purge. */
  stamp: { read: 26, written: 2.5 },
  /** The walk of every tenth minute for one page: its row, its documents and their copies, and waiting work. */
  walk: { read: 18, written: 0 },
  /** A day of a page with five components: the day is closed, and both documents are built again at midnight. */
  pageDay: { read: 103, written: 8 },
  /** A day of a monitor: twenty-four rows of hours and one of the day, each read once. */
  monitorDay: { read: 25, written: 25 },
  ping: { read: 3, written: 1 },
  view: { read: 1, written: 0 },
  /** An incident handled manually: opened, updated once, resolved, published each time. */
  incident: { read: 666, written: 73 },
  /** An alert that fires, is repeated and recovers, settled and published. */
  alert: { read: 292, written: 30 },
} as const satisfies Record<string, RowCounts>;

/** Seconds that a Durable Object works in one call, for a target that answers in 0.3 s, with the database's trips. */
export const workSecondsPerCheckerCall = 0.5;

export const ticksPerDay = 1440;
/** Stamping ticks per day: one every ten minutes. */
export const tickStampsPerDay = 144;

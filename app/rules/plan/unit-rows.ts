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
  /** Where several share an invocation, each reads two rows of its parameter besides, twice. */
  sharedShard: { read: 7, written: 1 },
  /** A tick that stamps, and looks what is open. */
  stamp: { read: 4, written: 1 },
  /** Of a page: the walk of every tenth minute looks at its row, its two documents and what waits to be settled. */
  walk: { read: 4, written: 0 },
  /** Of a page: its day is closed, and both its documents are built anew at midnight. */
  pageDay: { read: 20, written: 8 },
  /** Of a monitor: twenty-four rows of hours and one of the day, each read once. */
  monitorDay: { read: 25, written: 25 },
  ping: { read: 3, written: 1 },
  view: { read: 1, written: 0 },
  /** Opened, one update, resolved, published each time; by hand. */
  incident: { read: 526, written: 54 },
  /** An alert that fires, is said again and recovers, settled and published. */
  alert: { read: 300, written: 40 },
} as const satisfies Record<string, Rows>;

export const ticksPerDay = 1440;
/** Of a tick that stamps: every ten minutes. */
export const stampsPerDay = 144;

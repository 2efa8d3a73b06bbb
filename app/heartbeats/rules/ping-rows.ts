interface NumberedPing {
  number: number;
  /** Number of the start that this ping ended; null when it ended none. */
  startNumber: number | null;
}

/** Returns the pings that have a row of their own; a start is in the row of the ping that ended it. */
export function pingRowsOf<Ping extends NumberedPing>(pings: readonly Ping[]): Ping[] {
  const ended = new Set(pings.map(({ startNumber }) => startNumber));
  return pings.filter(({ number }) => !ended.has(number));
}

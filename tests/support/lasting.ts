/** A rank that held from the previous check until `until`. */
interface Stretch {
  rank: number;
  until: number;
}

/** Remembers the severity of each thing, and counts it for some time after it is over. */
export class Lasting {
  private readonly known = new Map<string, Stretch[]>();

  /** Returns the worst rank within `longest` ms before now. */
  worst(key: string, { rank, now, longest }: { rank: number; now: number; longest: number }): number {
    const all = this.known.get(key) ?? [];
    const last = all.at(-1);
    if (last) last.until = now;
    const recent = all.filter(({ until }) => until >= now - longest - 1000);
    this.known.set(key, [...recent, { rank, until: now }]);
    return Math.max(rank, ...recent.map((each) => each.rank));
  }
}

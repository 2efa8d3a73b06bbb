/** What was so at the last look, until this one. */
interface Stretch {
  rank: number;
  until: number;
}

/** Remembers how bad each thing was said to be, and for how long it counts after it is over. */
export class Lasting {
  private readonly known = new Map<string, Stretch[]>();

  /** The worst that it was within `longest` ms before now. */
  worst(key: string, { rank, now, longest }: { rank: number; now: number; longest: number }): number {
    const all = this.known.get(key) ?? [];
    const last = all.at(-1);
    if (last) last.until = now;
    const recent = all.filter(({ until }) => until >= now - longest - 1000);
    this.known.set(key, [...recent, { rank, until: now }]);
    return Math.max(rank, ...recent.map((each) => each.rank));
  }
}

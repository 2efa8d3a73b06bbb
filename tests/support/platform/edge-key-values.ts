import { KeyValues } from "../key-values";

interface Read {
  text: string | null;
  at: number;
}

const day = (at: number) => Math.floor(at / 86_400_000);

/**
 * KV with its limits, https://developers.cloudflare.com/kv/platform/limits/: 1,000 writes a day on Free, one per second
 * and key; and a value that a location has read, even a missing one, stays there for up to 60 seconds
 * (https://developers.cloudflare.com/kv/concepts/how-kv-works/#consistency).
 */
export class EdgeKeyValues extends KeyValues {
  private readonly written = new Map<string, number>();
  private readonly days = new Map<number, number>();
  private readonly places = new Map<string, Map<string, Read>>();
  /** The reader's location; a writer sees its own writes. */
  place = "here";

  constructor(
    private readonly clock: { now: number },
    private readonly writesADay = 1000,
  ) {
    super();
  }

  /** Number of writes on the present day, UTC. */
  get writesToday(): number {
    return this.days.get(day(this.clock.now)) ?? 0;
  }

  private take(key: string): void {
    const { now } = this.clock;
    if (this.writesToday >= this.writesADay) throw new Error("KV put() limit exceeded for the day.");
    if (now - (this.written.get(key) ?? Number.NEGATIVE_INFINITY) < 1000) {
      throw new Error("KV PUT failed: 429 Too Many Requests");
    }
    this.written.set(key, now);
    this.days.set(day(now), this.writesToday + 1);
  }

  private readsOf(place: string): Map<string, Read> {
    const known = this.places.get(place) ?? new Map<string, Read>();
    this.places.set(place, known);
    return known;
  }

  override async get(key: string, type?: "json"): Promise<unknown> {
    if (this.away) return super.get(key);
    const reads = this.readsOf(this.place);
    const known = reads.get(key);
    const isKept = known && this.clock.now - known.at < 60_000;
    const text = isKept ? known.text : (this.kept.get(key) ?? null);
    if (!isKept) reads.set(key, { text, at: this.clock.now });
    return text !== null && type === "json" ? JSON.parse(text) : text;
  }

  override async put(key: string, text: string): Promise<void> {
    if (!this.away) this.take(key);
    await super.put(key, text);
    this.readsOf(this.place).set(key, { text, at: this.clock.now });
  }

  override async delete(key: string): Promise<void> {
    await super.delete(key);
    this.readsOf(this.place).delete(key);
  }
}

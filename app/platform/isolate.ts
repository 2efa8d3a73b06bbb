import type { Bindings } from "./env";

/** Functions that clear the values which this isolate keeps. Each is created once, with its module. */
const keepers: (() => void)[] = [];

/** Registers how something that this isolate keeps between requests is cleared. */
export const onIsolateReset = (forget: () => void): void => void keepers.push(forget);

/** Clears everything, as in a new isolate. */
export function resetIsolate(): void {
  for (const forget of keepers) forget();
}

/** A map that is cleared before it would exceed `most` entries, for values that are cheap to find again. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    if (!this.has(key) && this.size >= this.most) this.clear();
    return super.set(key, value);
  }
}

interface RecentMapLimits<Value> {
  entries?: number;
  bytes?: number;
  /** Returns the weight in bytes. */
  weigh?: (value: Value) => number;
}

/** A map that keeps the latest entries within its limits; the oldest are dropped. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  private weight = 0;

  constructor(private readonly limits: RecentMapLimits<Value>) {
    super();
  }

  private weightOf(value: Value): number {
    return this.limits.weigh?.(value) ?? 0;
  }

  private isFull(): boolean {
    const { entries = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY } = this.limits;
    return this.size > entries || this.weight > bytes;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    this.weight += this.weightOf(value);
    for (const oldest of this.keys()) {
      if (!this.isFull()) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: Key): boolean {
    const known = this.get(key);
    if (known !== undefined) this.weight -= this.weightOf(known);
    return super.delete(key);
  }

  override clear(): void {
    this.weight = 0;
    super.clear();
  }
}

/** Keeps the map for this isolate, until everything is cleared. */
export function registerIsolateCache<Kept extends { clear(): void }>(map: Kept): Kept {
  onIsolateReset(() => map.clear());
  return map;
}

/** Keeps a value for each set of bindings in this isolate; on the platform there is only one set. */
export function oncePerDeployment<Kept extends object>(make: () => Kept): (around: { bindings: Bindings }) => Kept {
  let all = new WeakMap<Bindings, Kept>();
  onIsolateReset(() => {
    all = new WeakMap();
  });
  return ({ bindings }) => {
    const known = all.get(bindings) ?? make();
    all.set(bindings, known);
    return known;
  };
}

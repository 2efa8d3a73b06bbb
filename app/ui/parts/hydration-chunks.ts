/** Weight of one chunk: this many short rows, or fewer that draw more. */
const rowsPerChunk = 10;

export interface ChunkedItem {
  key: string;
  /** Number of short rows that take as long to draw. */
  weight: number;
}

/** Chunk of each item, by the item's key. */
export type ItemChunks = Map<string, number>;

/** Divides a long list into chunks of about the same weight; null = it is short, and stays whole. */
export function firstItemChunks(items: readonly ChunkedItem[]): ItemChunks | null {
  const chunks: ItemChunks = new Map();
  let before = 0;
  for (const { key, weight } of items) {
    chunks.set(key, Math.floor(before / rowsPerChunk));
    before += weight;
  }
  return before > rowsPerChunk ? chunks : null;
}

/** Returns the longest run of places whose values never fall: the fewest items then count as moved. */
function placesInOrder(values: readonly (number | undefined)[]): Set<number> {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  const valueAt = (place: number | undefined) => values[place ?? -1] ?? 0;
  for (const [place, value] of values.entries()) {
    if (value === undefined) continue;
    const found = ends.findIndex((end) => valueAt(end) > value);
    const length = found < 0 ? ends.length : found;
    before.set(place, ends[length - 1]);
    ends[length] = place;
  }
  const kept = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) kept.add(place);
  return kept;
}

/**
 * Returns the chunk of each item of a later list. An item stays in its chunk, because in another one it would be drawn
 * anew, without what was typed there; a new or moved one goes to that of the item before it.
 */
export function laterItemChunks(first: ItemChunks, keys: readonly string[]): number[] {
  const own = keys.map((key) => first.get(key));
  const kept = placesInOrder(own);
  let last = 0;
  return own.map((chunk, place) => {
    if (chunk !== undefined && kept.has(place)) last = chunk;
    return last;
  });
}

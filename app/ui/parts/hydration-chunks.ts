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

/**
 * Returns the chunk of each item of a later list. An item stays in its chunk, because in another one it would be drawn
 * anew, without what was typed there; a new or moved one goes to that of the item before it.
 */
export function laterItemChunks(first: ItemChunks, keys: readonly string[]): number[] {
  let last = 0;
  return keys.map((key, index) => {
    const own = first.get(key) ?? -1;
    const next = first.get(keys[index + 1] ?? "") ?? own;
    if (own >= last && next >= own) last = own;
    return last;
  });
}

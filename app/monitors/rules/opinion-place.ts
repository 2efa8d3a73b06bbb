/** So many objects a region share the questions: an outage of everything at once does not wait in one line. */
export const groups = 16;

/** FNV-1a: the same shard is always of the same group. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Name of the object that looks from a region for the monitors of a shard. */
export const opinionPlace = (region: string, shardId: string): string =>
  `opinion-${region}-${numberOf(shardId) % groups}`;

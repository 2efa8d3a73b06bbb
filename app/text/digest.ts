/**
 * A short mark by which a text is known again: two of the same are the same text but once in 2^53. Not for secrets, nor
 * against anybody who looks for two that meet.
 */
export function digestOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  const mixed = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  const second = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & second) + (mixed >>> 0)).toString(36);
}

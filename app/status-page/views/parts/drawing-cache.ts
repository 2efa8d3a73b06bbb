import { cachedHtml, type JSX } from "~/html/jsx-runtime";

/** Returns a cache of renderings, by a key of all that they depend on. It holds at most `most`. */
export function drawingCache<T>(most: number): (key: string, draw: () => T) => T {
  const kept = new Map<string, T>();
  return (key, draw) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const drawn = draw();
    kept.set(key, drawn);
    return drawn;
  };
}

/**
 * Returns the same for parts of pages, marked as kept: rows, group heads and the foot by everything that they depend
 * on, the list of components by its document, and bars with their text by the days, which most components share.
 */
export function keepingParts(most: number): (key: string, draw: () => JSX.Element) => JSX.Element {
  const keep = drawingCache<JSX.Element>(most);
  return (key, draw) =>
    keep(key, () => {
      const drawn = draw();
      return drawn && cachedHtml(drawn);
    });
}

import { type Html, type JSX, markCachedHtml } from "~/html/jsx-runtime";
import { RecentMap } from "~/platform/isolate";

type DrawingCache<T> = (key: string, draw: () => T) => T;

/** Most text of parts that one cache holds, in characters: readers choose their languages, and an isolate has 128 MB. */
const maxCachedChars = 3_000_000;

function cacheIn<T>(kept: Map<string, T>): DrawingCache<T> {
  return (key, draw) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const drawn = draw();
    kept.set(key, drawn);
    return drawn;
  };
}

/** Returns a cache of renderings, by a key of all that they depend on. It holds at most `most`; the oldest is dropped. */
export const renderCache = <T>(most: number): DrawingCache<T> => cacheIn(new RecentMap<string, T>({ entries: most }));

/** Returns the same for parts of pages, which are bounded by their text as well. */
export const renderedPartCache = (most: number): DrawingCache<JSX.Element> =>
  cacheIn(
    new RecentMap<string, Html | null>({
      entries: most,
      bytes: maxCachedChars,
      weigh: (part) => part?.text.length ?? 0,
    }),
  );

/**
 * Returns the same with cached parts: rows, group heads and the foot by everything on which they depend, and bars with
 * their text by the days, which most components share.
 */
export function pagePartCache(most: number): DrawingCache<JSX.Element> {
  const keep = renderedPartCache(most);
  return (key, draw) =>
    keep(key, () => {
      const drawn = draw();
      return drawn && markCachedHtml(drawn);
    });
}

import { asKept, type JSX } from "~/html/jsx-runtime";

/** What is drawn alike again and again is drawn once: at most so many drawings, by all that they depend on. */
export function keeping<T>(most: number): (key: string, draw: () => T) => T {
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

/** The same of parts of pages, which say of themselves that they are kept. */
export function keepingParts(most: number): (key: string, draw: () => JSX.Element) => JSX.Element {
  const keep = keeping<JSX.Element>(most);
  return (key, draw) =>
    keep(key, () => {
      const drawn = draw();
      return drawn && asKept(drawn);
    });
}

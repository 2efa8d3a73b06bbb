import type { PlannedFileMoves } from "./imports.ts";

/** Matches a path in prose, comments and settings: from the repository, from app/, or relative to docs/. */
const path = /(?<![\w@~/.-])((?:\.\.?\/)*)((?:[\w-]+\/)+[\w-]+(?:\.[\w-]+)*)/g;
const endings = ["", ".ts", ".tsx", ".route.tsx", ".test.ts", ".mjs", ".css"];
const roots = ["", "app/", "tests/"];

/** Returns a function that replaces each mention of a moved file, or of a folder in the table, by its new path. */
export function movedPathReplacer(
  moving: ReadonlySet<string>,
  folders: ReadonlyMap<string, string>,
  { placeOf }: PlannedFileMoves,
) {
  /** Returns the new path of a mention, as complete as the old one; null = not moved. */
  function placeFor(mention: string): string | null {
    for (const root of roots) {
      const ending = endings.find((each) => moving.has(root + mention + each));
      const place = ending === undefined ? folders.get(root + mention) : placeOf(root + mention + ending);
      if (place === undefined) continue;
      const shown = root !== "" && place.startsWith(root) ? place.slice(root.length) : place;
      return ending && shown.endsWith(ending) ? shown.slice(0, -ending.length) : shown;
    }
    return null;
  }

  /** `named`: in code a relative path is an import, which the parser handles. */
  return (text: string, named: "in code" | "in prose"): string =>
    text.replaceAll(path, (whole, way: string, mention: string) => {
      const place = named === "in code" && way !== "" ? null : placeFor(mention);
      return place === null ? whole : way + place;
    });
}

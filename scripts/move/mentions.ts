import type { Going } from "./imports.ts";

/** A path as prose, comments and settings name it: from the repository, from app/, or by the way from docs/. */
const path = /(?<![\w@~/.-])((?:\.\.?\/)*)((?:[\w-]+\/)+[\w-]+(?:\.[\w-]+)*)/g;
const endings = ["", ".ts", ".tsx", ".route.tsx", ".test.ts", ".mjs", ".css"];
const roots = ["", "app/", "tests/"];

/** What has each mention of a file that goes, or of a folder that the table names, replaced by where it goes. */
export function mentionsIn(moving: ReadonlySet<string>, folders: ReadonlyMap<string, string>, { placeOf }: Going) {
  /** Where what is mentioned goes, named as fully as it was; null = nowhere. */
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

  /** `named`: in code a way from here is an import, which is known by its grammar. */
  return (text: string, named: "in code" | "in prose"): string =>
    text.replaceAll(path, (whole, way: string, mention: string) => {
      const place = named === "in code" && way !== "" ? null : placeFor(mention);
      return place === null ? whole : way + place;
    });
}

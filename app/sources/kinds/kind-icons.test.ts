import { expect, test } from "vitest";
import { kindIconPath } from "~/ui/parts/kind-drawings";
import { sourceAdapters } from "./known-kinds";

test("every kind of source has a mark of its own", () => {
  const kinds = Map.groupBy(
    sourceAdapters.map(({ kind }) => kind),
    (kind) => kindIconPath("sources", kind),
  );
  expect([...kinds.values()].filter((alike) => alike.length > 1)).toEqual([]);
});

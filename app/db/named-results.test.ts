import { expect, test } from "vitest";
import { resultsByPart, statementsOfParts } from "./named-results";

const statement = (sql: string) => ({ sql, params: [] });

test("each part of a batch finds its own results, whatever the other parts hold", () => {
  const parts = { guards: [statement("a"), statement("b")], silence: [], heard: [statement("c")] };
  const results = statementsOfParts(parts).map(({ sql }) => sql.toUpperCase());
  expect(resultsByPart(parts, results)).toEqual({ guards: ["A", "B"], silence: [], heard: ["C"] });
});

import { expect, test } from "vitest";
import { outcomeOf } from "../support/joining-case";
import { type Case, everyCase, joiningTable, type Row } from "../support/joining-table";

/** The table of docs/spec.md, "Who joins what, and who is notified". */
const rows = joiningTable();

const visitorsOf = ({ outcome }: Row, { rule }: Case) => {
  if (outcome.visitors !== "by rule") return outcome.visitors;
  return rule === "publish" ? "opened" : "nothing";
};

test("every case is in one row", () => {
  const said = rows.flatMap(({ cases }) => cases.map((each) => JSON.stringify(each)));
  expect(said.sort()).toEqual(
    everyCase()
      .map((each) => JSON.stringify(each))
      .sort(),
  );
  expect(said).toHaveLength(216);
});

test.each(rows.map((row) => [row.line, row] as const))("%s", (_, row) => {
  for (const each of row.cases)
    expect(outcomeOf(each), JSON.stringify(each)).toEqual({ ...row.outcome, visitors: visitorsOf(row, each) });
});

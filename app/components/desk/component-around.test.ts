import { expect, test } from "vitest";
import { watchersOf } from "./component-around";

type MoverRow = Parameters<typeof watchersOf>[0][number];

const moved = (ruleId: string, to: string, status: MoverRow["status"], match: string | null = null) =>
  ({ ruleId, to, status, match, family: "monitor", name: "Website", state: "up", since: null }) as unknown as MoverRow;

test("a monitor with a rule for each of its states is one row, and each rule of a source is a row of its own", () => {
  const rows = watchersOf([
    moved("slow", "/monitors/1", "degraded_performance"),
    moved("down", "/monitors/1", "major_outage"),
    moved("other", "/monitors/2", "major_outage"),
    moved("first", "/sources/1", "partial_outage", "service=web"),
    moved("second", "/sources/1", "major_outage", "service=shop"),
  ]);
  expect(rows.map(({ to, statuses }) => [to, ...statuses])).toEqual([
    ["/monitors/1", "degraded_performance", "major_outage"],
    ["/monitors/2", "major_outage"],
    ["/sources/1", "partial_outage"],
    ["/sources/1", "major_outage"],
  ]);
});

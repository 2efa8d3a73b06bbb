import { expect, test } from "vitest";
import { foldWorsening, type WorseningNotice } from "./worsening-scope";

const notice = (sequence: number, components: string[], severity: string | null = "warning"): WorseningNotice => ({
  sequence,
  scope: { incident_id: "i", after: sequence - 1, names: 1, components, severity },
});

test("alone it tells its own", () => {
  expect(foldWorsening(notice(5, ["a"]), [])).toEqual({
    after: 4,
    names: 1,
    componentIds: ["a"],
    severity: "warning",
  });
});

test("the newest tells what waited before it, and what waited tells nothing", () => {
  const [first, second, third] = [notice(5, ["a"], "critical"), notice(7, ["b"], null), notice(9, ["a", "c"])];
  expect(foldWorsening(third, [first, second])).toEqual({
    after: 4,
    names: 3,
    componentIds: ["a", "c", "b"],
    severity: "critical",
  });
  expect(foldWorsening(first, [second, third])).toBeNull();
  expect(foldWorsening(second, [first, third])).toBeNull();
});

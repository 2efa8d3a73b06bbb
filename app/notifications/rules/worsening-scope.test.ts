import { expect, test } from "vitest";
import { mergeWorsenings, type WorseningNotice } from "./worsening-scope";

const notice = (sequence: number, components: string[], severity: string | null = "warning"): WorseningNotice => ({
  sequence,
  scope: { incident_id: "i", after: sequence - 1, names: 1, components, severity },
});

test("alone it tells its own", () => {
  expect(mergeWorsenings(notice(5, ["a"]), [])).toEqual({
    after: 4,
    names: 1,
    componentIds: ["a"],
    severity: "warning",
  });
});

test("the newest tells what waited before it, and what waited tells nothing", () => {
  const [first, second, third] = [notice(5, ["a"], "critical"), notice(7, ["b"], null), notice(9, ["a", "c"])];
  expect(mergeWorsenings(third, [first, second])).toEqual({
    after: 4,
    names: 3,
    componentIds: ["a", "c", "b"],
    severity: "critical",
  });
  expect(mergeWorsenings(first, [second, third])).toBeNull();
  expect(mergeWorsenings(second, [first, third])).toBeNull();
});

import { expect, test } from "vitest";
import { countReportRows, filterUptimeReport } from "./matching-report";

const row = (name: string) => ({ id: name, name });
const report = {
  alone: [row("Website"), row("Search")],
  groups: [
    { id: "eu", name: "Europe", members: [row("Checkout"), row("Search Europe")] },
    { id: "us", name: "America", members: [row("Checkout America")] },
  ],
};

const namesOf = ({ alone, groups }: typeof report) => ({
  alone: alone.map(({ name }) => name),
  groups: groups.map(({ name }) => name),
});

test("counts components, alone and in groups", () => expect(countReportRows(report)).toBe(5));

test.each([
  ["search", { alone: ["Website", "Search", "Search Europe"].slice(1), groups: [] }],
  ["europe", { alone: [], groups: ["Europe"] }],
  ["checkout", { alone: ["Checkout"], groups: ["America"] }],
  ["nothing like it", { alone: [], groups: [] }],
])("finds %j, and keeps a group only whole", (query, found) => {
  expect(namesOf(filterUptimeReport(report, query))).toEqual(found);
});

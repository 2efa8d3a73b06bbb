import { expect, test } from "vitest";
import { documentWithSection, sectionNamesIn } from "./document.ts";

const document = `# Measurements

## Costs
What a month costs.

<!-- measured by: npm run bench -- --costs -->
| size | USD |
| --- | --- |
| small | 5.00 |

Measured on 1 May 2026: 2 cores.
<!-- end -->

A sentence below it stays.

## Start
<!-- measured by: npm run bench -- --start-up -->
| start | 80 ms |
| --- | --- |

Measured on 2 May 2026: 2 cores.
<!-- end -->
`;
const table = { head: ["size", "rows", "USD"], rows: [["small", 1234, "6.00"]] };
const line = "Measured on 3 May 2026: 4 cores.";

test("only the section that was measured changes, with the line below its table", () => {
  expect(sectionNamesIn(document)).toEqual(["costs", "start-up"]);
  const written = documentWithSection(document, "costs", [table, table], line);
  const markdown = "| size | rows | USD |\n| --- | --- | --- |\n| small | 1,234 | 6.00 |";
  const before = "| size | USD |\n| --- | --- |\n| small | 5.00 |\n\nMeasured on 1 May 2026: 2 cores.";
  expect(written).toBe(document.replace(before, `${markdown}\n\n${markdown}\n\n${line}`));
  expect(documentWithSection(written, "costs", [table, table], line)).toBe(written);
});

test("an unknown section is refused with the list of those that there are", () => {
  expect(() => documentWithSection(document, "cost", [table], line)).toThrow(
    "There is no section cost; there are costs, start-up.",
  );
});

test("a table without rows is not written", () => {
  const empty = { head: ["size"], rows: [] };
  for (const tables of [[], [empty], [table, empty]])
    expect(() => documentWithSection(document, "costs", tables, line)).toThrow("Nothing was measured");
});

test("a text of a figure is written as it is, whatever signs it has", () => {
  const written = documentWithSection(document, "start-up", [{ head: ["$& price"], rows: [["$1"]] }], line);
  expect(written).toContain("| $& price |\n| --- |\n| $1 |");
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { stateLetterByStatus } from "~/status/state-letter";
import type { Status } from "~/status/status";
import { dayLetter } from "~/status-page/uptime/rules/bars";
import { formatUptime, type UptimeParts, uptimeHundredths } from "~/status-page/uptime/rules/uptime";

const hour = 3600_000;
const text = readFileSync("docs/uptime.md", "utf8");

/** The rows of the table whose last column has this name. */
function rowsOf(last: string): string[][] {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => line.startsWith("| major ") && line.endsWith(`| ${last} |`));
  const rest = lines.slice(head + 2);
  const end = rest.findIndex((line) => !line.startsWith("|"));
  return rest.slice(0, end).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

const hours = (cells: string[]) => cells.map((cell) => Math.round(Number(cell) * hour));
const partsOf = (cells: string[]) => hours(cells.slice(0, 5)) as unknown as UptimeParts;
const spanOf = (cells: string[]) => Number(cells[5]) * hour;

describe("the page on uptime", () => {
  test("has examples", () => {
    expect([rowsOf("bar").length, rowsOf("uptime").length]).toEqual([10, 8]);
  });

  test.each(rowsOf("bar").map((cells) => [cells.join(" | "), cells] as const))("says which bar: %s", (_, cells) => {
    const status = cells[6]?.replace(" ", "_") as Status;
    expect(dayLetter(partsOf(cells), spanOf(cells), false)).toBe(stateLetterByStatus[status]);
  });

  test.each(rowsOf("uptime").map((cells) => [cells.join(" | "), cells] as const))(
    "says which share: %s",
    (_, cells) => {
      const found = uptimeHundredths(partsOf(cells), spanOf(cells), Number(cells[6]));
      expect(found === null ? "" : formatUptime(found)).toBe(cells[7]);
    },
  );

  test("names every column of the files", () => {
    const source = readFileSync("app/status-page/uptime/csv.ts", "utf8");
    const columns = [
      ...source.matchAll(
        /(?:^ +|{ )([a-z_]+_(?:seconds|percent|weight)|time_zone|corrections|component_id|added_later|restated_at):/gm,
      ),
    ];
    expect(columns.length).toBeGreaterThan(8);
    expect(columns.filter(([, name]) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

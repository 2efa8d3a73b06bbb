import type { CliMachine } from "../session/machine";
import {
  fitTextToColumns,
  styledText,
  type TextPart,
  type TextStyle,
  terminalColumnsOf,
  toTerminalLine,
} from "./terminal-text";

const textOf = (cell: TextPart) => toTerminalLine(typeof cell === "string" ? cell : cell.text);
const styleOf = (cell: TextPart) => (typeof cell === "string" ? undefined : cell.style);

const gap = 2;
const leastColumns = 8;

/** Returns the widths of columns: as wide as their cells; the widest shrink until a line fits. */
function columnWidths(rows: readonly (readonly TextPart[])[], columns: number): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...rows.map((row) => terminalColumnsOf(textOf(row[at] ?? "")))),
  );
  const room = columns - gap * Math.max(0, count - 1);
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= leastColumns) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/**
 * Returns the lines of a table with its heading. In a terminal each fits into a line; elsewhere nothing is cut, so that
 * other programs get whole names.
 */
export function terminalTableLines(
  machine: Pick<CliMachine, "env" | "out">,
  heading: readonly string[],
  rows: readonly (readonly TextPart[])[],
): string[] {
  const { isTerminal, columns } = machine.out;
  const widths = columnWidths([heading, ...rows], isTerminal ? columns : Number.POSITIVE_INFINITY);
  const line = (cells: readonly TextPart[], style?: TextStyle) =>
    cells
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        const text = fitTextToColumns(textOf(cell), width);
        const padding = at === cells.length - 1 ? "" : " ".repeat(width - terminalColumnsOf(text) + gap);
        return styledText(machine, text, styleOf(cell) ?? style) + padding;
      })
      .join("")
      .trimEnd();
  return [line(heading, "dim"), ...rows.map((row) => line(row))];
}

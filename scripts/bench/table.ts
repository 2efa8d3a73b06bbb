/** A table as the bench prints it and docs/measurements.md keeps it. */
export interface BenchTable {
  head: readonly string[];
  /** Numbers are whole figures; whatever has a unit is a text. */
  rows: readonly (readonly (string | number)[])[];
}

const lineOf = (cells: readonly (string | number)[]): string => {
  const texts = cells.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell));
  return `|${texts.map((text) => (text === "" ? " " : ` ${text} `)).join("|")}|`;
};

/** Returns a table as Markdown, without a line break at its end. */
export const tableMarkdown = ({ head, rows }: BenchTable): string =>
  [lineOf(head), lineOf(head.map(() => "---")), ...rows.map(lineOf)].join("\n");

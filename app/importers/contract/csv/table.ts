import Papa from "papaparse";
import { isMailAddress } from "~/net/mail-address";
import type { OriginFile, OriginResult } from "../origin";
import { originRefusal } from "../origin-texts";

/** A line of a file with its cells by column. */
export interface CsvLine {
  /** Number in the file, from 1, where the row begins. */
  line: number;
  cells: readonly string[];
}

export interface CsvTable {
  path: string;
  header: readonly string[];
  lines: readonly CsvLine[];
  /** True when characters were lost in the encoding. */
  hasLostChars: boolean;
}

const maxFileChars = 2_000_000;
const maxLines = 20_000;
const delimiters = [",", ";", "\t", "|"];

/** Returns the delimiter that the header has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const first = (text.split(/\r\n?|\n/, 1)[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const counts = delimiters.map((each) => [each, first.split(each).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

const lineEndsIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;

const modes = /^(?:email|sms|webhook)$/i;

/** Returns the lines with a header before them where the first line is an address: Statuspage exports such lists. */
function withHeader(lines: readonly CsvLine[]): readonly CsvLine[] {
  const cells = lines[0]?.cells ?? [];
  const at = cells.findIndex((cell) => isMailAddress(cell));
  const isBare = at >= 0 || (modes.test(cells[0] ?? "") && /^(?:https?:|\+?\d)/i.test(cells[1] ?? ""));
  if (!isBare) return lines;
  const address = at >= 0 ? at : 1;
  const names = cells.map((cell, index) =>
    index === address ? "email" : index === 0 && modes.test(cell) ? "mode" : "",
  );
  return [{ line: 0, cells: names }, ...lines];
}

/** Parses a file whose first line names the columns; refuses quotes without an end, and what is too long. */
export function parseCsvTable({ path, text: given }: OriginFile): OriginResult<CsvTable> {
  const text = given.replace(/^\uFEFF/, "").trimStart();
  if (text.length > maxFileChars) return originRefusal("too_large", `${path} is larger than 2 MB. Split it.`);
  const lines: CsvLine[] = [];
  const broken: number[] = [];
  let [line, read] = [1, 0];
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    skipEmptyLines: false,
    step({ data, errors, meta }) {
      const cells = Array.isArray(data) ? data.map((cell) => String(cell).trim()) : [];
      if (errors.some(({ type }) => type === "Quotes")) broken.push(line);
      if (cells.some((cell) => cell !== "")) lines.push({ line, cells });
      line += lineEndsIn(text.slice(read, meta.cursor));
      read = meta.cursor;
    },
  });
  const [header, ...rest] = withHeader(lines);
  if (broken.length > 0)
    return originRefusal("broken", `${path}, line ${broken[0]}: a quotation mark has no end. Mend it.`);
  if (!header) return originRefusal("broken", `${path} is empty: its first line must name the columns.`);
  if (rest.length > maxLines) return originRefusal("too_large", `${path} has more than 20,000 lines. Split it.`);
  return { ok: true, value: { path, header: header.cells, lines: rest, hasLostChars: text.includes("\uFFFD") } };
}
